"""Serper: POST /search with an X-API-KEY header; Google's operators and date ranges, and Serper's two words for no."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time

from tests.stubs.pages import Hit, StubPage, find_pages
from tests.stubs.server import Reply, Request, StubServer, json_reply

KEY = "0123456789abcdef0123456789abcdef01234567"
WORDS = 32  # Google reads no more
_SITE = re.compile(r"\bsite:([^\s()]{1,253})")
_DAY = re.compile(r"cd_(min|max):(\d{1,2})/(\d{1,2})/(\d{4})")


def error_reply(status: int, message: str, **fields: object) -> Reply:
    return json_reply({"message": message, "statusCode": status}, status, **fields)


class SerperStub(StubServer):
    """``leaks``: so many pages of hosts that were not asked for come along."""

    def __init__(self, pages: Sequence[StubPage] = (), *, key: str = KEY, leaks: int = 0, **fields: object) -> None:
        super().__init__(**fields)
        self.pages, self.key, self.leaks = pages, key, leaks

    def answer(self, request: Request) -> Reply:
        if request.headers.get("X-API-KEY") != self.key:
            return error_reply(403, "Unauthorized.")
        if (request.method, request.path) != ("POST", "/search"):
            return error_reply(404, "Not Found")
        body = request.json()
        if not body.get("q"):
            return error_reply(400, "Missing query parameter")
        read = " ".join(body["q"].split()[:WORDS])
        sites = _SITE.findall(read)
        said = _SITE.sub(" ", read).replace("(", " ").replace(")", " ").replace(" OR ", " ")
        days = {edge: (int(year), int(month), int(day)) for edge, month, day, year in _DAY.findall(body.get("tbs", ""))}
        since = datetime(*days["min"], tzinfo=UTC) if "min" in days else None
        until = datetime.combine(datetime(*days["max"], tzinfo=UTC).date(), time.max, tzinfo=UTC) if "max" in days else None
        hits = find_pages(self.pages, said, suffixes=sites, since=since, until=until)
        if sites:
            hits += [hit for hit in find_pages(self.pages, said) if hit not in hits][: self.leaks]
        number = body.get("num", 10)
        return json_reply(
            {
                "searchParameters": {**body, "type": "search", "engine": "google"},
                "organic": [_row(hit, place, body) for place, hit in enumerate(hits[:number], 1)],
                "credits": 1 if number <= 10 else 2,
            }
        )


def _row(hit: Hit, place: int, body: dict) -> dict:
    page = hit.page
    row = {"title": page.title, "link": page.url, "snippet": hit.excerpt, "position": place}
    if page.published_at:
        at = page.published_at
        row["date"] = f"{at.year}年{at.month}月{at.day}日" if body.get("hl") == "zh-cn" else f"{at:%b} {at.day}, {at.year}"
    return row
