"""The judge of cells: places as statements with heads, years and scales; rulings; the file that it comes from."""

import random
from decimal import Decimal

import pytest

from verification.core.fitted.files import FittedFileError
from verification.core.tables.acronyms import with_acronyms
from verification.core.tables.judging import FigureJudge, FigureRuling, Standing
from verification.core.tables.library import read_library
from verification.core.tables.places import Place, PlaceReader
from verification.core.tables.scales import scale_in
from verification.core.tables.scorer import FILE, parse_cells, shipped_cells
from verification.core.tables.sentences import read_answer
from verification.core.tables.spoken import codes_in, parts_in, speak_of, word_keys
from verification.core.tables.written import find_answer_figures
from verification.core.vocabulary import Trend

NESTED = (
    "(Dollars in thousands)\n |  | Year ended June 30, | \n | 2025 (1) | 2024 | 2023**\nDeferred charges: |  |  | \nLevel 1 | $1,204 "
    "| 991 | 735\nLevel 2 | 3,367 | 1,920 | (151)\nTotal | $4,571 | $2,911 | $584"
)


def places(*texts: str) -> list[Place]:
    library = read_library(texts, read_answer("Level deferred charges total"))
    reader = PlaceReader(library)
    return [place for at in range(len(library.passages.units)) for place in reader.of(at)]


def rule(answer: str, *texts: str) -> tuple[FigureRuling, ...]:
    facts = with_acronyms(read_answer(answer), texts)
    judge = FigureJudge(read_library(texts, facts), shipped_cells())
    return tuple(ruling for sentence in facts for ruling in judge.rule(sentence))


def test_a_cell_says_its_row_its_heads_its_year_and_its_scale() -> None:
    found = [place for place in places(NESTED) if place.is_cell]
    assert [place.value for place in found] == [Decimal(n) for n in (1204, 991, 735, 3367, 1920, -151, 4571, 2911, 584)]
    assert [sorted(place.years) for place in found[:3]] == [[2025], [2024], [2023]]
    assert {place.scale for place in found} == {Decimal(1000)}
    assert [place.codes for place in found[2:4]] == [frozenset({"1"}), frozenset({"2"})]
    assert [NESTED[slice(*place.row or (0, 0))] for place in found[::3]] == ["Level 1", "Level 2", "Total"]
    assert [NESTED[slice(*span)] for span in found[0].columns] == ["Year ended June 30,", "2025 (1)"]
    assert (found[0].trend, found[5].trend) == (Trend.RISING, None)


def test_a_dash_is_a_place_without_an_amount() -> None:
    found = places("Level | 2025 | 2024 | 2023\nLevel 1 | 12 | $— | n/a\nLevel 2 | 9 |  | 4")
    assert [(place.value, place.at, place.width) for place in found] == [(12, 0, 3), (0, 1, 3), (0, 2, 3), (9, 0, 2), (4, 1, 2)]


def test_a_sentence_tells_of_each_figure_its_year_and_role() -> None:
    text = "Margin fell to 41.3% in 2025 from 43.0% in 2024."
    first, second = speak_of(text, find_answer_figures(text))
    assert (first.role, first.years, first.trend) == ("to", {2025}, Trend.FALLING)
    assert (second.role, second.years, second.all_trend) == ("from", {2024}, Trend.FALLING)
    text = "What were sales in 2024 and 2025 respectively: 1,204, 991 thousand."
    assert [said.years for said in speak_of(text, find_answer_figures(text))] == [{2024}, {2025}]


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("(in thousands)", 1000),
        ("Dollars in millions, except per share", 1_000_000),
        ("$'000", 1000),
        ("RMB’Million", 1_000_000),
        ("单位：万元", 10_000),
        ("（单位：百万元）", 1_000_000),
        ("金额单位：人民币亿元", 100_000_000),
        ("in lakh", 100_000),
        ("£000", 1000),
        ("S$ Mil", 1_000_000),
        ("USDm", 1_000_000),
        ("Jobs (thousands, seasonally adjusted)", 1000),
        ("Two million people came.", None),
        ("in thousands and in millions", None),
        ("", None),
    ],
)
def test_a_head_gives_the_scale(text: str, scale: int | None) -> None:
    assert scale_in(text) == scale


def test_parts_of_the_year_and_codes_are_told_from_figures() -> None:
    assert parts_in("Q3 2025, the third quarter, 第三季度") == {"q3"}
    assert parts_in("上半年, first half, June 2025, 6月") == {"h1", "m6"}
    assert parts_in("nine months, 前三季度") >= {"9m"}
    assert (parts_in("Margin fell."), parts_in("Marketing of Decorations"), parts_in("Mar. 2025, Sept 30")) == (set(), set(), {"m3", "m9"})
    assert parts_in("Three Months Ended June 30, Second Quarter") == {"3m", "m6", "q2"}
    assert codes_in("Level 1 as of June 30, 2025, Scope 2, 65-nanometer") == {"1", "2", "65"}
    assert codes_in("Scope 2, kt CO2e, over three years, two years ago") == {"2", "3"}
    assert codes_in("FY19 revenue of Q1 2020") == frozenset()


@pytest.mark.parametrize(
    ("answer", "standing"),
    [
        ("Level 1 deferred charges were $1,204 thousand in 2025.", Standing.CARRIED),
        ("Level 2 deferred charges were $1.9 million in 2024.", Standing.CARRIED),
        ("Level 2 deferred charges were $1,204 thousand in 2025.", Standing.ELSEWHERE),
        ("Level 1 deferred charges were $1,204 thousand in 2024.", Standing.ELSEWHERE),
        ("Level 1 deferred charges were $1,240 thousand in 2025.", Standing.ABSENT),
        ("Level 1 deferred charges exceed $1,000 thousand in 2025.", Standing.OPEN),
    ],
)
def test_a_figure_is_held_to_its_row_column_and_year(answer: str, standing: Standing) -> None:
    (ruling,) = rule(answer, NESTED)
    assert ruling.standing == standing
    assert (ruling.chance is None) == (standing in (Standing.ABSENT, Standing.OPEN))


QUARTERS = "Fiscal 2025 | Q1 2025 (1) | Q2 2025 (1) | Q3 2025\nTotal revenue | $2,450 | $2,632 | $2,656\nNet income | 380 | 5,303 | 407"
DAYS = "Quarters ended | July 26, 2025 | April 26, 2025 | July 27, 2024\nRevenue | 13,428 | 12,958 | 12,844\nMargin | 8,574 | 8,173 | 7,933"


@pytest.mark.parametrize(
    ("answer", "text", "standing"),
    [
        ("What was the total revenue in Q1 2025: 2,450 million.", QUARTERS, Standing.CARRIED),
        ("What was the total revenue in Q1 2025: 2,632 million.", QUARTERS, Standing.ELSEWHERE),
        ("What was the revenue for the quarter ended July 26, 2025: 13,428.", DAYS, Standing.CARRIED),
        ("What was the revenue for the quarter ended July 27, 2024: 13,428.", DAYS, Standing.ELSEWHERE),
    ],
)
def test_a_row_with_a_cell_of_the_period_asked_for_excludes_its_others(answer: str, text: str, standing: Standing) -> None:
    (ruling,) = rule(answer, text)
    assert ruling.standing == standing


def test_a_bracket_of_another_year_says_nothing_of_the_figure_before_it() -> None:
    text = "Interest expense was $814 million (2024: $826 million)."
    outside, inside = speak_of(text, find_answer_figures(text))
    assert ((outside.years, outside.all_years), (inside.years, inside.all_years)) == ((set(), set()), ({2024}, {2024}))
    text = "净利润11.9亿元（上年14.6亿元）在2025年。"
    assert [said.years or said.all_years for said in speak_of(text, find_answer_figures(text))] == [{2025}, {2024}]
    (wrong,), (right,) = (
        rule(f"What was interest expense in 2024: ${n} million.", "Interest expense was $814 million (2024: $826 million).")
        for n in (814, 826)
    )
    assert (wrong.standing, right.standing) == (Standing.ELSEWHERE, Standing.CARRIED)


def test_how_a_sentence_asks_is_no_part_of_a_head() -> None:
    text = "Start-up costs amounted to 38 million; the carrying amount of loans was 5 million."
    first, second = speak_of(text, find_answer_figures(text))
    assert (first.trend, "amount" in first.near, "amount" in second.near) == (None, False, True)
    assert "amount" not in word_keys("What was the amount of loans")
    assert (parts_in("2025Q3"), parts_in("1H25"), parts_in("2025H2")) == ({"q3"}, {"h1"}, {"h2"})


def test_other_rows_and_years_of_random_tables_are_not_carried() -> None:
    draw = random.Random()
    seed = draw.randrange(10**9)
    draw.seed(seed)
    names = draw.sample(["Copper wire", "Garden tools", "Ferry tickets", "Glass fibre", "Night trains", "School books"], 4)
    values = draw.sample(range(1_000, 9_999), 8)
    text = "Sales | 2025 | 2024\n" + "\n".join(f"{name} | {values[2 * at]:,} | {values[2 * at + 1]:,}" for at, name in enumerate(names))
    own, row, year = (rule(f"Sales of {names[0].lower()} were {value:,} in 2025.", text)[0] for value in (values[0], values[2], values[1]))
    assert (own.standing, row.standing, year.standing) == (Standing.CARRIED, Standing.ELSEWHERE, Standing.ELSEWHERE), f"seed {seed}"


def test_acronyms_stand_for_words_of_the_documents() -> None:
    (facts,) = with_acronyms(read_answer("SG&A came to 5."), ["Selling, general and administrative costs"])
    assert facts.also == {"sell", "general", "administrativ"}
    (facts,) = with_acronyms(read_answer("SG&A came to 5."), ["SG&A is selling, general and administrative"])
    assert facts.also == frozenset()


def test_words_of_a_sentence_stand_in_acronyms_of_the_documents() -> None:
    (facts,) = with_acronyms(read_answer("Selling, general and administrative costs were 614.3 in 2025."), ["SG&A | 614.3"])
    assert facts.also == {"sg"}
    (facts,) = with_acronyms(read_answer("Unit sales of the company were 614.3 in 2025."), ["US | 614.3", "SG&A | 8.0"])
    assert facts.also == frozenset()


@pytest.mark.parametrize(
    "text",
    ["", "|", "||||\n||||", "a|1\n" * 3, "<table><tr><td>1</td></tr>", "x\t\n\t\t9", "2025 | 2024\n2023 | 2022", "| $ | ( 5 ) |\n| 7"],
)
def test_broken_tables_are_read_without_a_fault(text: str) -> None:
    assert all(text[place.start : place.end] for place in places(text))
    assert [ruling.standing for ruling in rule("What was it in 2025: 57 thousand.", text)] == [Standing.ABSENT]


def test_a_changed_file_is_refused() -> None:
    content, digest = FILE.read()
    assert parse_cells(content, digest).bar == shipped_cells().bar
    with pytest.raises(FittedFileError, match=r"cells\.json is not the file that cells\.sha256 names"):
        parse_cells(content + b" ", digest)


@pytest.mark.parametrize(
    ("text", "trends"),
    [
        ("Provisions fell 31.9% to $96 million.", [Trend.FALLING, Trend.FALLING]),
        ("净利润为4.1亿元，同比下降8.6%。", [Trend.FALLING, Trend.FALLING]),
        ("Sales were $90 million, up 5%.", [Trend.RISING, Trend.RISING]),
        ("Sales were $90 million, and costs fell 5%.", [None, Trend.FALLING]),
        ("Sales rose from $85 million to $90 million.", [None, Trend.RISING]),
    ],
)
def test_a_move_is_that_of_the_figure_it_leads_to(text: str, trends: list[Trend | None]) -> None:
    assert [said.trend for said in speak_of(text, find_answer_figures(text))] == trends


@pytest.mark.parametrize(
    ("text", "years", "all_years"),
    [
        ("Sales rose to $90 million in 2025 from $85 million.", {2024}, {2024, 2025}),
        ("Sales rose to $90 million in 2025 from $85 million in 2022.", {2022}, {2022, 2025}),
        ("Sales rose to $90 million in the second quarter of 2025 from $85 million in the first quarter.", set(), {2024, 2025}),
    ],
)
def test_what_something_moved_from_is_of_the_year_before(text: str, years: set[int], all_years: set[int]) -> None:
    base = next(said for said in speak_of(text, find_answer_figures(text)) if said.role == "from")
    assert (base.years, base.all_years) == (years, all_years)


YEARLY = "(in millions)\n | 2025 | 2024 | 2023\nPumps | 61.2 | 63.7 | 58.4\nValves | 15.9 | 15.0 | 14.2"
TURNED = "(in millions)\n | Pumps | Valves\n2023 | 58.4 | 14.2\n2024 | 63.7 | 15.0\n2025 | 61.2 | 15.9"


@pytest.mark.parametrize("table", [YEARLY, TURNED])
def test_a_cell_that_went_the_other_way_is_not_the_sentences(table: str) -> None:
    said = {
        answer: rule(answer, table)[0].standing
        for answer in ("Pumps fell to $61.2 million in 2025.", "Pumps rose to $61.2 million in 2025.")
    }
    assert list(said.values()) == [Standing.CARRIED, Standing.ELSEWHERE]
    (ruling,) = rule("Pumps rose to $61.2 million in 2025.", table)
    assert ruling.chance is not None
    assert ruling.chance <= 0.02


def test_one_place_carries_one_figure_of_a_list() -> None:
    table = "(In millions)\n | 2025 | 2024\nPumps | 61.2 | 58.4\nValves | 61.2 | 49.7\nSeals | 40.3 | 38.8"
    both = rule("Pumps and valves had sales of 61.2 million and 61.2 million in 2025.", table)
    assert [ruling.standing for ruling in both] == [Standing.CARRIED, Standing.CARRIED]
    _, second = rule("Pumps and seals had sales of 40.3 million and 40.3 million in 2025.", table)
    assert second.standing is Standing.ELSEWHERE
    assert second.chance is not None
    assert second.chance <= 0.02
    _, now = rule("Sales of seals rose from 40.3 million to 40.3 million in 2025.", table)
    assert now.standing is Standing.ELSEWHERE
    yearly = " | 2023 | 2024 | 2025\nPumps | 57.3 | 58.4 | 61.2\nValves | 48.6 | 49.7 | 50.1"
    asked = "What were sales of pumps in each year, in order:"
    own, again = (rule(f"{asked} 57.3, 58.4, {last}.", yearly) for last in (61.2, 57.3))
    assert [ruling.standing for ruling in own] == [Standing.CARRIED] * 3
    assert [ruling.standing for ruling in again] == [Standing.CARRIED, Standing.CARRIED, Standing.ELSEWHERE]
    told = "Sales of pumps were 61.2 million in 2025. Sales of seals were 40.3 million."
    _, second = rule("Pumps and seals had sales of 40.3 million and 40.3 million in 2025.", table, told)
    assert second.standing is Standing.ELSEWHERE


GREW = "Interest income increased by $48 million, or 7 percent, to $734 million in 2025."
GROWN = (
    "($ in millions) | 2025 | 2024 | $ Change | % Change\nGross profit | 1,023.8 | 988.4 | 35.4 | 3.6%\nJobs | 64.1 | 56.4 | 7.7 | 13.7%"
)


@pytest.mark.parametrize(
    ("answer", "text", "standing"),
    [
        ("Interest income was $48 million in 2025.", GREW, Standing.ELSEWHERE),
        ("Interest income rose by $48 million in 2025.", GREW, Standing.CARRIED),
        ("Gross profit was $35.4 million in 2025.", GROWN, Standing.ELSEWHERE),
        ("Gross profit was $1,023.8 million in 2025.", GROWN, Standing.CARRIED),
        ("Employers added 7.7 million jobs in 2025.", GROWN, Standing.CARRIED),
    ],
)
def test_by_how_much_something_moved_is_no_level(answer: str, text: str, standing: Standing) -> None:
    assert [ruling.standing for ruling in rule(answer, text)] == [standing]


COSTS = (
    "(in thousands) | 2025 | 2024 | Change | % Change\nWages | $512,330 | $468,120 | $44,210 | 9%\n"
    "Rent | 61,240 | 55,118 | 6,122 | 11%\nMarketing | 22,908 | 25,417 | (2,509) | (10)%"
)


@pytest.mark.parametrize(
    ("answer", "standing"),
    [
        ("Wages rose by $44,210 thousand in 2025.", Standing.CARRIED),
        ("Wages increased $44.2 million in 2025.", Standing.CARRIED),
        ("The increase in wages was 44,210 thousand.", Standing.CARRIED),
        ("Rent increased by $6.1 million, or 11%, in 2025.", Standing.CARRIED),
        ("Marketing fell by 2,509 thousand in 2025.", Standing.CARRIED),
        ("Marketing rose by 2,509 thousand in 2025.", Standing.ELSEWHERE),
        ("Wages rose to $44,210 thousand in 2025.", Standing.ELSEWHERE),
        ("Wages fell by $44,210 thousand in 2025.", Standing.ELSEWHERE),
        ("Wages, which rose in 2025, were $44,210 thousand.", Standing.ELSEWHERE),
        ("Wages of 44,210 thousand were higher in 2025.", Standing.ELSEWHERE),
        ("Wages rose by $512,330 thousand in 2025.", Standing.ELSEWHERE),
        ("Wages rose by $44,210 thousand in 2024.", Standing.ELSEWHERE),
        ("In 2025 wages came to $512,330 thousand.", Standing.CARRIED),
    ],
)
def test_a_column_of_changes_tells_by_how_much_something_moved(answer: str, standing: Standing) -> None:
    found = {ruling.standing for ruling in rule(answer, COSTS) if ruling.standing is not Standing.OPEN}
    assert found == {standing}


def test_a_figure_without_words_goes_on_with_those_before_it() -> None:
    by, growth, to = speak_of(GREW, find_answer_figures(GREW))
    assert by.near == growth.near == to.near == {"interest", "incom", "rise"}
    assert (by.trend, growth.trend, to.trend) == (Trend.RISING, None, Trend.RISING)


def test_a_minor_coin_is_no_scale_of_its_table() -> None:
    table = (
        "(in thousands, except per share data)\n | 2026 | 2025\nRevenue | 2,180,445 | 1,966,320\nEarnings per share (cents) | 21.4 | 18.8"
    )
    (ruling,) = rule("Earnings per share were 21.4 cents in 2026.", table)
    assert ruling.standing is Standing.CARRIED
    (ruling,) = rule("Earnings per share were 18.8 cents in 2026.", table)
    assert ruling.standing is Standing.ELSEWHERE
    (ruling,) = rule("Revenue was 2,180,445 million in 2026.", table)
    assert (ruling.standing, ruling.scale) == (Standing.ELSEWHERE, 1000)


def test_a_row_that_is_called_by_a_move_went_nowhere_by_its_name() -> None:
    table = "(In millions)\n | 2019 | 2018 | 2017\nGains moved into revenue | 341 | 185 | 555\nLosses | 64 | 255 | 389"
    (ruling,) = rule("How much were the gains moved into revenue in 2018: 185 million.", table)
    assert ruling.standing is Standing.CARRIED


def test_a_move_from_another_year_than_the_one_before_excludes_nothing() -> None:
    now, then = rule("Pumps rose to $61.2 million in 2025 from $58.4 million in 2023.", YEARLY)
    assert (now.standing, then.standing) == (Standing.CARRIED, Standing.CARRIED)


def test_a_cell_moves_under_its_own_heads_alone() -> None:
    found = places(" | Loans |  | Deposits | \n | 2025 | 2024 | 2025 | 2024\nCorporate | 18,934 | 19,560 | 9,311 | 8,702")
    assert [place.trend for place in found] == [Trend.FALLING, None, Trend.RISING, None]
    shares = places("| Channel | 2025 | Share | 2024 | Share |\n|---|---|---|---|---|\n| Shops | 5.4 | 35.1% | 5.6 | 41.2% |")
    assert [place.trend for place in shares] == [Trend.FALLING, Trend.FALLING, None, None]


def test_a_caption_tells_tables_apart() -> None:
    text = "Capital expenditure (in millions)\n\n | 2025\nPumps | 52.6\n\nDepreciation (in millions)\n\n | 2025\nPumps | 24.9"
    first, second = (place for place in places(text) if place.is_cell)
    assert "depreciation" not in first.caption
    assert word_keys("capital expenditure") <= first.caption
    assert word_keys("depreciation") <= second.caption


SPANS = (
    "| | Three months ended June 30, | | Six months ended June 30, | |\n| | 2026 | 2025 | 2026 | 2025 |\n|---|---|---|---|---|\n"
    "| Freight | 184 | 171 | 361 | 339 |\n| Wages | 226 | 240 | 455 | 470 |"
)
HEADED = "| | 2025 | 2024 |\n|---|---|---|\n| Current: | | |\n| Federal | 14,207 | 12,660 |\n| Deferred: | | |\n| Federal | 2,816 | 1,044 |"
CODED = "| | 2025 | 2024 |\n|---|---|---|\n| Scope 1 emissions | 5,127 | 5,412 |\n| Scope 2 emissions | 391 | 463 |"
SOLD = "| Product | Domestic | Abroad | Everywhere |\n|---|---|---|---|\n| Amoxa | 812 | 406 | 1,218 |\n| Belvior | 655 | 190 | 845 |"
MOVED = "| Route | Cars | Change on year (%) |\n|---|---|---|\n| Northern | 42,118 | 3.6 |\n| Southern | 27,640 | -7.4 |"
BUDGET = "| Item | Budget | Outturn |\n|---|---|---|\n| Customs | 620.0 | 598.4 |\n| Fines | 140.0 | 166.2 |"
TERMS = "Class\t1 year\t3 years\t5 years\nBlue fund\t11.2%\t6.4%\t7.9%\nGreen fund\t12.1%\t7.2%\t8.7%"
LOSSES = "| (in thousands) | 2025 | 2024 |\n|---|---|---|\n| Net loss | (96,353) | (70,547) |\n| Wages | 27,960 | 25,118 |"


@pytest.mark.parametrize(
    ("answer", "text", "standing"),
    [
        ("Freight was 361 for the six months to June 2026.", SPANS, Standing.CARRIED),
        ("Freight was 184 for the six months to June 2026.", SPANS, Standing.ELSEWHERE),
        ("Current federal taxes were 14,207 in 2025.", HEADED, Standing.CARRIED),
        ("Deferred federal taxes were 14,207 in 2025.", HEADED, Standing.ELSEWHERE),
        ("Scope 2 emissions were 391 in 2025.", CODED, Standing.CARRIED),
        ("Scope 2 emissions were 5,127 in 2025.", CODED, Standing.ELSEWHERE),
        ("Amoxa sold 406 abroad.", SOLD, Standing.CARRIED),
        ("Amoxa sold 1,218 abroad.", SOLD, Standing.ELSEWHERE),
        ("Cars on the Southern route fell 7.4%.", MOVED, Standing.CARRIED),
        ("Cars on the Southern route rose 7.4%.", MOVED, Standing.ELSEWHERE),
        ("Cars on the Northern route rose 3.6%.", MOVED, Standing.CARRIED),
        ("Cars on the Northern route fell 3.6%.", MOVED, Standing.ELSEWHERE),
        ("Customs brought in 598.4.", BUDGET, Standing.CARRIED),
        ("Customs brought in 620.0.", BUDGET, Standing.ELSEWHERE),
        ("Over three years the blue fund returned 6.4%.", TERMS, Standing.CARRIED),
        ("Over three years the blue fund returned 7.9%.", TERMS, Standing.ELSEWHERE),
        ("The net loss widened to $96.4 million in 2025.", LOSSES, Standing.CARRIED),
        ("The net loss narrowed to $96.4 million in 2025.", LOSSES, Standing.ELSEWHERE),
    ],
)
def test_a_cell_whose_neighbour_the_sentence_names_and_a_turned_sign_are_excluded(answer: str, text: str, standing: Standing) -> None:
    (ruling,) = (ruling for ruling in rule(answer, text) if ruling.standing is not Standing.OPEN)
    assert ruling.standing == standing


PLACED = (
    "Details | Date | Shares | Issue price A$ | A$'000\nBalance | 1 July 2024 | 61,204,118 | | 48,330\n"
    "Placement | 14 May 2025 | 5,250,000 | $1.20 | 6,300\nOptions | 3 June 2025 | 412,500 | $0.85 | 351"
)
GRANTED = " | 2025 | Fair value | 2024 | Fair value\nUnits granted | 318,400 | $ 41.07 | 290,150 | $ 36.22"
RECONCILED = (
    " | 2025 | | 2024 | \n | Amount | Percent | Amount | Percent\n"
    "State taxes | $3,046 | 3.0% | $2,950 | 3.3%\nCredits | (4,162) | (4.1) | (3,397) | (3.8)"
)
STAFF = " | 2025年 | 2024年\n研发人员数量（人） | 1,204 | 1,118\n研发人员数量占比 | 21.6% | 20.9%"
AGED = (
    "(in thousands) | Gross | Impairment\nNot yet due | 41,220 | 103\nOverdue 0-30 days | 6,315 | 88\n"
    "Overdue more than 90 days | 1,095 | 806"
)
ADOPTED = (
    "(in millions) | As Reported | Adjustments | Without Adoption\nInventories | 288.3 | (5.7) | 282.6\nReceivables | 412.6 | 7.9 | 420.5"
)
EXPENSES = "(in thousands) | 2025 | 2024 | Change\nDepreciation | 41,206 | 38,977 | 2,229\nDepreciation of leases | 9,115 | 8,640 | 475"


@pytest.mark.parametrize(
    ("answer", "text", "standing"),
    [
        ("The placement raised A$6,300 thousand.", PLACED, Standing.CARRIED),
        ("The placement brought 5,250,000 thousand.", PLACED, Standing.ELSEWHERE),
        ("The number of units granted in 2025 was 318,400.", GRANTED, Standing.CARRIED),
        ("The number of units granted in 2025 was 41.07.", GRANTED, Standing.ELSEWHERE),
        ("The fair value of units granted in 2025 was $41.07.", GRANTED, Standing.CARRIED),
        ("State taxes were 3.0% in 2025.", RECONCILED, Standing.CARRIED),
        ("State taxes were 3,046% in 2025.", RECONCILED, Standing.ABSENT),
        ("State taxes were 2,950 in 2024.", RECONCILED, Standing.CARRIED),
        ("State taxes were 3.3 in 2024.", RECONCILED, Standing.ELSEWHERE),
        ("2024年研发人员数量为1,118人。", STAFF, Standing.CARRIED),
        ("2024年研发人员数量为20.9人。", STAFF, Standing.ELSEWHERE),
        ("Impairment of what is overdue more than 90 days was 806 thousand.", AGED, Standing.CARRIED),
        ("Impairment of what is overdue more than 90 days was 88 thousand.", AGED, Standing.ELSEWHERE),
        ("Inventories as reported were $288.3 million.", ADOPTED, Standing.CARRIED),
        ("Inventories as reported were $5.7 million.", ADOPTED, Standing.ELSEWHERE),
        ("Depreciation was 41,206 thousand in 2025.", EXPENSES, Standing.CARRIED),
        ("Depreciation was 9,115 thousand in 2025.", EXPENSES, Standing.ELSEWHERE),
        ("Depreciation of leases was 9,115 thousand in 2025.", EXPENSES, Standing.CARRIED),
    ],
)
def test_a_figure_is_held_to_the_unit_and_to_all_words_of_its_heads(answer: str, text: str, standing: Standing) -> None:
    (ruling,) = (ruling for ruling in rule(answer, text) if ruling.standing is not Standing.OPEN)
    assert ruling.standing == standing


SWAPS = "(RMB million) | 2025 | 2024\nNotional amount | 29,423 | 77,630\nHedged rate | 2.10% | 1.60%"
ROYALTIES = "(in thousands) | 2025 | 2024\nRoyalties | 163,047 | 155,939\nRoyalties as a percentage of sales | 5.1% | 5.2%"
OPTIONS = " | 2025 | 2024\nExpected volatility | 50.7% | 54.2%\nExpected life | 4.77 | 5.31"
AWARDS = "Awards | Shares\nNon-vested at the start | 1,187,586\nGranted | 473,550\nVested | (365,223)\nForfeited | (12,632)"
FRUIT = "(in thousands) | Lemons | Avocados | Pears | Total\nSales to customers | 27,384 | 5,592 | 5,363 | 38,339"
DATED = (
    " |  | Year ended June 30, |  | \n | 2025 | Grant date fair value | 2024 | Grant date fair value\n"
    "Units granted | 318,400 | $ 41.07 | 290,150 | $ 36.22"
)
PRODUCTS = (
    "Net sales (in thousands) | 2025 | 2024\nCeramic components | 421,849 | 226,204\nAdvanced components | 485,208 | 642,775\n"
    "Total electronic components | 907,057 | 868,979\nSensing devices | 501,828 | 327,301\nTotal net sales | 1,408,885 | 1,196,280"
)
TAXES = (
    "The provision for income taxes consists of the following (in millions):",
    " | 2025 | 2024\nCurrent: |  | \nFederal | 26 | 764\nState | 27 | 10\nForeign | 46 | 309\nProvision for income taxes | 99 | 1,083",
)
CHARGES = (
    "The following is a summary of the costs incurred in each year (in thousands):",
    " | 2025 | 2024\nSeverance and related costs | $7,169 | $7,845\nEvaluation | 1,286 | 2,802\n | $8,455 | $10,647",
)


@pytest.mark.parametrize(
    ("answer", "texts", "standing"),
    [
        ("The notional amount was 29,423 million in 2025.", (SWAPS,), Standing.CARRIED),
        ("The notional amount was 2.10 million in 2025.", (SWAPS,), Standing.ABSENT),
        ("What is the amount of royalties in 2025: 163,047.", (ROYALTIES,), Standing.CARRIED),
        ("What is the amount of royalties in 2025: 5.1.", (ROYALTIES,), Standing.ELSEWHERE),
        ("Expected volatility was 50.7% in 2025.", (OPTIONS,), Standing.CARRIED),
        ("Expected volatility was 4.77% in 2025.", (OPTIONS,), Standing.ABSENT),
        ("The number of non-vested shares forfeited was 12,632.", (AWARDS,), Standing.CARRIED),
        ("The number of non-vested shares forfeited was 365,223.", (AWARDS,), Standing.ELSEWHERE),
        ("Sales to customers were 38,339 thousand.", (FRUIT,), Standing.CARRIED),
        ("Sales to customers were 5,592 thousand.", (FRUIT,), Standing.ELSEWHERE),
        ("Sales of avocados to customers were 5,592 thousand.", (FRUIT,), Standing.CARRIED),
        ("What were the units granted in 2025: 318,400.", (DATED,), Standing.CARRIED),
        ("What were the units granted in 2025: 41.07.", (DATED,), Standing.ELSEWHERE),
        ("Net sales of total electronic components were 907,057 thousand in 2025.", (PRODUCTS,), Standing.CARRIED),
        ("Net sales of total electronic components were 1,408,885 thousand in 2025.", (PRODUCTS,), Standing.ELSEWHERE),
        ("Total net sales were 1,408,885 thousand in 2025.", (PRODUCTS,), Standing.CARRIED),
        ("The current state provision for income taxes was 99 million in 2025.", TAXES, Standing.ELSEWHERE),
        ("The provision for income taxes was 99 million in 2025.", TAXES, Standing.CARRIED),
        ("The total costs incurred in 2025 were $7,169 thousand.", CHARGES, Standing.ELSEWHERE),
        ("Severance costs in 2025 were $7,169 thousand.", CHARGES, Standing.CARRIED),
    ],
)
def test_a_figure_of_another_row_column_or_unit_is_not_carried(answer: str, texts: tuple[str, ...], standing: Standing) -> None:
    (ruling,) = rule(answer, *texts)
    assert ruling.standing == standing


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("2025年公司盈利6.31亿元，上年亏损11.25亿元。", [2025, 2024]),
        ("Additions for tax positions of prior years were 5.9 million in 2025.", [2025]),
        ("Settlements of prior year positions in 2025 came to 5.9 million.", [2025]),
        ("Settlements of prior year positions were 5.9 million in 2025.", [2025]),
        ("到2025年末，风电装机4,046兆瓦，一年前为3,118兆瓦。", [2025, 2024]),
        ("2025年营业收入6.31亿元，较上年增加1.25亿元。", [2025, 2025]),
        ("Margin was 41.3% in 2025 against 43.0% a year earlier.", [2025, 2024]),
        ("Margin rose to 43.0% in 2025 from last year's 41.3%.", [2025, 2024]),
        ("Sales of 41 million in 2025 were 12% more than a year earlier.", [2025, 2025]),
    ],
)
def test_a_figure_of_the_year_before_is_of_that_year(text: str, years: list[int]) -> None:
    told = [said for said in speak_of(text, find_answer_figures(text)) if not said.figure.is_small_count]
    assert [said.years or said.all_years for said in told] == [{year} for year in years]


@pytest.mark.parametrize(
    ("text", "year", "quarter"),
    [
        ("The ratio eased to 1.42% in the first quarter of 2026 from 1.48% three months before.", 2025, "q4"),
        ("2026年三季度售价为487元/吨，上季度为512元/吨。", 2026, "q2"),
    ],
)
def test_a_quarter_before_is_the_quarter_before(text: str, year: int, quarter: str) -> None:
    *_, told = (said for said in speak_of(text, find_answer_figures(text)) if not said.figure.is_small_count)
    assert (told.years, told.parts) == ({year}, {quarter})


@pytest.mark.parametrize(
    ("answer", "text", "standing"),
    [
        ("Northern roads carried 42,118 cars.", "(thousands)\n\n| Road | Cars |\n|---|---|\n| Northern | 42.118 |", Standing.CARRIED),
        ("Northern roads carried 42,180 cars.", "(thousands)\n\n| Road | Cars |\n|---|---|\n| Northern | 42.118 |", Standing.ABSENT),
        ("应收账款为3.18亿元。", "应收账款（元）\n\n| 项目 | 余额 |\n|---|---|\n| 应收账款 | 318,402,116.55 |", Standing.CARRIED),
        ("应收账款为3.19亿元。", "应收账款（元）\n\n| 项目 | 余额 |\n|---|---|\n| 应收账款 | 318,402,116.55 |", Standing.ABSENT),
    ],
)
def test_a_figure_may_be_written_out_or_rounded_beside_its_table(answer: str, text: str, standing: Standing) -> None:
    (ruling,) = rule(answer, text)
    assert ruling.standing == standing
