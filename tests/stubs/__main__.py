"""A program among stubs: ``python -m tests.stubs COMMAND…`` plays search services, models, publishers of series and the demo's web.

The program finds them by its environment, as it would find the real ones; they end with it. Tavily is not played: it dates news alone, and
the pages of real authorities, which would say their dates themselves, are no part of the little web.
"""

import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import replace

import django
from django.utils import timezone

from tests.stubs.chat import ChatStub
from tests.stubs.pages import StubPage
from tests.stubs.played import play
from tests.stubs.played_series import play_series
from tests.stubs.searxng import SearxngStub
from tests.stubs.serper import SerperStub
from tests.stubs.web import WebStub

LATENCY_S = 0.3


def read_pages() -> list[StubPage]:
    """The demo's pages; those of invented publishers without TLS, for nobody vouches for their names."""
    from verification.services.nodes.demo import read_demo_documents

    pages = [StubPage(entry.url, entry.title, entry.text, entry.published_at) for entry in read_demo_documents(now=timezone.now())]
    return [replace(page, url=page.url.replace("https://", "http://", 1)) if ".example/" in page.url else page for page in pages]


def run_among_stubs(command: list[str]) -> int:
    pages = read_pages()
    with contextlib.ExitStack() as stack:
        web, serper, searxng = (stack.enter_context(stub(pages, latency_s=LATENCY_S)) for stub in (WebStub, SerperStub, SearxngStub))
        model = stack.enter_context(ChatStub(play, latency_s=LATENCY_S))
        publishers = stack.enter_context(play_series(timezone.localdate(), latency_s=LATENCY_S))
        played = {
            "DEMO_MODEL": model.base_url,
            "SERPER_API_KEY": serper.key,
            "SERPER_URL": serper.url,
            "SEARXNG_URL": searxng.url,
            "DEMO_STUBS": web.url.removeprefix("http://"),
            **publishers.environment(),
        }
        program = subprocess.Popen(command, env=os.environ | played)
        signal.signal(signal.SIGTERM, lambda *_: program.terminate())
        # Ctrl-C reaches the program too, which ends in its own way.
        signal.signal(signal.SIGINT, lambda *_: None)
        return program.wait()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.stubs COMMAND…")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "causalflow.settings")
    django.setup()
    sys.exit(run_among_stubs(sys.argv[1:]))
