"""Hostile text in every field that a page shows: nothing of it becomes an element, an attribute or a link that runs."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from tests.hostile import CANARIES, SHARED, hostile_texts, storable
from tests.tags import Tag, read_tags
from tests.views.rows import make_node, make_page, make_state
from verification.models import ReviewItem, VerificationRun

OURS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "' onmouseover='alert(1)",
    "</textarea><svg/onload=alert(1)>",
    "{{ 7|add:7 }}{% debug %}",
    "\u202egnp.exe\u2066",
    "a\u200bb\x00c".replace("\x00", ""),
    "]]><![CDATA[<b>",
]
PER_PAGE = 60


def payloads() -> list[str]:
    """Our own, and those of the public set where it stands beside the project."""
    found = OURS + hostile_texts("xss", "naughty", "injections")
    return [text.replace("\x00", "") for text in found if text.replace("\x00", "").strip()]


def tags_of(client: Client, address: str) -> list[Tag]:
    response = client.get(address)
    assert response.status_code == 200
    return read_tags(response.content)


def skeleton(tags: list[Tag]) -> set[tuple[str, tuple[str, ...]]]:
    """The elements of a page with the names of their attributes, and no text."""
    return {(tag.name, tuple(sorted(tag.attrs))) for tag in tags}


def hrefs(tags: list[Tag]) -> set[str]:
    return {tag.attrs[name] for name in ("href", "src", "action", "xlink:href") for tag in tags if name in tag.attrs}


def fill(slug: str, texts: list[str]) -> VerificationRun:
    """A node whose every shown field is hostile, with one page for each text."""
    pages = [
        make_page(
            text,
            text[:3],
            title=text,
            url=text[:2000],
            domain=text[:253],
            why={"code": "restates_news", "params": {"origin": text}},
            value=text[:200],
        )
        for text in map(storable, texts)
    ]
    first = storable(texts[0])
    node = make_node(
        slug, label=first[:300], aliases=[storable(text)[:300] for text in texts], group=first[:60], unit=first[:30], tolerance=first[:20]
    )
    values = [{"value": storable(text)[:200], "number": "", "domains": [], "stories": 1} for text in texts[:3]]
    review = {"code": "values_disagree", "params": {"values": [storable(text) for text in texts]}}
    state = make_state(
        node,
        pages=pages,
        badge="needs_human",
        reason="values_disagree",
        value=first[:200],
        number="",
        unit=first[:30],
        conflicts=values,
        candidates=values,
        trace=[{"code": "rejected_value", "params": {"value": first, "stance": first}}, {"code": first, "params": {}}],
        review=review,
        error=first[:500],
    )
    ReviewItem.objects.create(subject_kind="run", subject_id=state.run_id, node=node, reason="values_disagree", why=review)
    return state.run


def canaries_in_turn() -> list[object]:
    """Each canary first, for the first of several texts stands in the most places of a page."""
    turns = [[*CANARIES[place:], *CANARIES[:place]] for place in range(len(CANARIES))]
    return [pytest.param(texts, id=f"canary {place}") for place, texts in enumerate(turns, 1)]


def batches() -> list[object]:
    """Every text there is, a page full at a time."""
    texts = payloads()
    parts = [texts[place : place + PER_PAGE] for place in range(0, len(texts), PER_PAGE)]
    return [pytest.param(part, id=f"whole {place}", marks=pytest.mark.long) for place, part in enumerate(parts, 1)]


@pytest.mark.parametrize("texts", [*canaries_in_turn(), *batches()])
def test_hostile_text_stays_text(reviewer_client: Client, texts: list[str]) -> None:
    """The pages hold the elements and attributes that plain words give, and no other."""
    # A lone value stands otherwise than one among several.
    plain = fill("plain", ["plain words", "利率为3.5%", "https://news.example/a"][: len(texts)])
    lists = {address: skeleton(tags_of(reviewer_client, address)) for address in ("/", "/reviews/")}
    hostile = fill("hostile", texts)
    likes = {f"/runs/{hostile.pk}/": f"/runs/{plain.pk}/", "/nodes/hostile/": "/nodes/plain/"}
    expected = lists | {address: skeleton(tags_of(reviewer_client, like)) for address, like in likes.items()}
    for address, shapes in expected.items():
        tags = tags_of(reviewer_client, address)
        assert skeleton(tags) - shapes == set()
        assert [href for href in hrefs(tags) if not href.startswith(("/", "#", "?", "http://", "https://"))] == []


def test_hostile_search_words_stay_text(analyst_client: Client) -> None:
    for text in OURS:
        response = analyst_client.get("/", {"q": text[:100], "group": text[:60], "badge": text, "sort": text, "page": text})
        page = BeautifulSoup(response.content, "html.parser")
        assert response.status_code == 200
        assert [script["src"].rpartition("/")[2] for script in page.find_all("script")] == ["page.js", "palette.js"]
        assert page.find_all("img") == []


def test_the_public_set_is_read_where_it_stands() -> None:
    assert len(payloads()) >= (1000 if SHARED.exists() else len(OURS) - 1)
