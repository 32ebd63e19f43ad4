"""Servers that misbehave, each by its path: what a page of the open web may do to whoever reads it."""

import contextlib
import gzip
import socket
import struct
import time
import zlib
from collections.abc import Callable

from tests.stubs.raw_server import Request, answer

_LINE = b"<p>More of the same, for as long as anybody listens.</p>\n"
_CHUNK = _LINE * 1_000
NESTED = 50_000


def _head(status: str = "200 OK", **headers: str) -> bytes:
    named = {"content_type": "text/html", **headers}
    return (f"HTTP/1.1 {status}\r\n" + "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items()) + "\r\n").encode()


def endless(connection: socket.socket, request: Request) -> None:
    connection.sendall(_head())
    while True:
        connection.sendall(_CHUNK)


def slow_body(connection: socket.socket, request: Request) -> None:
    connection.sendall(_head(content_length="1000"))
    for _ in range(1_000):
        connection.sendall(b"x")
        time.sleep(0.05)


def slow_header(connection: socket.socket, request: Request) -> None:
    for letter in _head(x_padding="y" * 2_000):
        connection.sendall(bytes([letter]))
        time.sleep(0.05)


def gzip_bomb(connection: socket.socket, request: Request) -> None:
    # 2 GB of nothing in 2 MB: once begun, the same 8 kB inflate to the same 8 MB again and again.
    packer = zlib.compressobj(9, wbits=31)
    beginning = packer.compress(b"<html>") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(8 * 1024 * 1024)) + packer.flush(zlib.Z_FULL_FLUSH)
    connection.sendall(_head(content_encoding="gzip") + beginning)
    for _ in range(256):
        connection.sendall(block)


def lying_length(connection: socket.socket, request: Request) -> None:
    connection.sendall(_head(content_length="5000") + b"<p>Short.</p>")
    connection.shutdown(socket.SHUT_RDWR)


def redirect_loop(connection: socket.socket, request: Request) -> None:
    connection.sendall(answer(302, location=request.target + "/on"))


def wrong_charset(connection: socket.socket, request: Request) -> None:
    page = (
        "<html><head><title>利率</title></head><body><article><p>"
        + "中国人民银行宣布，一年期贷款市场报价利率为3.45%。" * 9
        + "</p></article></body></html>"
    )
    connection.sendall(answer(body=page.encode("gb18030"), content_type="text/html; charset=utf-8"))


def huge_header(connection: socket.socket, request: Request) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Padding: ")
    while True:
        connection.sendall(b"y" * 65_536)


def reset(connection: socket.socket, request: Request) -> None:
    connection.sendall(_head(content_length="5000") + b"<p>")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def gigabyte(connection: socket.socket, request: Request) -> None:
    connection.sendall(_head(content_length=str(1024**3)))
    for _ in range(1024**3 // len(_CHUNK)):
        connection.sendall(_CHUNK)


def gigabyte_in_chunks(connection: socket.socket, request: Request) -> None:
    connection.sendall(_head(transfer_encoding="chunked"))
    for _ in range(1024**3 // len(_CHUNK)):
        connection.sendall(f"{len(_CHUNK):x}\r\n".encode() + _CHUNK + b"\r\n")


def nested_tags(connection: socket.socket, request: Request) -> None:
    page = b"<html><body>" + b"<div>" * NESTED + b"The rate is 5.25%." + b"</div>" * NESTED + b"</body></html>"
    connection.sendall(answer(body=gzip.compress(page), content_encoding="gzip"))


def endless_hints(connection: socket.socket, request: Request) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 500)


def silent(connection: socket.socket, request: Request) -> None:
    with contextlib.suppress(OSError):
        connection.recv(1)


def broken_gzip(connection: socket.socket, request: Request) -> None:
    connection.sendall(answer(body=gzip.compress(b"<p>Whole.</p>" * 99)[:-20], content_encoding="gzip"))


def unasked_coding(connection: socket.socket, request: Request) -> None:
    connection.sendall(answer(body=b"whatever", content_encoding="br"))


def no_http(connection: socket.socket, request: Request) -> None:
    connection.sendall(b"220 mail.example ESMTP ready\r\n")
    connection.shutdown(socket.SHUT_RDWR)


HANDLERS: dict[str, Callable[[socket.socket, Request], None]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        endless, slow_body, slow_header, gzip_bomb, lying_length, redirect_loop, wrong_charset, huge_header, reset, gigabyte,
        gigabyte_in_chunks, nested_tags, endless_hints, silent, broken_gzip, unasked_coding, no_http,
    )
}  # fmt: skip


def misbehave(connection: socket.socket, request: Request) -> None:
    """The handler that the first part of the path names; robots.txt forbids nothing."""
    name = request.path.split("/")[1]
    if name == "robots.txt":
        connection.sendall(answer(404))
    else:
        HANDLERS[name](connection, request)
