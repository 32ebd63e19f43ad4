"""Pages in every charset, labelled rightly, wrongly and not at all."""

import base64
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import grows_within
from verification.providers.pages.charsets import charset_of, decode, find_charset
from verification.providers.pages.letters import guess_charset

HOSTILE = Path(__file__).resolve().parents[4] / "shared" / "data" / "hostile"
ROWS = [json.loads(line) for line in (HOSTILE / "charset_pages.jsonl").read_text(encoding="utf-8").splitlines()]
CHINESE = ("gb", "big5", "utf-8/", "utf-16")


def _is_exact(row: dict[str, str]) -> bool:
    decoded = decode(base64.b64decode(row["text"]), row["header"] or "")
    if "expect_text" in row:
        return row["expect_text"] in decoded.text
    return decoded.charset == charset_of(row["expect"])


def test_pages_are_read_exactly() -> None:
    wrong = [row["id"] for row in ROWS if not _is_exact(row)]
    assert len(wrong) <= len(ROWS) * 0.05, wrong


def test_chinese_pages_are_read_exactly_without_exception() -> None:
    chinese = [row for row in ROWS if "expect_text" in row and row["expect"].startswith(CHINESE)]
    assert len(chinese) >= 15
    assert [row["id"] for row in chinese if not _is_exact(row)] == []


TEXT = "中国人民银行7月宣布，一年期贷款市场报价利率为3.45%，维持不变。"
TRADITIONAL = "中央銀行宣布重貼現率維持2.00%不變，消費者物價指數年增2.52%。"


@pytest.mark.parametrize(
    "codec, text", [("gb18030", TEXT), ("gbk", TEXT), ("gb2312", TEXT), ("big5", TRADITIONAL), ("big5hkscs", TRADITIONAL)]
)
@pytest.mark.parametrize(
    "header", ["text/html", "text/html; charset=iso-8859-1", "text/html; charset=utf-8", "text/html; charset=nonsense"]
)
@pytest.mark.parametrize("meta", ["", '<meta charset="utf-8">', '<meta charset="windows-1252">'])
def test_chinese_is_read_whatever_the_labels_say(codec: str, text: str, header: str, meta: str) -> None:
    page = f"<html><head>{meta}<title>{text[:6]}</title></head><body><p>{text}</p></body></html>"
    assert decode(page.encode(codec), header).text == page


@pytest.mark.parametrize(
    "codec, text, name",
    [
        ("shift_jis", "日銀は政策金利を0.25%に引き上げた。", "shift_jis"),
        ("euc_jp", "日銀は政策金利を0.25%に引き上げた。", "euc-jp"),
        ("euc_kr", "한국은행은 기준금리를 3.50%로 동결했다.", "euc-kr"),
        ("cp1251", "Банк России сохранил ключевую ставку на уровне 18,00%", "windows-1251"),
        ("koi8-r", "Банк России сохранил ключевую ставку на уровне 18,00%", "koi8-r"),
        ("cp1252", "L’inflation en août a été révisée à la hausse, à 2,3 %", None),
        ("iso8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy", None),
        ("ascii", "The rate is 5.25 percent.", None),
    ],
)
def test_letters_speak_for_a_charset(codec: str, text: str, name: str | None) -> None:
    assert guess_charset(text.encode(codec)) == name


@pytest.mark.parametrize(
    "body, header, name",
    [
        (b"\xef\xbb\xbfplain", "text/html; charset=gbk", "utf-8"),
        (b"\xff\xfe<\x00", "", "utf-16-le"),
        (b"<\x00h\x00", "text/html", "utf-16-le"),
        ("利率".encode(), "text/html; charset=gbk", "utf-8"),
        (b"plain", "text/html; charset=GB2312", "gb18030"),
        (b"plain", "text/html; charset=utf-7", "windows-1252"),
        (b"plain", "text/html; charset=rot13", "windows-1252"),
        (b"plain", "text/html; charset='base64'", "windows-1252"),
        (b"\x1b$B", "text/html; charset=iso-2022-jp", "iso-2022-jp"),
    ],
)
def test_a_mark_and_utf_8_stand_before_labels_and_unknown_labels_count_for_nothing(body: bytes, header: str, name: str) -> None:
    assert find_charset(body, header) == name


def test_one_damaged_letter_does_not_change_the_charset() -> None:
    page = TEXT * 20
    body = page.encode("gb18030")
    assert decode(body[:101] + b"\xff" + body[101:], "text/html; charset=gbk").charset == "gb18030"
    assert decode(page.encode() + b"\xff", "text/html; charset=utf-8").charset == "utf-8"


@pytest.mark.parametrize(
    "body", [b"<meta " * 200_000, b"<meta charset" + b" " * 1_000_000, b"<!--" * 300_000, b"\xff" * 1_000_000, b"<a " + b"=" * 1_000_000]
)
def test_a_hostile_beginning_costs_little(body: bytes) -> None:
    assert grows_within(8, lambda: decode(body[: len(body) // 4], ""), lambda: decode(body, ""))


@given(st.binary(max_size=300), st.text(max_size=40))
def test_any_bytes_have_a_text(body: bytes, header: str) -> None:
    assert isinstance(decode(body, header).text, str)
