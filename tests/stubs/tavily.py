"""Tavily as its documentation describes it and its users met it: POST /search with a bearer key."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from tests.stubs.pages import Hit, StubPage, find_pages
from tests.stubs.server import Reply, Request, StubServer, json_reply

KEY = "tvly-stub-0123456789abcdef"


def error_reply(status: int, message: str, **fields: object) -> Reply:
    return json_reply({"detail": {"error": message}}, status, **fields)


class TavilyStub(StubServer):
    """``leaks``: so many pages of hosts that were not asked for come along, as users observed."""

    def __init__(self, pages: Sequence[StubPage] = (), *, key: str = KEY, leaks: int = 0, **fields: object) -> None:
        super().__init__(**fields)
        self.pages, self.key, self.leaks = pages, key, leaks

    def answer(self, request: Request) -> Reply:
        if (request.method, request.path) != ("POST", "/search"):
            return json_reply({"detail": "Not Found"}, 404)
        if request.headers.get("Authorization") != f"Bearer {self.key}":
            return error_reply(401, "Unauthorized: missing or invalid API key.")
        body = request.json()
        refusal = _refusal(body)
        if refusal:
            return error_reply(400, refusal)
        # With a key in the body the hosts are silently ignored.
        suffixes = () if "api_key" in body else body.get("include_domains") or ()
        dates = {"since": _day(body.get("start_date")), "until": _day(body.get("end_date"), time.max)}
        hits = find_pages(self.pages, body["query"], suffixes=suffixes, **dates)
        if suffixes:
            hits += [hit for hit in find_pages(self.pages, body["query"]) if hit not in hits][: self.leaks]
        rows = [_row(hit, body) for hit in hits[: body.get("max_results", 5)]]
        return json_reply(
            {
                "query": body["query"],
                "follow_up_questions": None,
                "answer": None,
                "images": [],
                "results": rows,
                "response_time": 0.41,
                "request_id": "123e4567-e89b-12d3-a456-426614174111",
            }
        )


def _refusal(body: dict) -> str:
    if not body.get("query"):
        return "Query is missing."
    if len(body["query"]) > 400:
        return "Query is too long. Max query length is 400 characters."
    if not 0 <= body.get("max_results", 5) <= 20:
        return "max_results must be between 0 and 20."
    if body.get("topic", "general") not in {"general", "news", "finance"}:
        return "Invalid topic. Must be 'general', 'news' or 'finance'."
    if len(body.get("include_domains") or ()) > 300:
        return "Max 300 domains are allowed in include_domains."
    return ""


def _day(text: str | None, at: time = time.min) -> datetime | None:
    return datetime.combine(date.fromisoformat(text), at, tzinfo=UTC) if text else None


def _row(hit: Hit, body: dict) -> dict:
    page = hit.page
    row = {"url": page.url, "title": page.title, "content": hit.excerpt, "score": hit.score}
    row["raw_content"] = page.text if body.get("include_raw_content") else None
    if body.get("topic") == "news" and page.published_at:
        row["published_date"] = format_datetime(page.published_at.astimezone(UTC), usegmt=True)
    return row
