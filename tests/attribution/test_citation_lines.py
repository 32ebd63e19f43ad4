"""``batch citations``: the contract's keys, bad lines named, the rest answered."""

import json
from pathlib import Path

from tests.commands.shell import run_command

KEYS = {"kind", "text", "url", "start", "end", "claim"}


def _batch(tmp_path: Path, *lines: object) -> tuple[int, list[dict[str, object]]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines))
    result = run_command("batch", "citations", source, target)
    return result.status, [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_a_line_becomes_its_citations(tmp_path: Path) -> None:
    text = "物价下降3%（[CPI](https://a.example)）。据世界银行《全球经济展望》预测，增长2%。"
    status, [answer] = _batch(tmp_path, {"id": "a", "text": text, "other": 1})
    assert (status, answer["id"]) == (0, "a")
    first, second = answer["citations"]
    assert first.keys() >= KEYS
    assert {key: first[key] for key in ("kind", "text", "url", "claim")} == {
        "kind": "markdown",
        "text": "[CPI](https://a.example)",
        "url": "https://a.example",
        "claim": "物价下降3%。",
    }
    assert (second["kind"], second["url"], second["text"]) == ("title", None, "世界银行《全球经济展望》")
    assert all(one["text"] == text[one["start"] : one["end"]] for one in answer["citations"])


def test_bad_lines_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    status, answers = _batch(
        tmp_path, {"id": 1}, {"id": 2, "text": 5}, b"no json", b'{"id": 3, "text": "a\\u0000\\ud800b"}', {"id": 4, "text": ""}
    )
    assert status == 1
    assert [(answer.get("line"), answer.get("id")) for answer in answers] == [(1, 1), (2, 2), (3, None), (None, 3), (None, 4)]
    assert answers[0]["error"] == "the key text is missing; expected a string, Markdown or plain"
    assert answers[1]["error"] == "text: input should be a valid string; expected a string, Markdown or plain"
    assert [answer["citations"] for answer in answers[3:]] == [[], []]
