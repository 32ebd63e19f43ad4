"""``batch support``: the contract's keys, reasons in the claim's language, bad lines named, the rest answered."""

import json
from pathlib import Path

import pytest

from attribution.reads.support import explain_support
from tests.commands.shell import run_command
from verification.core.claims.judging import SupportCode
from verification.core.evidence import Why

NOTE = "The library of Ostra lent 48,200 books in 2021, a tenth more than the year before."
PARAMS = {"missing": "a part", "figure": "12%", "operation": "growth", "claimed": "<b>5</b>", "found": "6"}


def _batch(tmp_path: Path, *lines: object) -> tuple[int, list[dict[str, object]]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines))
    result = run_command("batch", "support", source, target)
    return result.status, [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_a_line_becomes_a_verdict_with_its_passage(tmp_path: Path) -> None:
    line = {"id": "a", "claim": "The library of Ostra lent 48,200 books in 2021.", "documents": [{"text": NOTE, "title": None}], "other": 1}
    status, [answer] = _batch(tmp_path, line)
    assert (status, answer["id"], answer["status"], answer["why_code"], answer["why"]) == (
        0,
        "a",
        "verified",
        "stated",
        "a passage says it",
    )
    assert 0.5 <= answer["score"] <= 1
    assert answer["passages"][0] == {"document": 0, "start": 0, "end": len(NOTE), "text": NOTE, "score": answer["passages"][0]["score"]}
    assert answer["aligned"] == []


def test_a_contradiction_shows_both_sides(tmp_path: Path) -> None:
    line = {"id": 1, "claim": "The library of Ostra lent 41,200 books in 2021.", "documents": [{"text": NOTE}]}
    status, [answer] = _batch(tmp_path, line)
    assert (status, answer["status"], answer["why"]) == (0, "misinformation", "the documents have 48,200 in place of 41,200")
    pair = answer["aligned"][0]
    assert (pair["code"], pair["claimed"], pair["found"], NOTE[pair["start"] : pair["end"]]) == (
        "other_figure",
        "41,200",
        "48,200",
        "48,200",
    )


def test_no_documents_are_inconclusive(tmp_path: Path) -> None:
    status, [answer] = _batch(tmp_path, {"id": 1, "claim": "The library lent 41,200 books.", "documents": []})
    assert (status, answer["status"], answer["score"], answer["passages"]) == (0, "inconclusive", 0.0, [])


def test_bad_lines_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    status, answers = _batch(
        tmp_path,
        {"id": 1, "documents": []},
        {"id": 2, "claim": " ", "documents": []},
        {"id": 3, "claim": "a", "documents": [{"title": "b"}]},
        {"id": 4, "claim": "a", "documents": "b"},
        b"no json",
        {"id": 5, "claim": "a\u0000b \ufffd", "documents": [{"text": "\u0000"}]},
    )
    assert status == 1
    assert [(answer.get("line"), answer.get("id")) for answer in answers] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, None), (None, 5)]
    assert answers[0]["error"] == "the key claim is missing; expected a sentence that says something"
    assert answers[2]["error"] == "the key documents.0.text is missing; expected a list of objects with a text"
    assert str(answers[1]["error"]).startswith("claim: ")
    assert str(answers[3]["error"]).startswith("documents: ")


@pytest.mark.parametrize("code", list(SupportCode))
@pytest.mark.parametrize("lang", ["en", "zh", "xx"])
def test_every_reason_has_words(code: SupportCode, lang: str) -> None:
    said = explain_support(Why(code, PARAMS), lang=lang)
    assert said
    assert "%(" not in said
