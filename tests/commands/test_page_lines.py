"""``batch pages``: an answer as it came over the network, and what it is taken for."""

import base64

import pytest

from verification.stateless import answer_pages
from verification.strict_json import BadInput

pytestmark = pytest.mark.pure

STORY = "<article><p>The central bank of Elbonia kept its policy rate at 5.25% on Thursday, as nearly all had expected.</p></article>"


def _line(html: str, **fields: object) -> dict[str, object]:
    body = base64.b64encode(html.encode()).decode()
    return {"id": "a", "status": 200, "headers": {"Content-Type": "text/html"}, "body_base64": body, **fields}


def test_a_line_is_told_by_its_kind_with_the_text_of_an_article() -> None:
    found = answer_pages(_line(f"<html><head><title>Rate</title></head><body>{STORY}</body></html>"))
    assert (found["id"], found["kind"], "5.25%" in found["text"], found["title"]) == ("a", "article", True, "Rate")
    wall = answer_pages(_line("<title>Just a moment...</title>", status=503))
    assert (wall["kind"], wall["text"], wall["mark"]) == ("wall", "", "Just a moment...")
    packed = answer_pages(_line("\x0b\x02\x80", headers={"Content-Encoding": "br"}))
    assert (packed["kind"], packed["text"]) == ("unread", "")


def test_a_body_that_is_no_base64_is_said_to_be_so() -> None:
    with pytest.raises(BadInput, match="body_base64: expected the body in base64"):
        answer_pages(_line("", body_base64="%%%"))
