"""``read`` shows what was understood, and names what it can't read."""

import json

import pytest

from tests.commands.shell import run_command
from verification.core.reading.questions import MAX_NAME

TEXT = "Poland's jobless rate edged up to 5.6% in September."


def test_a_text_becomes_a_table() -> None:
    result = run_command("read", TEXT, "--date", "2025-10-23")
    assert result.status == 0
    assert result.out.splitlines()[0].split("\t") == ["SAID", "SUBJECT", "MEASURE", "PERIOD", "STATUS", "SPEAKER"]
    assert result.out.splitlines()[-1].split("\t") == ["5.6%", "Poland", "jobless rate (level)", "2025-09", "asserted", "page"]


def test_a_text_as_json_keeps_the_words_of_every_slot() -> None:
    result = run_command("read", TEXT, "--date", "2025-10-23", "--json")
    statement = json.loads(result.out.splitlines()[-1])
    assert statement["subject"]["head"] == {"text": "Poland", "start": 0, "end": 6, "field": "content", "origin": "clause"}
    assert (statement["measure"]["code"], statement["value"]["number"]) == ("unemployment_rate", "5.6")


def test_a_question_is_read_as_one_line() -> None:
    result = run_command("read", "Chile unemployment rate", "--question", "--kind", "percent")
    assert result.out.strip() == "read as: Chile · unemployment rate · percent · latest"


def test_a_question_as_json() -> None:
    answer = json.loads(run_command("read", "智利失业率", "--question", "--json").out)
    assert (answer["subject"]["head"]["text"], answer["measure"]["words"]["text"], answer["period"]["period"]) == ("智利", "失业率", None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["  "], "There is nothing to read: the text is empty."),
        ([TEXT, "--date", "soon"], "--date takes a day as YYYY-MM-DD, not 'soon'."),
        (["x" * (MAX_NAME + 1), "--question"], f"A question has at most {MAX_NAME} characters; this one has {MAX_NAME + 1}."),
    ],
)
def test_bad_input_is_named(arguments: list[str], said: str) -> None:
    result = run_command("read", *arguments)
    assert (result.status, said in result.err) == (2, True)
