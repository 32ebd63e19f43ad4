"""``batch``: a bad line becomes an error line, the rest goes on, and no database is needed."""

import json
from pathlib import Path

import pytest

from tests.commands.shell import run_command
from tests.services.gateway.asking import make_profile
from tests.stubs import rates
from tests.stubs.chat import ChatStub
from tests.stubs.models import names

NODE = {"label": "Elbonia central bank policy rate", "kind": "percent", "unit": "%"}
TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, {host} reports after the meeting of its board."
RESULTS = [
    {
        "title": f"News of {host}",
        "url": f"https://{host}/1",
        "content": TEXT.format(host=host),
        "published_date": "2026-06-17",
        "score": 0.9,
    }
    for host in ("a.example", "b.example", "c.example")
]
LINE = {"id": "one", "node": NODE, "as_of": "2026-06-18", "results": RESULTS}
OUT_KEYS = {
    "id", "value", "number", "unit", "trend", "confidence", "badge", "reason", "narrative_context", "bound_by", "sources", "others",
    "conflicts", "counts", "review",
}  # fmt: skip


def _batch(tmp_path: Path, task: str, *lines: object) -> tuple[int, list[dict[str, object]], str]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines))
    result = run_command("batch", task, source, target)
    return result.status, [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()], result.err


def test_consensus_answers_with_every_key(tmp_path: Path) -> None:
    status, [answer], _ = _batch(tmp_path, "consensus", LINE)
    assert status == 0
    assert answer.keys() >= OUT_KEYS
    assert (answer["id"], answer["value"], answer["number"], answer["confidence"]) == ("one", "5.25%", "5.25", "cross_validated")
    assert answer["counts"] == {"domains": 3, "stories": 3}
    for source in answer["sources"]:
        page = next(result for result in RESULTS if result["url"] == source["url"])
        assert source["passage"] == page[source["field"]][source["start"] : source["end"]]


def test_consensus_shows_every_result_once(tmp_path: Path) -> None:
    bad = [{"title": "", "url": "ftp://x.example/", "content": "5.25%"}, {"title": None, "url": "", "content": None}]
    _, [answer], _ = _batch(tmp_path, "consensus", {**LINE, "results": RESULTS + bad})
    urls = [source["url"] for source in answer["sources"] + answer["others"]]
    assert sorted(urls) == sorted([result["url"] for result in RESULTS] + ["ftp://x.example/", ""])


def test_consensus_takes_the_pages_of_its_own_answer(tmp_path: Path) -> None:
    """Under the names that answers give them."""
    _status, [first], _err = _batch(tmp_path, "consensus", LINE)
    pages = [*first["sources"], *first["others"]]
    _status, [again], _err = _batch(tmp_path, "consensus", {**LINE, "results": pages})
    assert (again["value"], again["badge"], again["counts"]) == (first["value"], first["badge"], first["counts"])
    assert [page["published_at"] for page in again["sources"]] == [page["published_at"] for page in first["sources"]]


@pytest.mark.parametrize(
    "lang, why", [("en", "the sentence names the node and states the value"), (None, "the sentence names the node and states the value")]
)
def test_consensus_says_why_in_words(tmp_path: Path, lang: str | None, why: str) -> None:
    _, [answer], _ = _batch(tmp_path, "consensus", {**LINE, "lang": lang})
    assert answer["sources"][0]["why"] == why


def test_consensus_says_why_in_the_language_asked_for(tmp_path: Path) -> None:
    _, [answer], _ = _batch(tmp_path, "consensus", {**LINE, "lang": "zh-CN"})
    assert any("\u4e00" <= letter <= "\u9fff" for letter in answer["sources"][0]["why"])


def test_consensus_takes_the_whitelist_of_the_line_or_the_shipped_one(tmp_path: Path) -> None:
    shipped = [{**RESULTS[0], "url": "https://www.reuters.com/1"}]
    lines = [
        {**LINE, "results": shipped},
        {**LINE, "results": shipped, "whitelist": []},
        {**LINE, "results": RESULTS[:1], "whitelist": ["a.example"], "stage": 1},
        {**LINE, "results": RESULTS[:1], "stage": 1},
    ]
    _, answers, _ = _batch(tmp_path, "consensus", *lines)
    assert [answer["badge"] for answer in answers] == ["whitelist_direct", "unknown", "whitelist_direct", "unknown"]


def test_consensus_counts_an_owner_once(tmp_path: Path) -> None:
    owners = {"a.example": "One", "b.example": "One"}
    _, [answer], _ = _batch(tmp_path, "consensus", {**LINE, "owners": owners, "whitelist": []})
    assert (answer["value"], answer["reason"]) == ("unknown", "too_few_domains")


def test_bad_lines_become_errors_and_the_rest_goes_on(tmp_path: Path) -> None:
    status, answers, err = _batch(
        tmp_path,
        "consensus",
        b"not json",
        {"id": 7},
        {**LINE, "id": "two", "node": {**NODE, "min_domains": 2}},
        b'{"id": "x", "node": {"label": NaN}}',
        b"\xff",
        b"",
        {**LINE, "as_of": "soon"},
        {**LINE, "stage": 3},
        {**LINE, "results": [{"title": "no address"}]},
        b"[" * 100_000,
        LINE,
    )
    assert status == 1
    assert [(answer.get("line"), answer.get("id")) for answer in answers] == [
        (1, None),
        (2, 7),
        (3, "two"),
        (4, None),
        (5, None),
        (7, "one"),
        (8, "one"),
        (9, "one"),
        (10, None),
        (None, "one"),
    ]
    assert [answer.get("error") for answer in answers[1:3]] == [
        "the key node is missing",
        "node.min_domains: input should be greater than or equal to 3",
    ]
    assert answers[-1]["value"] == "5.25%"
    assert "9 of 10 lines could not be answered" in err


def test_half_surrogates_in_a_page_are_written_as_text(tmp_path: Path) -> None:
    line = json.dumps(LINE).replace("News of a.example", "News \\ud83d of a.example").encode()
    status, [answer], _ = _batch(tmp_path, "consensus", line)
    assert status == 0
    assert any("News \ufffd of" in source["title"] for source in answer["sources"])


def test_same_line_has_the_same_answer_byte_for_byte(tmp_path: Path) -> None:
    _batch(tmp_path, "consensus", LINE)
    first = (tmp_path / "out.jsonl").read_bytes()
    _batch(tmp_path, "consensus", LINE)
    assert (tmp_path / "out.jsonl").read_bytes() == first


def test_ground_accepts_what_the_pages_hold_and_lists_what_is_made_up(tmp_path: Path) -> None:
    proposal = {
        "value": "5.25%",
        "quote": "kept its policy rate at 5.25% on Thursday",
        "sources": [
            {"title": "A", "url": "https://a.example/1", "domain": "a.example"},
            {"title": "None", "url": "https://nowhere.example/1", "domain": "nowhere.example"},
        ],
    }
    _, [answer, refused], _ = _batch(
        tmp_path,
        "ground",
        {**LINE, "proposal": proposal},
        {**LINE, "proposal": {**proposal, "value": "6%", "quote": "raised to 6%"}},
    )
    assert (answer["value"], answer["bound_by"], answer["proposal_accepted"]) == ("5.25%", "model", True)
    assert answer["fabricated"] == [{"title": "None", "url": "https://nowhere.example/1", "domain": "nowhere.example"}]
    assert (refused["value"], refused["proposal_accepted"]) == ("unknown", False)


def test_ground_without_a_proposal_is_a_bad_line(tmp_path: Path) -> None:
    status, [answer], _ = _batch(tmp_path, "ground", LINE)
    assert (status, answer["error"]) == (1, "the key proposal is missing")


def test_quantities_have_exact_spans(tmp_path: Path) -> None:
    text = "由5.25%下调25个基点，金额约4.5万亿元，fell 4.1 percent, 3%-3.5%"
    status, [answer], _ = _batch(tmp_path, "quantities", {"id": 1, "text": text})
    assert (status, answer["id"]) == (0, 1)
    for quantity in answer["quantities"]:
        assert quantity["text"] == text[quantity["start"] : quantity["end"]]
        assert quantity.keys() >= {"text", "start", "end", "value", "unit", "kind"}
    assert [(quantity["value"], quantity["unit"]) for quantity in answer["quantities"]] == [
        ("5.25", "%"),
        ("25", "bp"),
        ("4500000000000", "CNY"),
        ("4.1", "%"),
        ("3..3.5", "%"),
    ]
    assert answer["quantities"][2]["approx"] is True
    assert answer["quantities"][3]["direction"] == "down"


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["magic", "in.jsonl", "out.jsonl"], "invalid choice: 'magic'"),
        (["quantities", "in.jsonl"], "the following arguments are required: OUT.jsonl"),
        (["quantities", "missing.jsonl", "out.jsonl"], "can't be read: No such file or directory."),
        (["quantities", "picture.png", "out.jsonl"], "is no text file"),
        (["quantities", "in.jsonl", "nowhere/out.jsonl"], "can't be written: No such file or directory."),
        (["quantities", "in.jsonl", "in.jsonl"], "IN and OUT are the same file."),
        (["quantities", "in.jsonl", "out.jsonl", "--extractor", "llm"], "No model is configured; use --extractor rules."),
        (["quantities", "in.jsonl", "out.jsonl", "--fast"], "unrecognized arguments: --fast"),
    ],
)
@pytest.mark.django_db
def test_batch_refuses_what_makes_no_sense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.jsonl").write_text('{"id": 1, "text": "5%"}\n', encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    result = run_command("batch", *arguments)
    assert result.status == 2
    assert sentence in result.err
    assert (tmp_path / "in.jsonl").read_text(encoding="utf-8") == '{"id": 1, "text": "5%"}\n'


def test_batch_of_an_empty_file_writes_an_empty_one(tmp_path: Path) -> None:
    status, answers, _ = _batch(tmp_path, "quantities")
    assert (status, answers) == (0, [])


@pytest.mark.django_db
def test_batch_consensus_asks_a_model_where_the_rules_leave_it_open(tmp_path: Path) -> None:
    text = rates.LOOSE.format(rate="5.25") + " A market day in {host}."
    loose = [{**result, "title": "Elbonia policy rate", "content": text.format(host=result["url"])} for result in RESULTS]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = [LINE, {**LINE, "id": "two", "node": {**NODE, "label": "Elbonia policy rate"}, "stage": 2, "results": loose}, {"id": "bad"}]
    source.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    with ChatStub(names("5.25%")) as stub:
        make_profile(stub.base_url)
        result = run_command("batch", "consensus", str(source), str(target), "--extractor", "llm")
    one, two, bad = (json.loads(line) for line in target.read_text(encoding="utf-8").splitlines())
    assert (one["value"], one["bound_by"], two["value"], two["bound_by"]) == ("5.25%", "rules", "5.25%", "model")
    assert ("error" in bad, result.status, len(stub.received)) == (True, 1, 1)


def test_read_answers_texts_and_questions_and_names_what_is_wrong(tmp_path: Path) -> None:
    lines = (
        {"id": 1, "text": "Poland's jobless rate is 5.6%.", "date": "2025-10-23"},
        {"id": 2, "question": "智利失业率", "kind": "percent"},
        {"id": 3},
        {"id": 4, "text": "x", "question": "y"},
        {"id": 5, "text": "x", "date": "soon"},
        {"id": 6, "question": "y", "kind": "odd"},
    )
    status, answers, _ = _batch(tmp_path, "read", *lines)
    assert status == 1
    [statement] = answers[0]["statements"]
    assert (statement["subject"]["head"]["text"], statement["measure"]["code"]) == ("Poland", "unemployment_rate")
    assert answers[1]["question"]["read_as"] == "智利 · 失业率 · latest"
    assert [answer["error"] for answer in answers[2:]] == [
        "text: missing; a line has a text or a question.",
        "text and question: a line has one of them.",
        "date: 'soon' is no day as YYYY-MM-DD.",
        "kind: input should be 'percent', 'currency', 'number' or 'text'",
    ]
