"""The web archive's index and availability API, Crossref and DataCite, as far as citation checks ask them."""

from datetime import UTC, datetime
from urllib.parse import unquote

from tests.stubs.server import Reply, Request, StubServer, json_reply


class LookupStub(StubServer):
    """``/cdx`` knows copies by address and moments at which they were taken, unless it is down; ``/wayback`` the last of them, and like the
    archive none by an address with a scheme; ``/works/DOI`` works by DOI, and ``/dois/DOI`` titles.
    """

    def __init__(
        self,
        *,
        copies: dict[str, list[str]] | None = None,
        works: dict[str, dict] | None = None,
        titles: dict[str, str] | None = None,
        **fields: object,
    ) -> None:
        super().__init__(**fields)
        self.copies, self.works, self.titles = copies or {}, works or {}, titles or {}
        self.is_index_down = False

    def answer(self, request: Request) -> Reply:
        if request.path == "/cdx":
            return Reply(503, b"", "text/plain") if self.is_index_down else json_reply(self._index(request.query))
        if request.path == "/wayback":
            return json_reply(self._available(request.query.get("url", "")))
        if request.path.startswith("/dois/"):
            title = self.titles.get(unquote(request.path.removeprefix("/dois/")))
            return json_reply({"data": {"attributes": {"titles": [{"title": title}]}}}) if title else json_reply({"errors": []}, 404)
        work = self.works.get(request.path.removeprefix("/works/"))
        return json_reply({"status": "ok", "message": work}) if work else Reply(404, b"Resource not found.", "text/plain")

    def _index(self, query: dict[str, str]) -> list[list[str]]:
        """The rows of CDX; an empty list where nothing is held."""
        near = query.get("closest", "")
        taken = sorted(self.copies.get(query.get("url", ""), []), key=lambda one: abs(_moment(one) - _moment(near)))
        return [[query.get("fl", "")], *([one] for one in taken[: int(query.get("limit", "5"))])] if taken else []

    def _available(self, url: str) -> dict:
        taken = {known.partition("://")[2]: (known, moments[-1]) for known, moments in self.copies.items()}.get(url)
        if taken is None:
            return {"url": url, "archived_snapshots": {}}
        known, moment = taken
        copy = f"http://web.archive.org/web/{moment}/{known}"
        return {"url": url, "archived_snapshots": {"closest": {"status": "200", "available": True, "url": copy, "timestamp": moment}}}


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
