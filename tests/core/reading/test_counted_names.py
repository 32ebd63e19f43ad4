"""A name whose words all stand about the figure that counts them needs no taking apart."""

from datetime import date

import pytest

from verification.core.reading.counted_names import with_counted_name
from verification.core.reading.questions import read_question
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Statement
from verification.core.vocabulary import NodeKind

BASE = date(2026, 5, 8)


def is_told(name: str, said: str) -> bool:
    question = read_question(name, base=BASE, kind=NodeKind.NUMBER)
    reader = TextReader(said, base=BASE)
    statement = next(one for one in reader.statements() if one.value is not None)
    told: Statement = with_counted_name(question, statement, reader)
    if told is statement:
        return False
    head = question.subject.head
    assert (told.subject.head and told.subject.head.text) == (head and head.text)
    return True


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Firefighters at Palisades fire", "6,306 firefighters are battling the Palisades fire."),
        ("Uninsured Texans", "Some 5,603 Texans are uninsured."),
        ("Americans opposed to the inquiry", "A poll found 38% of Americans oppose the inquiry."),
        ("议案反对票数", "该议案有5344票反对。"),
        ("未接种疫苗儿童人数", "全市有5640名儿童未接种疫苗。"),
        ("反对延迟退休的受访者比例", "调查显示，61%的受访者反对延迟退休。"),
        ("景区投诉件数", "景区共收到投诉6528件。"),
    ],
)
def test_a_figure_that_counts_the_name(name: str, said: str) -> None:
    assert is_told(name, said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Firefighters at Palisades fire", "6,306 firefighters are battling the Eaton fire."),
        ("Firefighters at Palisades fire", "The Palisades fire drew firefighters who burned 6,306 acres."),
        ("Firefighters at Palisades fire", "As the Palisades fire grew, 12 crews left; 6,306 firefighters stayed."),
        ("Students from Norway in Poland", "6,306 students from Poland are in Norway."),
        ("议案反对票数", "该议案获得5307票赞成。"),
        ("Uninsured Texans", "全州有5603人未参保。"),
        ("Texans", "Some 5,603 Texans came."),
    ],
)
def test_other_words_other_figures_and_other_languages_count_something_else(name: str, said: str) -> None:
    assert not is_told(name, said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("联邦基金利率", "本周按揭利率平均为5.75%，联邦基金利率保持不变。"),
        ("Federal funds rate", "The ECB kept its deposit rate at 5.75% as the federal funds rate held steady."),
        ("Federal funds rate", "The discount rate is 5.75%, above the federal funds rate."),
        ("Palisades fire firefighters", "The index fell to 4,271 as firefighters fought the Palisades fire."),
    ],
)
def test_a_rate_and_what_a_further_clause_tells_count_nothing(name: str, said: str) -> None:
    assert not is_told(name, said)
