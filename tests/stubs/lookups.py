"""The web archive's availability API and Crossref, as far as citation checks ask them."""

from tests.stubs.server import Reply, Request, StubServer, json_reply


class LookupStub(StubServer):
    """``/wayback`` knows copies by address, and like the archive none by an address with a scheme; ``/works/DOI`` works by DOI."""

    def __init__(self, *, copies: dict[str, str] | None = None, works: dict[str, dict] | None = None, **fields: object) -> None:
        super().__init__(**fields)
        self.copies, self.works = copies or {}, works or {}

    def answer(self, request: Request) -> Reply:
        if request.path == "/wayback":
            url = request.query.get("url", "")
            copy = {known.partition("://")[2]: copy for known, copy in self.copies.items()}.get(url)
            closest = {"status": "200", "available": True, "url": copy, "timestamp": "20260102030405"}
            return json_reply({"url": url, "archived_snapshots": {"closest": closest} if copy else {}})
        work = self.works.get(request.path.removeprefix("/works/"))
        return json_reply({"status": "ok", "message": work}) if work else Reply(404, b"Resource not found.", "text/plain")
