"""Google's Fact Check Tools API: GET /v1alpha1/claims:search with the key as a header, and its errors as Google writes them."""

from tests.stubs.server import Reply, Request, StubServer, json_reply

KEY = "AIzaSyStubStubStubStubStubStubStubStub0"


def error_reply(code: int, status: str, message: str) -> Reply:
    return json_reply({"error": {"code": code, "message": message, "status": status}}, code)


class FactCheckStub(StubServer):
    """``claims`` by the query that finds them."""

    def __init__(self, claims: dict[str, list[dict]] | None = None, *, key: str = KEY, **fields: object) -> None:
        super().__init__(**fields)
        self.claims, self.key = claims or {}, key

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1alpha1"

    def answer(self, request: Request) -> Reply:
        if request.path != "/v1alpha1/claims:search":
            return Reply(404, b"<html>Not found</html>", "text/html")
        given = request.headers.get("X-Goog-Api-Key") or ""
        if not given:
            return error_reply(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
        if given != self.key:
            return error_reply(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
        if not request.query.get("query"):
            return error_reply(400, "INVALID_ARGUMENT", "Request must have a query or a review publisher site filter.")
        found = self.claims.get(request.query["query"], [])
        return json_reply({"claims": found} if found else {})


def reviewed(text: str, rating: str = "False", url: str = "https://checkers.example/sales") -> dict:
    review = {
        "publisher": {"name": "The Checkers", "site": "checkers.example"},
        "url": url,
        "title": "No, sales did not rise that much",
        "reviewDate": "2026-06-05T00:00:00Z",
        "textualRating": rating,
        "languageCode": "en",
    }
    return {"text": text, "claimant": "A newspaper", "claimDate": "2026-06-04T00:00:00Z", "claimReview": [review]}
