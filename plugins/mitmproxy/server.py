"""The HTTP API and the pages, on the socket of the plugin. `/plugins/mitmproxy/requests` arrives as `/requests`."""

from __future__ import annotations

import asyncio
import os
import socket

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from mitmproxy import ctx
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_unix_socket
from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler

from recorder import Recorder

SOCKET = os.environ.get("PLUGIN_SOCKET", "/state/plugins/mitmproxy/socket")
PAGES = os.path.join(os.path.dirname(__file__), "pages")


def authority() -> x509.Certificate:
    """The certificate that devices have to trust. Its key is in another file of the same directory."""
    with open(os.path.join(os.path.expanduser(ctx.options.confdir), "mitmproxy-ca-cert.pem"), "rb") as file:
        return x509.load_pem_x509_certificate(file.read())


class Call(RequestHandler):
    def initialize(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def write_error(self, status_code: int, **_: object) -> None:
        self.finish({"Error": self._reason})


class Requests(Call):
    def get(self) -> None:
        after = self.get_query_argument("after", "0")
        if not after.isdigit():
            raise HTTPError(400, reason="after must be the ID of a request")
        self.write({"Requests": self.recorder.list(self.get_query_argument("device", ""), int(after))})

    def delete(self) -> None:
        self.recorder.clear()
        self.write({"Requests": []})


class Request(Call):
    def get(self, number: str) -> None:
        found = self.recorder.find(int(number))
        if not found:
            raise HTTPError(404, reason="There is no such request")
        self.write(found)


class Names(Call):
    async def get(self) -> None:
        """The names of the devices in the list, by address: the router's DNS knows them."""
        devices = {one["Device"] for one in self.recorder.list("", 0)}
        names = await asyncio.gather(*(asyncio.to_thread(name_of, device) for device in devices))
        self.write(dict(zip(devices, names)))


def name_of(address: str) -> str:
    """The first label of the name; the address if it has none."""
    try:
        return socket.gethostbyaddr(address)[0].split(".")[0]
    except OSError:
        return address


class Certificate(Call):
    """`pem` for most programs, `cer` (DER) for Android and Windows; iOS takes both."""

    def get(self, kind: str) -> None:
        self.set_header("Content-Type", "application/x-x509-ca-cert")
        self.set_header("Content-Disposition", f'attachment; filename="mitmproxy-ca.{kind}"')
        self.write(authority().public_bytes(Encoding.PEM if kind == "pem" else Encoding.DER))


class Authority(Call):
    def get(self) -> None:
        certificate = authority()
        self.write(
            {
                "Fingerprint": certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
                "NotAfter": certificate.not_valid_after.isoformat() + "Z",
            }
        )


class Server:
    """Starts with mitmproxy, in its event loop."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def running(self) -> None:
        shared = {"recorder": self.recorder}
        application = Application(
            [
                (r"/requests", Requests, shared),
                (r"/requests/(\d{1,15})", Request, shared),
                (r"/names", Names, shared),
                (r"/ca\.(pem|cer)", Certificate, shared),
                (r"/ca", Authority, shared),
                (r"/()", StaticFileHandler, {"path": PAGES, "default_filename": "index.html"}),
                (r"/static/(.*)", StaticFileHandler, {"path": PAGES}),
            ]
        )
        HTTPServer(application).add_socket(bind_unix_socket(SOCKET, mode=0o600))
