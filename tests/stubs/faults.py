"""What can go wrong with any service, one reply each, and what it has to be called."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from tests.stubs.server import Reply, json_reply
from verification.core.vocabulary import Fault

HTML = b"<!doctype html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"
LONG = 30.0  # seconds that no caller waits


@dataclass(frozen=True, slots=True)
class Trouble:
    """``retry_after`` is what the caller should read, give or take two seconds; None is nothing."""

    reply: Reply
    fault: Fault
    is_permanent: bool = False
    http_status: int | None = None
    retry_after: float | None = None


def _status(status: int, fault: Fault, *, is_permanent: bool = False, after: str | None = None, waits: float | None = None) -> Trouble:
    headers = {} if after is None else {"Retry-After": after}
    reply = json_reply({"detail": {"error": "No."}, "message": "No.", "statusCode": status}, status, headers=headers)
    return Trouble(reply, fault, is_permanent, status, waits)


def _http_date(seconds: float, style: str = "imf") -> str:
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    styles = {"rfc850": f"{at:%A, %d-%b-%y %H:%M:%S} GMT", "asctime": f"{at:%a %b} {at.day:2d} {at:%H:%M:%S %Y}"}
    return styles.get(style) or format_datetime(at, usegmt=True)


def make_troubles() -> dict[str, Trouble]:
    """Name to trouble; made anew each time, for some hold a date."""
    limited, failed = Fault.RATE_LIMITED, Fault.SERVER_ERROR
    garbage = {"fault": Fault.BAD_ANSWER, "http_status": 200}
    return {
        "400": _status(400, Fault.BAD_REQUEST, is_permanent=True),
        "401": _status(401, Fault.UNAUTHORIZED, is_permanent=True, after="1"),
        "402": _status(402, Fault.OUT_OF_CREDIT, is_permanent=True),
        "403": _status(403, Fault.FORBIDDEN, is_permanent=True),
        "404": _status(404, Fault.NOT_FOUND, is_permanent=True),
        "408": _status(408, Fault.TIMEOUT),
        "422": _status(422, Fault.BAD_REQUEST, is_permanent=True),
        "432": _status(432, Fault.OUT_OF_CREDIT, is_permanent=True),
        "433": _status(433, Fault.OUT_OF_CREDIT, is_permanent=True),
        "500": _status(500, failed),
        "502": _status(502, failed),
        "503": _status(503, failed),
        "503 with Retry-After": _status(503, failed, after="30", waits=30),
        "429": _status(429, limited),
        "429 in seconds": _status(429, limited, after="7", waits=7),
        "429 at once": _status(429, limited, after="0", waits=0),
        "429 in a fraction": _status(429, limited, after="1.5", waits=1.5),
        "429 in a day": _status(429, limited, after="86400", waits=600),
        "429 in ages": _status(429, limited, after="9" * 40, waits=600),
        "429 at a date": _status(429, limited, after=_http_date(60), waits=60),
        "429 at an RFC 850 date": _status(429, limited, after=_http_date(60, "rfc850"), waits=60),
        "429 at an asctime date": _status(429, limited, after=_http_date(60, "asctime"), waits=60),
        "429 at a far date": _status(429, limited, after=_http_date(7200), waits=600),
        "429 at a past date": _status(429, limited, after=_http_date(-60), waits=0),
        "429 in negative seconds": _status(429, limited, after="-5"),
        "429 with nonsense": _status(429, limited, after="soon"),
        "429 with an empty Retry-After": _status(429, limited, after=""),
        "timeout before the head": Trouble(Reply(body=b"{}", delay_s=LONG), Fault.TIMEOUT),
        "timeout within the body": Trouble(Reply(body=b'{"results": []}', pause_s=LONG), Fault.TIMEOUT),
        "timeout for a body that never ends": Trouble(Reply(body=b"{}", length=1_000, pause_s=LONG), Fault.TIMEOUT),
        "reset": Trouble(Reply(is_reset=True), Fault.BAD_ANSWER),
        "shorter than it says": Trouble(Reply(body=b'{"results": []}', length=1_000), Fault.BAD_ANSWER),
        "redirect": Trouble(
            Reply(302, headers={"Location": "http://127.0.0.1:9/elsewhere"}), Fault.TOO_MANY_REDIRECTS, is_permanent=True, http_status=302
        ),
        "no content": Trouble(Reply(204), Fault.BAD_ANSWER, http_status=204),
        "empty": Trouble(Reply(), **garbage),
        "half JSON": Trouble(Reply(body=b'{"results": [{"url": "https://a.example/", "ti'), **garbage),
        "HTML for JSON": Trouble(Reply(body=HTML, content_type="text/html; charset=utf-8"), **garbage),
        "a list for an object": Trouble(Reply(body=b"[]"), **garbage),
        "an object without results": Trouble(Reply(body=b'{"error": "internal"}'), **garbage),
        "results that are no list": Trouble(Reply(body=b'{"results": {}, "organic": null}'), **garbage),
        "wrong charset": Trouble(Reply(body='{"results": [], "organic": [], "answer": "利率"}'.encode("gb18030")), **garbage),
        "NaN": Trouble(Reply(body=b'{"results": [], "organic": [], "x": NaN}'), **garbage),
        "repeated keys": Trouble(Reply(body=b'{"results": [], "organic": [], "results": []}'), **garbage),
        "nested too deeply": Trouble(Reply(body=b'{"results": ' + b"[" * 100_000), **garbage),
        "unknown encoding": Trouble(Reply(body=b"\x1b\x03", headers={"Content-Encoding": "br"}), **garbage),
        "endless stream": Trouble(Reply(body=b" " * 65_536, is_endless=True), Fault.TOO_LARGE, is_permanent=True, http_status=200),
        "50 MB": Trouble(
            Reply(body=b"x" * 65_536, length=50_000_000, is_endless=True), Fault.TOO_LARGE, is_permanent=True, http_status=200
        ),
    }
