"""Pages that stand in the place of content, told from articles about them."""

from pathlib import Path

import pytest

from verification.core.language.tables import read_rows
from verification.core.pages.kinds import Answer, Outline, judge_answer
from verification.core.pages.signs import Where, find_mark, said_by_title, said_in_speech, speech_of
from verification.core.vocabulary import PageKind

HERE = Path(__file__).parent
SIGNS = list(read_rows("pages", "page_signs"))


def _rows(name: str) -> list[tuple[str, ...]]:
    lines = (HERE / name).read_text(encoding="utf-8").split("\n")
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]


def _text(told: str) -> str:
    return told.replace(" ¶ ", "\n")


@pytest.mark.parametrize("kind, where, pattern, example, _reason", SIGNS, ids=[f"{row[0]}-{row[1]}-{row[3][:24]}" for row in SIGNS])
def test_every_row_finds_its_example(kind: str, where: str, pattern: str, example: str, _reason: str) -> None:
    if where == Where.TITLE:
        assert said_by_title(kind, example) is not None
    elif where == Where.TEXT and kind != "moved":
        assert said_in_speech(kind, speech_of(example)) is not None
    else:
        assert find_mark(kind, Where(where), example) is not None


def test_no_row_stands_twice() -> None:
    assert len({row[:3] for row in SIGNS}) == len(SIGNS)


@pytest.mark.parametrize("row", _rows("stand_ins.tsv"), ids=lambda row: f"{row[0]}-{row[2][:20]}-{row[3][:20]}")
@pytest.mark.parametrize("has_source", [True, False])
def test_what_stands_in_the_place_of_content(row: tuple[str, str, str, str], has_source: bool) -> None:
    kind, status, title, told = row
    text = _text(told)
    outline = Outline(visible=text, has_scripts=True) if has_source else None
    assert judge_answer(Answer(status=int(status), title=title, text=text, outline=outline)).kind == kind


@pytest.mark.parametrize("title, told", _rows("articles.tsv"), ids=lambda cell: cell[:30])
@pytest.mark.parametrize("is_article", [True, False])
def test_articles_about_them_are_articles(title: str, told: str, is_article: bool) -> None:
    text = _text(told)
    outline = Outline(visible=text, has_scripts=True, is_article=is_article)
    assert judge_answer(Answer(title=title, text=text, outline=outline)).kind == PageKind.ARTICLE
    assert judge_answer(Answer(title=title, text=text)).kind == PageKind.ARTICLE
