"""Settings from the environment: what is read, and what is refused by name."""

from decimal import Decimal
from pathlib import Path

import pytest

from causalflow import env

pytestmark = pytest.mark.pure


@pytest.fixture(autouse=True)
def _own_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "problems", [])


def test_text_unset_and_empty_and_blank_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAMPLE", raising=False)
    assert env.env_text("SAMPLE", "default") == "default"
    for empty in ("", "  ", "\t"):
        monkeypatch.setenv("SAMPLE", empty)
        assert env.env_text("SAMPLE", "default") == "default"


@pytest.mark.parametrize(
    ("raw", "expected"), [("1", True), ("true", True), (" YES ", True), ("On", True), ("0", False), ("no", False), ("", False)]
)
def test_bool_reads_common_words(monkeypatch: pytest.MonkeyPatch, raw: str, expected: bool) -> None:
    monkeypatch.setenv("SAMPLE", raw)
    assert env.env_bool("SAMPLE", not expected) is expected
    assert env.problems == []


@pytest.mark.parametrize("raw", ["2", "maybe", "ja", "True!", "１"])
def test_bool_nonsense_is_reported_by_name(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv("SAMPLE", raw)
    assert env.env_bool("SAMPLE", True) is True
    assert env.problems == [f"SAMPLE is {raw!r}; expected 1 or 0."]


@pytest.mark.parametrize(("raw", "expected"), [("3", 3), (" 10 ", 10), ("1", 1), ("", 5), ("007", 7)])
def test_int_reads_whole_numbers_in_range(monkeypatch: pytest.MonkeyPatch, raw: str, expected: int) -> None:
    monkeypatch.setenv("SAMPLE", raw)
    assert env.env_int("SAMPLE", 5, low=1, high=10) == expected
    assert env.problems == []


@pytest.mark.parametrize("raw", ["0", "11", "-1", "1.5", "1e1", "ten", "１０", "1_0", "+3", "9" * 5000, "²"])
def test_int_nonsense_is_reported_by_name(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv("SAMPLE", raw)
    assert env.env_int("SAMPLE", 5, low=1, high=10) == 5
    assert env.problems == [f"SAMPLE is {raw!r}; expected a whole number from 1 to 10."]


def test_int_negative_in_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMPLE", "-3")
    assert env.env_int("SAMPLE", 5, low=-4, high=10) == -3


def test_choice_unknown_word_is_reported_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMPLE", "magic")
    assert env.env_choice("SAMPLE", "rules", choices=("rules", "llm")) == "rules"
    assert env.problems == ["SAMPLE is 'magic'; expected one of rules, llm."]
    monkeypatch.setenv("SAMPLE", "llm")
    assert env.env_choice("SAMPLE", "rules", choices=("rules", "llm")) == "llm"


def test_list_drops_empty_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMPLE", " a, ,b,,")
    assert env.env_list("SAMPLE") == ["a", "b"]


def test_secret_comes_from_the_variable_or_from_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAMPLE", "direct")
    assert env.env_secret("SAMPLE") == "direct"
    monkeypatch.delenv("SAMPLE")
    (tmp_path / "secret").write_text("from file\n", encoding="utf-8")
    monkeypatch.setenv("SAMPLE_FILE", str(tmp_path / "secret"))
    assert env.env_secret("SAMPLE") == "from file"
    assert env.problems == []


def test_secret_file_missing_empty_or_binary_is_reported_without_its_content(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00secret")
    for name, word in (("none", "FileNotFoundError"), ("empty", "is empty"), ("binary", "UnicodeDecodeError"), (".", "IsADirectoryError")):
        monkeypatch.setattr(env, "problems", [])
        monkeypatch.setenv("SAMPLE_FILE", str(tmp_path / name))
        assert env.env_secret("SAMPLE") == ""
        assert len(env.problems) == 1
        assert env.problems[0].startswith("SAMPLE_FILE names ")
        assert word in env.problems[0]


def test_secret_given_twice_is_reported_once_without_its_value(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hush-file", encoding="utf-8")
    monkeypatch.setenv("SAMPLE", "hush-variable")
    monkeypatch.setenv("SAMPLE_FILE", str(tmp_path / "secret"))
    env.env_secret("SAMPLE")
    env.env_secret("SAMPLE")
    assert env.problems == ["SAMPLE and SAMPLE_FILE are both set; expected one of them."]


@pytest.mark.parametrize(
    ("raw", "expected"), [("30", "30"), ("0", "0"), ("12.5", "12.5"), (" 7.000001 ", "7.000001"), ("", "30"), ("100", "100")]
)
def test_decimal_reads_plain_figures_in_range(monkeypatch: pytest.MonkeyPatch, raw: str, expected: str) -> None:
    monkeypatch.setenv("SAMPLE", raw)
    assert env.env_decimal("SAMPLE", "30", low="0", high="100") == Decimal(expected)
    assert env.problems == []


@pytest.mark.parametrize("raw", ["100.000001", "-1", "1e2", "NaN", "Infinity", "$30", "1,5", "３０", "1.0000001"])
def test_decimal_nonsense_is_reported_by_name(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv("SAMPLE", raw)
    assert env.env_decimal("SAMPLE", "30", low="0", high="100") == Decimal(30)
    assert env.problems == [f"SAMPLE is {raw!r}; expected a figure from 0 to 100, such as 30."]


def test_choices_are_those_named_in_their_own_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for raw, expected in (("", ()), ("b,a", ("a", "b")), ("all", ("a", "b", "c")), (" c , ", ("c",))):
        monkeypatch.setenv("SAMPLE", raw)
        assert env.env_choices("SAMPLE", choices=("a", "b", "c")) == expected
    assert env.problems == []
    monkeypatch.setenv("SAMPLE", "a,d")
    assert env.env_choices("SAMPLE", choices=("a", "b")) == ("a",)
    assert env.problems == ["SAMPLE holds 'd'; expected all, or some of a, b, separated by commas."]
