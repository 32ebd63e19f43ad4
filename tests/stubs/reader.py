"""A reader of drawn pages, by Jina Reader's protocol: POST {url} gives {code, status, data: {title, url, content, publishedTime}}."""

from tests.stubs.server import Reply, Request, StubServer, json_reply


class ReaderStub(StubServer):
    """Knows pages by address, as (title, Markdown); ``key`` "" asks for none."""

    def __init__(self, pages: dict[str, tuple[str, str]], *, key: str = "", **fields: object) -> None:
        super().__init__(**fields)
        self.pages, self.key = pages, key

    def answer(self, request: Request) -> Reply:
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return json_reply({"code": 401, "name": "AuthenticationFailedError"}, 401)
        url = request.json().get("url", "")
        if url not in self.pages:
            return json_reply({"code": 422, "name": "AssertionFailureError"}, 422)
        title, content = self.pages[url]
        data = {"title": title, "url": url, "content": content, "publishedTime": "2026-06-18T08:00:00Z", "usage": {"tokens": 90}}
        return json_reply({"code": 200, "status": 20000, "data": data})
