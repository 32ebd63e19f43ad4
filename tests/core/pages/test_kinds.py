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


def _finds(kind: str, where: str, example: str) -> bool:
    if where == Where.TITLE:
        return said_by_title(kind, example) is not None
    if where == Where.TEXT and kind != "moved":
        return said_in_speech(kind, speech_of(example)) is not None
    return find_mark(kind, Where(where), example) is not None


def test_every_row_finds_its_example() -> None:
    assert [row for row in SIGNS if not _finds(row[0], row[1], row[3])] == []


def test_no_row_stands_twice() -> None:
    assert len({row[:3] for row in SIGNS}) == len(SIGNS)


@pytest.mark.parametrize("has_source", [True, False])
def test_what_stands_in_the_place_of_content(has_source: bool) -> None:
    def judged(status: str, title: str, text: str) -> str:
        outline = Outline(visible=text, has_scripts=True) if has_source else None
        return judge_answer(Answer(status=int(status), title=title, text=text, outline=outline)).kind

    rows = _rows("stand_ins.tsv")
    assert [row for row in rows if judged(row[1], row[2], _text(row[3])) != row[0]] == []


@pytest.mark.parametrize("title, told", _rows("articles.tsv"), ids=lambda cell: cell[:30])
@pytest.mark.parametrize("is_article", [True, False])
def test_articles_about_them_are_articles(title: str, told: str, is_article: bool) -> None:
    text = _text(told)
    outline = Outline(visible=text, has_scripts=True, is_article=is_article)
    assert judge_answer(Answer(title=title, text=text, outline=outline)).kind == PageKind.ARTICLE
    assert judge_answer(Answer(title=title, text=text)).kind == PageKind.ARTICLE
