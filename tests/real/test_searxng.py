"""A real SearXNG, from the checkout that ``SEARXNG_DIR`` names, with one engine that asks a page server of ours.

Its requirements are expected in an environment beside it (``.venv``, ``venv`` or ``local/py3``), or ``SEARXNG_PYTHON`` names an interpreter
that has them. The limiter needs Redis or Valkey on 127.0.0.1:6379.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.providers.searching import PAGES, make_query, search, urls_of
from tests.real.conftest import free_port, running, status_of
from tests.stubs.pages import find_pages
from tests.stubs.server import Reply, Request, StubServer, json_reply

# As ``make test-real`` was called: the settings of tests hear nothing of it.
CHECKOUT = os.environ.get("SEARXNG_DIR", "")
LIMITER_STORE = "127.0.0.1:6379"
QUERY = "Elbonia policy rate"


class Engine(StubServer):
    """What SearXNG's ``json_engine`` asks."""

    def answer(self, request: Request) -> Reply:
        found = find_pages(PAGES, request.query.get("q", ""))
        return json_reply({"results": [{"url": hit.page.url, "title": hit.page.title, "content": hit.excerpt} for hit in found]})


def _python() -> str:
    if not CHECKOUT:
        pytest.skip("SEARXNG_DIR names no checkout of SearXNG: the real one is left out, and tests/providers plays it")
    named = os.environ.get("SEARXNG_PYTHON", "")
    known = [Path(CHECKOUT) / place / "bin" / "python" for place in (".venv", "venv", "local/py3")]
    found = named or next((str(path) for path in known if path.exists()), "")
    if not found:
        pytest.skip(f"{CHECKOUT} has no environment with its requirements; expected .venv, or SEARXNG_PYTHON")
    return found


@contextmanager
def _searxng(folder: Path, *, has_limiter: bool) -> Iterator[str]:
    """Its address. The settings are JSON, which is YAML too."""
    python, port = _python(), free_port()
    with Engine() as engine:
        ours = {
            "name": "ours", "engine": "json_engine", "shortcut": "ou", "categories": "general", "enable_http": True, "timeout": 10.0,
            "search_url": f"{engine.url}/find?q={{query}}", "results_query": "results", "url_query": "url", "title_query": "title",
            "content_query": "content",
        }  # fmt: skip
        written = {
            "use_default_settings": {"engines": {"keep_only": ["wikipedia"]}},
            "search": {"formats": ["html", "json"]},
            "server": {"secret_key": "only-for-tests", "bind_address": "127.0.0.1", "port": port, "limiter": has_limiter},
            "valkey": {"url": f"valkey://{LIMITER_STORE}/9" if has_limiter else False},
            "engines": [{"name": "wikipedia", "disabled": True}, ours],
        }
        settings_file = folder / "settings.yml"
        settings_file.write_text(json.dumps(written), encoding="utf-8")
        command = [python, "-m", "searx.webapp"]
        with running(command, port=port, log=folder / "log", cwd=Path(CHECKOUT), SEARXNG_SETTINGS_PATH=str(settings_file)):
            yield f"http://127.0.0.1:{port}"


def test_a_search_is_answered(tmp_path: Path, settings: LazySettings) -> None:
    with _searxng(tmp_path, has_limiter=False) as settings.SEARXNG_URL:
        answer = search("searxng", make_query(QUERY))
    assert PAGES[0].url in urls_of(answer)
    assert (answer.provider, answer.failures) == ("searxng", ())


def test_its_limiter_lets_us_by_and_not_a_bare_program(tmp_path: Path, settings: LazySettings) -> None:
    with _searxng(tmp_path, has_limiter=True) as settings.SEARXNG_URL:
        bare = status_of(f"{settings.SEARXNG_URL}/search?q=rate&format=json", Accept="application/json", User_Agent="CausalFlow/0.1")
        answer = search("searxng", make_query(QUERY))
    assert bare == 429
    assert PAGES[0].url in urls_of(answer)
