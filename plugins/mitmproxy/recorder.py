"""Keeps the last exchanges in memory. They contain passwords and cookies, so nothing is written to disk."""

from __future__ import annotations

import time
from collections import OrderedDict

from mitmproxy import http, tls

from exchange import details, summary

MOST_EXCHANGES = 1000
MOST_BYTES = 32 * 1024 * 1024
"""Of all bodies and headers together; the container has 256 MiB."""


class Recorder:
    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[dict, dict | None]] = OrderedDict()
        self._bytes = 0
        self._next = 1

    def list(self, device: str, after: int) -> list[dict]:
        """Those of a device, or of all if it is empty, with a greater ID, the oldest first."""
        return [one for one, _ in self._kept.values() if one["ID"] > after and device in ("", one["Device"])]

    def find(self, number: int) -> dict | None:
        """One with its headers and bodies."""
        found = self._kept.get(number)
        return found and {**found[0], **(found[1] or {"Request": None, "Response": None})}

    def clear(self) -> None:
        self._kept.clear()
        self._bytes = 0

    def response(self, flow: http.HTTPFlow) -> None:
        self._keep(summary(self._next, flow), details(flow))

    def error(self, flow: http.HTTPFlow) -> None:
        self._keep(summary(self._next, flow), details(flow))

    def tls_failed_client(self, data: tls.TlsData) -> None:
        """Usually the device does not trust the certificate, or the program accepts its own certificate only."""
        self._keep(
            {
                **{"ID": self._next, "Time": int(time.time() * 1000), "Device": data.context.client.peername[0]},
                **{"Method": "", "Scheme": "https", "Host": data.context.client.sni or "", "Path": "", "Status": 0, "Size": 0},
                "Error": "The device refused the certificate.",
            },
            None,
        )

    def _keep(self, one: dict, more: dict | None) -> None:
        self._kept[one["ID"]] = (one, more)
        self._next += 1
        self._bytes += weight(more)
        while len(self._kept) > MOST_EXCHANGES or self._bytes > MOST_BYTES:
            _, (_, dropped) = self._kept.popitem(last=False)
            self._bytes -= weight(dropped)


def weight(more: dict | None) -> int:
    """About the number of bytes in memory."""
    total = 1000
    for one in (more or {}).values():
        if one:
            total += len(one["Body"] or "") + sum(len(name) + len(value) for name, value in one["Headers"])
    return total
