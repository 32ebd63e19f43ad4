"""Text that no grammar foresees costs itself: its own line, its own page, never the rest of the batch or of the run."""

import json
from pathlib import Path

import pytest

from tests.commands.shell import run_command
from tests.factories import JUNE_18, make_document, make_node

# Numerals that break off: a scale without a number behind 分之, and an amount whose last coin ends the text.
BROKEN = ("1分之多万", "百分之余万", "价格0三$一分", "多多万", "又三美分", "数几来余")
NODE = {"label": "Elbonia central bank policy rate", "kind": "percent", "unit": "%"}
TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, {host} reports after the meeting of its board."
HOSTS = ("a.example", "b.example", "c.example")
RESULTS = [
    {"title": f"News of {host}", "url": f"https://{host}/1", "content": TEXT.format(host=host), "published_date": "2026-06-17"}
    for host in HOSTS
]


def _batch(tmp_path: Path, task: str, *lines: object) -> tuple[int, list[dict[str, object]]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    status = run_command("batch", task, source, target).status
    return status, [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_batch_reads_the_figures_of_broken_numerals(tmp_path: Path) -> None:
    lines = [{"id": number, "text": text} for number, text in enumerate(BROKEN)]
    status, answers = _batch(tmp_path, "quantities", *lines, {"id": "good", "text": "五元三毛"})
    assert (status, [answer.get("error") for answer in answers]) == (0, [None] * (len(BROKEN) + 1))
    assert [(found["value"], found["text"]) for found in answers[-1]["quantities"]] == [("5.3", "五元三毛")]


@pytest.mark.parametrize("text", BROKEN)
def test_batch_settles_a_node_beside_a_page_of_broken_numerals(tmp_path: Path, text: str) -> None:
    hostile = {"title": text, "url": "https://d.example/1", "content": f"{TEXT.format(host='d.example')} {text}"}
    line = {"id": 1, "node": NODE, "as_of": "2026-06-18", "results": [*RESULTS, hostile], "whitelist": []}
    status, [answer] = _batch(tmp_path, "consensus", line)
    assert (status, answer["value"], answer["counts"]["domains"]) == (0, "5.25%", 4)


@pytest.mark.parametrize("text", BROKEN)
def test_batch_judges_claims_and_answers_of_broken_numerals(tmp_path: Path, text: str) -> None:
    support = {"id": 1, "claim": f"The rate is 5.25%. {text}", "documents": [{"text": f"{TEXT} {text}"}]}
    attribution = {"id": 1, "answer": f"{text}。The rate is 5.25%.", "documents": [{"content": f"{text} {TEXT}"}]}
    assert _batch(tmp_path, "support", support)[0] == 0
    assert _batch(tmp_path, "attribution", attribution)[0] == 0


@pytest.mark.parametrize(
    "node",
    [
        {"label": "截至9月31日，埃尔博尼亚基准利率为____", "kind": "percent"},
        {"label": "Elbonia policy rate on February 30", "kind": "percent"},
        {**NODE, "reference_period": "2026-02-30"},
        {**NODE, "reference_period": "2026-13"},
        {**NODE, "reference_period": "0000-01"},
        {**NODE, "reference_period": "2026-05..2026-01"},
    ],
)
def test_batch_bears_a_day_that_no_month_has(tmp_path: Path, node: dict[str, str]) -> None:
    good = {"id": "good", "node": NODE, "as_of": "2026-06-18", "results": RESULTS, "whitelist": []}
    status, answers = _batch(tmp_path, "consensus", {**good, "id": "bad", "node": node}, good)
    assert (status, ["error" in answer for answer in answers], answers[1]["value"]) == (0, [False, False], "5.25%")


def test_batch_takes_the_month_of_a_day_that_it_does_not_have(tmp_path: Path) -> None:
    content = "截至{}月末，埃尔博尼亚基准利率为{}%。"
    results = [
        {"title": "", "url": f"https://{host}/1", "content": content.format(*said), "published_date": "2026-10-08"}
        for host, said in zip((*HOSTS, "d.example"), [(9, 5)] * 3 + [(8, 4)], strict=True)
    ]
    node = {"label": "截至9月31日，埃尔博尼亚基准利率为____", "kind": "percent"}
    line = {"id": 1, "node": {**node, "independence": "domains"}, "as_of": "2026-10-09", "results": results, "whitelist": []}
    _, [answer] = _batch(tmp_path, "consensus", line)
    assert (answer["number"], [source["stance"] for source in answer["others"]]) == ("5", ["off_topic"])


@pytest.mark.django_db
@pytest.mark.parametrize("text", BROKEN)
def test_a_run_reads_past_a_page_of_broken_numerals(text: str) -> None:
    for host in (*HOSTS, "d.example"):
        content = TEXT.format(host=host) + (f" {text}" if host == "d.example" else "")
        make_document(url=f"https://{host}/policy", title=f"Elbonia: {host}", text=content, published_at=JUNE_18)
    make_node("elbonia", label=NODE["label"])
    result = run_command("verify", "elbonia", "--json", "--as-of", "2026-06-19")
    line = json.loads(result.out)
    assert (result.status, line["status"], line["value"], len(line["sources"])) == (0, "finished", "5.25%", 4)
