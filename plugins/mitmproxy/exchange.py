"""A recorded request with its response, as the API returns it."""

from __future__ import annotations

from mitmproxy import http

MOST_BODY_BYTES = 64 * 1024
"""Of each body, these are kept."""
MOST_HEADERS_BYTES = 16 * 1024


def summary(number: int, flow: http.HTTPFlow) -> dict:
    """The fields of the list. `Status` is 0 and `Error` is set if there is no response."""
    request, response = flow.request, flow.response
    return {
        "ID": number,
        "Time": int(request.timestamp_start * 1000),
        "Device": flow.client_conn.peername[0],
        "Method": request.method,
        "Scheme": request.scheme,
        "Host": request.pretty_host,
        "Path": request.path[:2048],
        "Status": response.status_code if response else 0,
        "Size": size(response) if response else 0,
        "Error": flow.error.msg if flow.error else "",
    }


def details(flow: http.HTTPFlow) -> dict:
    return {"Request": message(flow.request), "Response": message(flow.response) if flow.response else None}


def message(one: http.Message) -> dict:
    """Headers, and the beginning of the body as text. `Body` is null if it was too large to be kept, or is not text."""
    body = decoded(one)
    return {
        "Version": one.http_version,
        "Headers": headers(one),
        "Body": text(body[:MOST_BODY_BYTES]) if body is not None else None,
        "IsComplete": body is not None and len(body) <= MOST_BODY_BYTES,
        "Size": size(one),
    }


def headers(one: http.Message) -> list[list[str]]:
    kept, left = [], MOST_HEADERS_BYTES
    for name, value in one.headers.items(multi=True):
        left -= len(name) + len(value)
        if left < 0:
            break
        kept.append([name, value])
    return kept


def size(one: http.Message) -> int:
    """The size of the body in bytes as it was sent. A streamed body has none that is known if its header does not say it."""
    if one.raw_content is not None:
        return len(one.raw_content)
    length = one.headers.get("content-length", "")
    return int(length) if length.isdigit() else 0


def decoded(one: http.Message) -> bytes | None:
    """The body without its content coding; as it was sent if the coding is wrong; None if it was streamed."""
    try:
        return one.content
    except ValueError:
        return one.raw_content


def text(body: bytes) -> str | None:
    """None for what is not UTF-8. A character that the limit cuts is left out."""
    for end in range(len(body), max(-1, len(body) - 4), -1):
        try:
            return body[:end].decode("utf-8")
        except UnicodeDecodeError:
            continue
    return None
