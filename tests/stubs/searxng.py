"""A SearXNG instance: GET or POST /search; JSON has to be among its formats, and its engines may be blocked."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from tests.stubs.pages import Hit, StubPage, find_pages
from tests.stubs.server import Reply, Request, StubServer, json_reply

_SITE = re.compile(r"\bsite:([^\s()]{1,253})")
# A part of the names that it refuses.
_PROGRAM = re.compile(r"unknown|[Cc][Uu][Rr][Ll]|wget|python-|httpx|Go-http-client|Java|okhttp|scrapy", re.IGNORECASE)
_RANGES = {"", "day", "month", "year"}


class SearxngStub(StubServer):
    """``formats`` as in its settings; ``reads_sites``: its engines know ``site:``; ``blocked`` names engines that did not answer. With
    ``has_limiter`` it takes who does not look like a browser for a program, by the rules of SearXNG's botdetection.
    """

    def __init__(
        self,
        pages: Sequence[StubPage] = (),
        *,
        formats: Sequence[str] = ("html", "json"),
        reads_sites: bool = True,
        blocked: Sequence[str] = (),
        has_limiter: bool = False,
        **fields: object,
    ) -> None:
        super().__init__(**fields)
        self.pages, self.formats, self.reads_sites, self.blocked = pages, formats, reads_sites, blocked
        self.has_limiter = has_limiter

    def answer(self, request: Request) -> Reply:
        asked = request.query if request.method == "GET" else request.form()
        if request.path not in {"/", "/search"}:
            return Reply(404, b"<!doctype html><title>404</title>", "text/html; charset=utf-8")
        if self.has_limiter and not _is_browser(request.headers):
            return Reply(429, b"Too Many Requests", "text/plain; charset=utf-8")
        if asked.get("format", "html") not in self.formats:
            return Reply(403, b"<!doctype html><title>403 Forbidden</title>", "text/html; charset=utf-8")
        if not asked.get("q"):
            return json_reply({"error": "No query"}, 400)
        if asked.get("time_range", "") not in _RANGES:
            return json_reply({"error": "Invalid value for parameter time_range"}, 400)
        sites = _SITE.findall(asked["q"]) if self.reads_sites else ()
        said = _SITE.sub(" ", asked["q"]).replace("(", " ").replace(")", " ").replace(" OR ", " ")
        hits = [] if self.blocked else find_pages(self.pages, said, suffixes=sites)
        return json_reply(
            {
                "query": asked["q"],
                "number_of_results": 0,
                "results": [_row(hit, place) for place, hit in enumerate(hits[:20], 1)],
                "answers": [],
                "corrections": [],
                "infoboxes": [],
                "suggestions": [],
                "unresponsive_engines": [[name, "Suspended: too many requests"] for name in self.blocked],
            }
        )


def _is_browser(headers: Mapping[str, str]) -> bool:
    """http_accept, http_accept_encoding, http_accept_language, http_connection and http_user_agent of its botdetection."""
    codings = {coding.strip().partition(";")[0] for coding in headers.get("Accept-Encoding", "").split(",")}
    return (
        "text/html" in headers.get("Accept", "")
        and bool(codings & {"gzip", "deflate"})
        and bool(headers.get("Accept-Language", "").strip())
        and headers.get("Connection", "").lower() != "close"
        and _PROGRAM.search(headers.get("User-Agent", "") or "unknown") is None
    )


def _row(hit: Hit, place: int) -> dict:
    page = hit.page
    return {
        "url": page.url,
        "title": page.title,
        "content": hit.excerpt,
        "publishedDate": page.published_at.replace(tzinfo=None).isoformat() if page.published_at else None,
        "engine": "duckduckgo",
        "engines": ["duckduckgo", "brave"],
        "positions": [place, place],
        "parsed_url": [*urlsplit(page.url), ""],
        "template": "default.html",
        "score": round(2 / place, 3),
        "category": "general",
    }
