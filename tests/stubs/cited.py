"""Pages of every kind that a citation may point to, all on one server of this machine; the path says which."""

from html import escape

from tests.stubs.pdf import make_pdf
from tests.stubs.server import Reply, Request, StubServer
from tests.stubs.walls import WALLS

HTML = "text/html; charset=utf-8"
STORY = (
    "The statistics office of Elbonia published its monthly figures on Thursday.",
    "Retail sales in Elbonia rose 3.1% in May from a year earlier, the office said in its release.",
    "Furniture and cars sold best, food stood still, and the shops by the harbour were closed for a week.",
    "Economists had expected less, and several of them said that they would look at their models once more.",
)
WORDS = " ".join(STORY)


def page(title: str, text: str, *, date: str = "", status: int = 200) -> Reply:
    meta = f'<meta property="article:published_time" content="{date}">' if date else ""
    body = "".join(f"<p>{escape(line)}</p>" for line in text.split("\n") if line.strip())
    head = f'<head><meta charset="utf-8"><title>{escape(title)}</title>{meta}</head>'
    markup = f"<!doctype html><html>{head}<body><article><h1>{escape(title)}</h1>{body}</article></body></html>"
    return Reply(status, markup.encode(), HTML)


def _script_only() -> Reply:
    filler = "<script>" + "window.app = window.app || [];" * 100 + "</script>"
    return Reply(
        200, f'<!doctype html><html><head><title>App</title></head><body><div id="root"></div>{filler}</body></html>'.encode(), HTML
    )


def _redirect(to: str) -> Reply:
    return Reply(302, b"", "text/plain", headers={"Location": to})


class CitedWeb(StubServer):
    """``/ok/…`` holds the story, ``/contradicting`` another figure, ``/other`` something else; the rest is what its name says.

    ``/tagged`` is the story under ``etag``, which it answers with 304 to whoever holds it.
    """

    etag = '"first"'

    def answer(self, request: Request) -> Reply:
        title = "Retail sales in Elbonia, May"
        kind = request.path.strip("/").split("/")[0]
        pages = {
            "": page("Elbonia Times", "News of the day.\nPrices, sports and weather from all parts of the country, each morning."),
            "ok": page(title, "\n".join(STORY)),
            "tagged": self._tagged(request, title),
            "moved": _redirect("/ok/moved-here"),
            "contradicting": page(title, "\n".join(STORY).replace("rose 3.1%", "rose 1.3%")),
            "other": page("A walk in the hills", "The path begins behind the church and climbs for two hours.\n" * 9),
            "soft-404": page("Page not found", "Sorry, the page you are looking for could not be found."),
            "parked": page("elbonia.example", "This domain is for sale. Buy this domain. Related searches: loans, insurance."),
            "wall": Reply(403, b"<title>Forbidden</title>", HTML),
            "login": Reply(401, b"", HTML),
            "gone": Reply(410, b"", HTML),
            "broken": Reply(503, b"", HTML),
            "home": _redirect("/"),
            "script": _script_only(),
            "pdf": Reply(200, make_pdf([list(STORY)], title=title), "application/pdf"),
            "text": Reply(200, WORDS.encode(), "text/plain; charset=utf-8"),
            "json": Reply(200, ('{"release": "' + WORDS + '"}').encode(), "application/json"),
            **WALLS,
            "forward": Reply(200, b"<html><head><meta http-equiv=refresh content='0; url=/ok/1'></head></html>", HTML),
            "picture": Reply(200, b"\x89PNG\r\n\x1a\n" + bytes(99), "image/png"),
        }
        return pages.get(kind, Reply(404, b"<title>Not found</title>", HTML))

    def _tagged(self, request: Request, title: str) -> Reply:
        headers = {"ETag": self.etag, "Last-Modified": "Thu, 04 Jun 2026 08:00:00 GMT", "Cache-Control": "no-cache"}
        if self.etag in request.headers.get("If-None-Match", ""):
            return Reply(304, b"", HTML, headers=headers)
        whole = page(title, "\n".join(STORY))
        return Reply(200, whole.body, HTML, headers=headers)
