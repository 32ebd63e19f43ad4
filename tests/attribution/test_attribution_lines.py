"""``batch attribution``: the contract's keys, bad lines named with their field, the rest answered."""

import json
from pathlib import Path

import pytest

from tests.commands.shell import run_command

PORT = "2025年集装箱吞吐量达到320万标箱，比上年增加26万标箱。"
TABLE = "| 项目 | 2025年 | 2024年 |\n|---|---|---|\n| 泊位数 | 14 | 12 |\n| 员工人数 | 8,420 | 7,615 |"
LINE = {"id": "a", "answer": "员工人数比2024年增加805人。", "documents": [{"content": PORT}, {"id": "t", "content": TABLE}]}


def _batch(tmp_path: Path, *lines: object) -> tuple[int, list[dict[str, object]]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines))
    result = run_command("batch", "attribution", source, target)
    return result.status, [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_a_line_becomes_its_sources_and_sentences(tmp_path: Path) -> None:
    status, [answer] = _batch(tmp_path, LINE)
    assert (status, answer["id"], answer["mode"]) == (0, "a", "reverse")
    assert [(source["index"], source["document_id"], source["formatted_text"]) for source in answer["sources"]] == [(1, "t", "未知文档")]
    [sentence] = answer["sentences"]
    assert sentence.keys() == {"start", "end", "supported", "state", "sources", "derivation", "derivations", "cells", "reason"}
    assert (sentence["state"], sentence["reason"]) == ("carried", None)
    assert (sentence["start"], sentence["end"], sentence["supported"]) == (0, len(LINE["answer"]), True)
    assert [TABLE[link["start"] : link["end"]] for link in sentence["sources"]] == ["| 员工人数 | 8,420 | 7,615 |"]
    derivation = sentence["derivation"]
    assert sentence["derivations"] == [derivation]
    assert (derivation["op"], derivation["value"]) == ("difference", "805")
    assert [(one["document_id"], one["value"], TABLE[one["start"] : one["end"]]) for one in derivation["operands"]] == [
        ("t", "8420", "8,420"),
        ("t", "7615", "7,615"),
    ]


def test_a_figure_of_another_row_says_so_in_words(tmp_path: Path) -> None:
    _, [answer] = _batch(tmp_path, LINE | {"answer": "2025年员工人数为7,615人。"})
    [sentence] = answer["sentences"]
    assert (sentence["supported"], sentence["state"], sentence["cells"]) == (False, "elsewhere", [])
    reason = sentence["reason"]
    assert reason["code"] == "other_figure"
    assert reason["text"] == "文档中有“7,615”，但那是另一项的数字：“员工人数 · 2024年: 7,615”。这句话说的是“员工人数 · 2025年: 8,420”。"
    assert [(reason[side]["document_id"], TABLE[reason[side]["start"] : reason[side]["end"]]) for side in ("found", "named")] == [
        ("t", "7,615"),
        ("t", "8,420"),
    ]
    assert [TABLE[head["start"] : head["end"]] for head in reason["named"]["heads"]] == ["员工人数", "2025年"]


def test_a_reranker_s_results_are_taken_with_scores_of_their_range(tmp_path: Path) -> None:
    documents = [{"doc": {"id": "t", "metadata": {"content": TABLE, "document_name": "年报"}}, "rerank_score": -0.5, "rank": 1}]
    line = LINE | {"documents": documents, "score_range": "sigmoid", "question": "员工人数变化？"}
    status, [answer, bad, odd] = _batch(tmp_path, line, line | {"score_range": None}, line | {"score_range": "?"})
    assert status == 1
    [source] = answer["sources"]
    assert (source["document_id"], source["formatted_text"], round(source["relevance_score"], 4)) == ("t", "年报", 0.3775)
    assert bad["error"].startswith("documents.0.rerank_score: expected a score from 0 to 1")
    assert odd["error"].startswith("score_range: expected two numbers, the least and the greatest score")


def test_documents_without_ids_go_by_their_place(tmp_path: Path) -> None:
    line = LINE | {"documents": [{"content": PORT}, {"content": TABLE, "metadata": None}]}
    _, [answer] = _batch(tmp_path, line)
    assert answer["sources"][0]["document_id"] == 1


def test_forward_lists_documents_as_they_are(tmp_path: Path) -> None:
    documents = [{"content": PORT, "rerank_score": score} for score in (0.5, 0.1, 0.9)]
    _, [answer] = _batch(tmp_path, LINE | {"documents": documents, "mode": "forward", "max_sources": 1})
    assert (answer["mode"], answer["sentences"]) == ("forward", [])
    assert [(source["document_id"], source["relevance_score"], source["match_score"]) for source in answer["sources"]] == [(2, 0.9, None)]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"answer": None}, "answer"),
        ({"documents": None}, "documents"),
        ({"documents": [{"id": "x"}]}, "documents.0"),
        ({"documents": [{"doc": {"metadata": {}}}]}, "documents.0.doc.metadata.content"),
        ({"documents": [{"content": "x", "rerank_score": 1.5}]}, "documents.0.rerank_score"),
        ({"documents": [{"content": "x", "rerank_score": -0.1}]}, "documents.0.rerank_score"),
        ({"documents": [{"content": "x", "metadata": []}]}, "documents.0.metadata"),
        ({"mode": "sideways"}, "mode"),
        ({"max_sources": 0}, "max_sources"),
        ({"max_sources": "5"}, "max_sources"),
    ],
)
def test_bad_fields_are_named_and_the_rest_goes_on(tmp_path: Path, change: dict[str, object], named: str) -> None:
    status, [bad, good] = _batch(tmp_path, LINE | change, LINE)
    assert (status, bad["line"], bad["id"]) == (1, 1, "a")
    assert str(bad["error"]).removeprefix("the key ").startswith((f"{named}:", f"{named} is missing"))
    assert good["sentences"][0]["supported"]


@pytest.mark.parametrize("written", [b'{"answer": "x", "documents": [{"content": "x", "rerank_score": NaN}]}', b"[1]", b"no json"])
def test_what_is_no_json_is_an_error_line(tmp_path: Path, written: bytes) -> None:
    status, [answer] = _batch(tmp_path, written)
    assert (status, answer.keys()) == (1, {"line", "error"})


def test_empty_answers_and_documents_have_no_sources(tmp_path: Path) -> None:
    twins = [{"id": 1, "content": PORT}, {"id": 1, "content": TABLE}]
    lines = [LINE | {"answer": ""}, LINE | {"documents": []}, LINE | {"documents": [{"content": ""}]}, LINE | {"documents": twins}]
    status, answers = _batch(tmp_path, *lines)
    assert status == 0
    assert [len(answer["sources"]) for answer in answers] == [0, 0, 0, 1]
