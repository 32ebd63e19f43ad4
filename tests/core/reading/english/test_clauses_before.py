"""The clause of a figure where another goes before it: who says so, what it comes of, when it is told."""

from datetime import date

import pytest

from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Form, Statement

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)


def _told(text: str, figure: str) -> Statement:
    return next(one for one in read_statements(text, base=BASE) if one.value and one.value.text.startswith(figure))


def _slots(text: str, figure: str) -> tuple[str, str]:
    told = _told(text, figure)
    head, measured = told.subject.head, told.measure.words
    return (head.text if head else "", measured.text if measured else "")


@pytest.mark.parametrize(("text", "figure", "subject", "measure"), [
    # What goes before "as" or "after" is not what is measured.
    ("Shares fell as revenue dropped to $4.2 billion.", "$4.2", "revenue", "revenue"),
    ("Shares of Lumeo fell after net profit dropped to $4.2 billion.", "$4.2", "Lumeo", "net profit"),
    ("Turkey raised its key rate after inflation jumped to 20 percent.", "20", "Turkey", "inflation"),
    ("Thousands of shops closed in May as the vacancy rate jumps to 14.7%", "14.7%", "vacancy rate", "vacancy rate"),
    ("Shares of Lumeo fell after Wistrel reported exports of $3 billion.", "$3", "Wistrel", "exports"),
    # What a participle leads to, and what a verb puts at a figure.
    ("Wistrel raised prices, lifting its margin to 5.2 percent.", "5.2", "Wistrel", "margin"),
    ("Mines shut down, leading to an unemployment rate of 9.3%, the highest since the Depression.", "9.3%", "", "unemployment rate"),
    ("Layoffs sent the unemployment rate soaring to 9.3% in May.", "9.3%", "unemployment rate", "unemployment rate"),
    ("The closures drove inflation up to 6.1 percent.", "6.1", "inflation", "inflation"),
    ("Sales lifted profit to $5 million.", "$5", "profit", "profit"),
    ("Sales lifted stocks by $5 million.", "$5", "Sales", "Sales"),
    ("Unemployment ticked up despite a job gain of 171,000 last month.", "171,000", "job gain", "job gain"),
    ("It came before the jobs report showing the unemployment rate at 9.3%.", "9.3%", "", "unemployment rate"),
    ("Norvik Steel closed two mills, cutting output by 4 percent.", "4", "Norvik Steel", "output"),
    ("Sales fell at Carver, bringing the loss for the year to $40 million.", "$40", "Carver", "loss"),
])  # fmt: skip
def test_what_leads_to_a_figure(text: str, figure: str, subject: str, measure: str) -> None:
    assert _slots(text, figure) == (subject, measure)


@pytest.mark.parametrize(("text", "figure", "subject", "measure"), [
    # What lands have is theirs, whoever says so; what companies have is the speaker's own.
    ("The Commerce Department reported that March retail sales fell 8.7%.", "8.7%", "retail sales", "retail sales"),
    ("The Labor Department said Friday that the unemployment rate fell to 3.7 percent.", "3.7", "unemployment rate", "unemployment rate"),
    ("Late on Thursday Lumeo reported that October revenue rose to $5.2 billion.", "$5.2", "Lumeo", "revenue"),
    ("Lumeo said on Monday that revenue rose to $5.2 billion.", "$5.2", "Lumeo", "revenue"),
    ("Lumeo said in a statement that revenue rose to $5.2 billion.", "$5.2", "Lumeo", "revenue"),
    ("Chile's central bank said in a statement that inflation had slowed to 3.1 percent.", "3.1", "Chile", "inflation"),
    ("The mayor of Lima said inflation fell to 3.7 percent.", "3.7", "Lima", "inflation"),
    ("The European Central Bank left its deposit rate unchanged at 2 percent.", "2", "European Central Bank", "deposit rate"),
    ("Gold futures for December delivery settled 1.2 percent higher at $4,021.50.", "$4,021.50", "Gold futures", "settled"),
    ("The dollar was 0.3 percent weaker at 154.20 yen.", "154.20", "dollar", "dollar"),
    ("Norway's economy shrank 1.8% in the quarter.", "1.8%", "Norway", "economy"),
    ("Chile's exports grew 14% from a year earlier to $61 billion.", "$61", "Chile", "exports"),
    # A form in -ing belongs to the noun behind it, but where many do it.
    ("Congress passed a $1.3 trillion omnibus spending bill early Friday.", "$1.3", "Congress", "omnibus spending bill"),
    ("Lumeo employs 300 workers making batteries.", "300", "Lumeo", "workers"),
])  # fmt: skip
def test_who_says_so_and_what_is_named_behind(text: str, figure: str, subject: str, measure: str) -> None:
    assert _slots(text, figure) == (subject, measure)


@pytest.mark.parametrize(("text", "month"), [
    ("Retail sales fell by an unprecedented 8.7%, with November expected to be far worse.", None),
    ("Retail sales fell by an unprecedented 8.7%, with most of it in September.", 9),
])  # fmt: skip
def test_what_is_to_come_is_not_when(text: str, month: int | None) -> None:
    period = _told(text, "8.7%").period.period
    assert (period and period.first % 12 + 1) == month


@pytest.mark.parametrize(("text", "code"), [
    ("More than 1,700 people were killed when a quake struck.", "deaths"),
    ("The storm left 1,700 people wounded.", "injuries"),
    ("The quake killed 12 people and injured 1,700.", "injuries"),
    ("At least 128 people died in the fire, with 1,700 injured.", "injuries"),
    ("The plant employs 1,700 people.", ""),
    ("More than 50 people were killed and 1,700 were injured.", "injuries"),
    ("More than 50 people were killed, and about 1,700 were affected.", ""),
    ("At least 50 people died and 1,700 were missing.", "missing"),
    ("The storm killed 50 people and displaced 1,700.", ""),
])  # fmt: skip
def test_what_is_done_to_people_is_what_is_counted(text: str, code: str) -> None:
    assert _told(text, "1,700").measure.code == code


@pytest.mark.parametrize(("text", "figure", "form"), [
    ("Shares in Siemens closed down 3.4 percent at 221.50 euros.", "3.4", Form.CHANGE),
    ("Shares in Siemens closed down 3.4 percent at 221.50 euros.", "221.50", Form.LEVEL),
    ("Lumeo's sales rose 11.3% year-on-year to $89.7 billion.", "$89.7", Form.LEVEL),
    ("The index fell 40 points to 6,705.", "6,705", Form.LEVEL),
    ("The index gained 1.55 percent to end at 6,705.12 points.", "6,705.12", Form.LEVEL),
    ("Oil prices fell 2 percent, with Brent settling at $62.56 a barrel and WTI at $58.06.", "$58.06", Form.LEVEL),
    ("Norway's inflation slowed by 2 percent.", "2", Form.CHANGE),
    ("Chile's exports grew 14% from a year earlier to $61 billion.", "$61", Form.LEVEL),
    ("Jobless claims fell 8,000 to a seasonally adjusted 220,000.", "220,000", Form.LEVEL),
    ("Norway's economy shrank 1.8% in the quarter.", "1.8%", Form.CHANGE),
    ("Norway's oil exports dwindled 1.8% in the quarter.", "1.8%", Form.CHANGE),
])  # fmt: skip
def test_where_a_move_ended_is_a_level(text: str, figure: str, form: Form) -> None:
    assert _told(text, figure).measure.form is form


def test_nothing_stands_between_two_figures_but_a_unit() -> None:
    told = [one for one in read_statements("Copper fell from $9,000 a tonne $8,400 a tonne.", base=BASE) if one.value]
    assert [one.value.text for one in told if one.value] == ["$9,000", "$8,400"]


def test_what_an_aside_tells_has_its_own_time() -> None:
    text = "Lumeo, which hit a record $126,000 in early October, was last trading at $91,200."
    said = [one and one.first % 12 + 1 for one in (_told(text, figure).period.period for figure in ("$126,000", "$91,200"))]
    assert said == [10, None]


@pytest.mark.parametrize(("text", "form"), [
    ("The economy, growing at a 2.5 percent annual rate, beat forecasts.", Form.CHANGE),
    ("The economy has a 2.5 percent deficit.", Form.LEVEL),
])  # fmt: skip
def test_what_grows_at_a_pace_changes(text: str, form: Form) -> None:
    assert _told(text, "2.5").measure.form is form


def test_the_month_of_a_contract_is_not_when_it_is_priced() -> None:
    text = "Brent crude futures for January settled down 87 cents at $62.13 a barrel."
    assert [_told(text, figure).period.period for figure in ("87 cents", "$62.13")] == [None, None]
    assert _told("Futures settled at $62.13 a barrel for January.", "$62.13").period.period is not None
