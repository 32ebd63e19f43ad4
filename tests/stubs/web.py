"""The pages of a little web as their publishers would serve them, all from one address: the Host header says whose page is asked for."""

from collections.abc import Sequence
from html import escape

from tests.stubs.pages import StubPage
from tests.stubs.server import Reply, Request, StubServer
from verification.core.sources.domains import canonical_url

HTML = "text/html; charset=utf-8"
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>{title}</title>{date}</head>
<body><nav><a href="/">Home</a></nav><article><h1>{title}</h1>{text}</article><footer>All rights reserved.</footer></body></html>"""


class WebStub(StubServer):
    def __init__(self, pages: Sequence[StubPage] = (), **fields: object) -> None:
        super().__init__(**fields)
        self.pages = {canonical_url(page.url): page for page in pages}

    def answer(self, request: Request) -> Reply:
        if request.path == "/robots.txt":
            return Reply(404, b"", "text/plain")
        page = self.pages.get(canonical_url(f"http://{request.headers['Host']}{request.path}"))
        return Reply(404, b"<!doctype html><title>Not found</title>", HTML) if page is None else Reply(200, _write(page).encode(), HTML)


def _write(page: StubPage) -> str:
    at = page.published_at
    date = f'<meta property="article:published_time" content="{at.isoformat()}">' if at else ""
    text = "".join(f"<p>{escape(line)}</p>" for line in page.text.splitlines() if line.strip())
    return _PAGE.format(title=escape(page.title), date=date, text=text)
