"""Bodies of answers, read within bounds: what comes in and what it inflates to are both counted while they come."""

import zlib
from collections.abc import AsyncIterable, Mapping

from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

ACCEPTED_CODINGS = "gzip, deflate"

_GZIP_WINDOW, _RAW_WINDOW = 31, -15
_MEMBERS = 64  # parts that a gzip body may consist of


async def read_body(chunks: AsyncIterable[bytes], headers: Mapping[str, str], *, max_bytes: int, is_cut: bool = False) -> bytes:
    """The inflated body of at most ``max_bytes``. A longer one is a ``ProviderError`` (too_large), or cut there with ``is_cut``.

    Raw bytes have the same bound. A body in another coding, or one that does not inflate to its end, is a bad answer.
    """
    declared = headers.get("content-length", "")
    if not is_cut and declared.isascii() and declared.isdigit() and int(declared[:18]) > max_bytes:
        raise _too_large(max_bytes)
    inflater = _inflater(headers.get("content-encoding", ""))
    raw, body = 0, bytearray()
    async for chunk in chunks:
        raw += len(chunk)
        # One byte more than allowed is enough to know.
        body += inflater.feed(chunk, max_bytes + 1 - len(body)) if inflater else chunk
        if max(raw, len(body)) > max_bytes:
            if not is_cut:
                raise _too_large(max_bytes)
            return bytes(body[:max_bytes])
    if inflater and not inflater.is_whole:
        raise ProviderError("The page's compressed body breaks off.", fault=Fault.BAD_ANSWER)
    return bytes(body)


class _Inflater:
    """Inflates gzip, zlib and raw deflate, never more than asked for."""

    def __init__(self, *, is_gzip: bool) -> None:
        self._is_gzip = is_gzip
        self._members = 0
        self._stream = zlib.decompressobj(_GZIP_WINDOW) if is_gzip else None
        self._has_input = False

    @property
    def is_whole(self) -> bool:
        return not self._has_input or (self._stream is not None and self._stream.eof)

    def feed(self, chunk: bytes, room: int) -> bytes:
        found = bytearray()
        while chunk and room > len(found):
            self._has_input = True
            stream = self._open(chunk)
            try:
                found += stream.decompress(chunk, room - len(found))
            except zlib.error as error:
                raise ProviderError("The page's body is not compressed as it says.", fault=Fault.BAD_ANSWER) from error
            if not stream.eof:
                chunk = stream.unconsumed_tail
            elif self._is_gzip and stream.unused_data[:1] == b"\x1f" and self._members < _MEMBERS:
                chunk, self._stream = stream.unused_data, None
            else:
                break  # what follows the end is not the page's
        return bytes(found)

    def _open(self, chunk: bytes) -> "zlib._Decompress":
        if self._stream is None:
            self._members += 1
            self._stream = zlib.decompressobj(_GZIP_WINDOW if self._is_gzip else _deflate_window(chunk))
        return self._stream


def _inflater(coding: str) -> _Inflater | None:
    name = coding.strip().lower()
    if name in ("", "identity"):
        return None
    if name in ("gzip", "x-gzip", "deflate"):
        return _Inflater(is_gzip=name != "deflate")
    raise ProviderError("The page's body is compressed in a way that was not asked for.", fault=Fault.BAD_ANSWER)


def _deflate_window(chunk: bytes) -> int:
    """Servers mean either of two formats by "deflate"; zlib's begins with a header of its own (RFC 1950)."""
    is_zlib = chunk[0] & 0x0F == 8 and (len(chunk) < 2 or int.from_bytes(chunk[:2]) % 31 == 0)
    return zlib.MAX_WBITS if is_zlib else _RAW_WINDOW


def _too_large(max_bytes: int) -> ProviderError:
    return ProviderError(f"The page is larger than {max_bytes // 1024} kB.", permanent=True, fault=Fault.TOO_LARGE)
