"""JSON is read strictly, line by line, whatever stands in the file."""

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from verification.core.strict_json import parse_answer
from verification.strict_json import MAX_LINE_BYTES, BadInput, is_binary, parse_json, parse_object, read_lines

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "not JSON: Expecting value (character 1)"),
        ("{", "not JSON: Expecting property name enclosed in double quotes (character 2)"),
        ('{"a": NaN}', "not JSON: NaN is no number"),
        ('{"a": -Infinity}', "not JSON: -Infinity is no number"),
        ('{"a": 1, "a": 2}', "the key 'a' stands twice in one object"),
        ('{"a": {"b": 1, "b": 1}}', "the key 'b' stands twice in one object"),
        ("[1]", "expected a JSON object, got a list"),
        ('"a"', "expected a JSON object, got a string"),
        ("true", "expected a JSON object, got true or false"),
        ("null", "expected a JSON object, got null"),
        ("{'a': 1}", "not JSON: Expecting property name enclosed in double quotes (character 2)"),
        ('{"a": 1} {"b": 2}', "not JSON: Extra data (character 10)"),
        ('{"a": "\t"}', "not JSON: Invalid control character at (character 8)"),
        ("[" * 100_000, "not JSON that can be read: nested too deeply"),
        (b'{"a": "\xff"}', "not UTF-8 text (byte 8)"),
    ],
)
def test_bad_json_is_named(text: str | bytes, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_object(text)
    assert str(caught.value) == problem


def test_endless_number_is_named() -> None:
    with pytest.raises(BadInput, match="not JSON that can be read"):
        parse_object('{"a": ' + "9" * 5000 + "}")


def test_half_surrogates_become_the_replacement_sign_and_pairs_stay() -> None:
    assert parse_json('["\\ud83d", "\\ud83d\\ude00", {"\\udc00": 1}]') == ["\ufffd", "\U0001f600", {"\ufffd": 1}]


def test_byte_order_mark_is_no_part_of_the_text() -> None:
    assert parse_object(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_lines_are_numbered_and_blank_ones_left_out() -> None:
    file = io.BytesIO(b'{"a": 1}\n\n  \r\n{"b": 2}\r\n{"c": 3}')
    assert [(number, json.loads(line)) for number, line in read_lines(file)] == [(1, {"a": 1}), (4, {"b": 2}), (5, {"c": 3})]


def test_overlong_line_is_cut_and_the_next_one_read() -> None:
    file = io.BytesIO(b'{"a": "' + b"x" * (2 * MAX_LINE_BYTES) + b'"}\n{"b": 2}\n')
    lines = list(read_lines(file))
    assert [number for number, _ in lines] == [1, 2]
    assert len(lines[0][1]) == MAX_LINE_BYTES
    assert parse_object(lines[1][1]) == {"b": 2}


@pytest.mark.parametrize(
    "content, binary",
    [
        (b"", False),
        (b'{"a": 1}\n', False),
        ("中文".encode(), False),
        (("x" + "中" * 40_000).encode(), False),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", True),
        (b"\xff\xfe{\0}\0", True),
        (b"\x80\x81\x82", True),
        (b'{"a": 1}\n\xff\xfe\n', False),
        (b'\0\n{"a": 1}\n', False),
    ],
)
def test_binary_file_is_told_from_text_with_bad_lines(content: bytes, binary: bool) -> None:
    file = io.BytesIO(content)
    assert is_binary(file) is binary
    assert file.read() == content


def test_hostile_json_of_the_public_suite_is_refused() -> None:
    """Rows that must be refused are; the rest is read or refused, and never breaks."""
    path = Path(__file__).resolve().parents[2] / "shared" / "data" / "hostile" / "broken_json.jsonl"
    rows = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    taken = []
    for row in map(json.loads, filter(None, rows)):
        try:
            parse_json(base64.b64decode(row["b64"]) if row["b64"] else row["text"])
        except BadInput:
            continue
        taken.append((row["why"], row["expect"], row["source"]))
    # The other rows are good JSON that a model answer must not hold.
    assert [row for row in taken if row[1:] == ("reject", "JSONTestSuite")] == []


@pytest.mark.parametrize("make", [str, str.encode])
def test_answers_of_services_hold_no_nul(make: Callable[[str], str | bytes]) -> None:
    written = json.dumps({"a\x00": ["b\x00c", {"d": "\x00", "e": 1}], "f": "利率", "g": None})
    assert parse_answer(make(written)) == {"a\ufffd": ["b\ufffdc", {"d": "\ufffd", "e": 1}], "f": "利率", "g": None}
    assert parse_object(make(written))["a\x00"] == ["b\x00c", {"d": "\x00", "e": 1}]
    with pytest.raises(BadInput, match="stands twice"):
        parse_answer(make('{"a": 1, "a": "\\u0000"}'))
