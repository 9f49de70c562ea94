"""Finds the server of a connection by its name.

The router translates the destination of a connection to this container, which therefore does not know the original address.
TLS has the name in the ClientHello (SNI, RFC 6066 3), HTTP in the field Host (RFC 9110 7.2).
"""

import re
import socket

from mitmproxy import http, tls

UNKNOWN = "unknown.invalid"
"""In place of the server's name until it is known. It never resolves (RFC 6761 6.4)."""

AUTHORITY = re.compile(r"^(?:\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)")


def unknown_address(_: socket.socket) -> tuple[str, int]:
    """In place of mitmproxy's look-up of the original destination, which this container cannot do."""
    return UNKNOWN, 443


def host_of(authority: str) -> str:
    """The host of `host:port`, without brackets; empty if it is malformed."""
    match = AUTHORITY.match(authority)
    return match.group(0).strip("[]") if match else ""


class Destination:
    def tls_clienthello(self, data: tls.ClientHelloData) -> None:
        data.context.server.address = data.client_hello.sni or UNKNOWN, 443

    def requestheaders(self, flow: http.HTTPFlow) -> None:
        """Without TLS. The port is always 80: the router sends no other connections, and the plugin opens none for a request."""
        if flow.client_conn.tls_established:
            return
        host = host_of(flow.request.host_header or "")
        if not host:
            flow.response = http.Response.make(400, b"The request has no Host field.\n")
            return
        header = flow.request.host_header
        flow.request.scheme, flow.request.host, flow.request.port = "http", host, 80
        flow.request.host_header = header
