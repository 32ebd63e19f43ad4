"""Hostile words in pasted text, addresses, titles, passages and disputes: nothing of them becomes an element that acts."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.test import Client

from attribution.models import Citation, CitationReport
from attribution.services.citations.lifecycle import create_report
from tests.attribution.cited_rows import judge, make_report
from tests.hostile import storable
from tests.tags import read_tags
from tests.views.test_hostile import batches, canaries_in_turn

pytestmark = pytest.mark.django_db

ENDINGS = ("?c=1", "?v=misinformation")


def fill(user: User, texts: list[str]) -> CitationReport:
    """A report whose text and every shown field are hostile."""
    text = "\n\n".join(
        f"{storable(one)} said 3.1% [{storable(one)}](https://a.example/{n}) <{storable(one)}>" for n, one in enumerate(texts)
    )
    report = create_report(text=text, trigger="page", requested_by=user, enqueue=False)
    for place, one in enumerate(report.citations.order_by("index")):
        said = storable(texts[place % len(texts)])
        judge(
            one,
            status="misinformation" if place % 2 else "verified",
            existence="there",
            supports="misinformation" if place % 2 else "verified",
            url=said,
            final_url=said,
            hops=[said],
            archive_url=said,
            page_title=said,
            passages=[{"start": 0, "end": len(said), "text": said, "score": 0.5, "url": said}],
            aligned=[{"code": said, "claimed": said, "claim_start": 0, "claim_end": 2, "found": said, "passage": 0, "start": 0, "end": 2}],
            replacement={"url": said, "title": said, "passage": said, "score": 0.9},
            reasons=[{"code": "soft_not_found", "params": {"mark": said}}, {"code": said, "params": {}}],
            dispute_reason=said,
        )
    Citation.objects.filter(report=report).update(disputed_at=report.created_at)
    CitationReport.objects.filter(pk=report.pk).update(status="failed", error=storable(texts[0])[:500], finished_at=report.created_at)
    return report


def active(client: Client, address: str) -> list[str]:
    """Elements of the page's content that act, and links that are no plain ones."""
    head, _main, rest = client.get(address).content.partition(b"<main")
    assert (head[:1], rest[-8:].strip()) == (b"<", b"</html>")
    tags = read_tags(rest.rpartition(b"</main>")[0])
    acting = [
        tag.html[:80] for tag in tags if tag.name in ("script", "img", "iframe", "object", "embed", "style", "svg", "math", "base", "link")
    ]
    acting = [one for one in acting if not one.startswith(('<svg aria-hidden="true" class="', '<svg class="i"', '<svg class="shares"'))]
    handlers = [tag.html[:80] for tag in tags if any(name.startswith("on") for name in tag.attrs)]
    links = [tag.attrs[name] for name in ("href", "src", "action", "hx-get") for tag in tags if name in tag.attrs]
    return acting + handlers + [link for link in links if not link.startswith(("/", "#", "?", "http://", "https://"))]


@pytest.mark.parametrize("texts", [*canaries_in_turn(), *batches()])
def test_hostile_words_stay_words(analyst: User, analyst_client: Client, texts: list[str]) -> None:
    report = fill(analyst, texts)
    for ending in ENDINGS:
        assert active(analyst_client, f"/citations/{report.pk}/{ending}") == []
    assert active(analyst_client, "/citations/") == []
    exported = BeautifulSoup(analyst_client.get(f"/citations/{report.pk}/export.html").content, "html.parser")
    assert {one.name for one in exported.find_all(True)} <= {"html", "head", "meta", "title", "body", "div", "a", "span"}
    cells = analyst_client.get(f"/citations/{report.pk}/export.csv").content.decode()
    assert not [line for line in cells.split('\n"') if line.startswith(("=", "+", "@"))]


def test_hostile_parameters_choose_nothing(analyst: User, analyst_client: Client) -> None:
    report = make_report(user=analyst)
    for value in ("<script>", "-1", "999999999999999999999", "'", "٣"):
        assert analyst_client.get(f"/citations/{report.pk}/", {"c": value, "v": value}).status_code == 200
        assert analyst_client.get(f"/citations/{report.pk}/live/", {"seen": value, "v": value}).status_code == 200
        assert analyst_client.post(f"/citations/{report.pk}/1/dispute/", {"reason": value}).status_code == 302
    assert analyst_client.post(f"/citations/{report.pk}/1/dispute/", {"reason": "\x00"}).status_code == 302
