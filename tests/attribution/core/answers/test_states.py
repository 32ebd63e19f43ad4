"""Whose figure a sentence gives: carried with its cells, there but of something else and both sides quoted, not there, nothing to check."""

import pytest

from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import AttributedSentence, RankedDocument
from attribution.core.answers.states import ReasonCode, SentenceState

PROSE = (
    "Total revenue for fiscal 2025 was $4,812.6 million, an increase of 18.0% from $4,078.5 million in fiscal 2024. Gross margin declined "
    "to 41.3% from 43.0%. Research and development expense was $731.2 million. The board authorised the repurchase of up to $750 million "
    "of common stock. Harlan represented 14% of revenue."
)
SEGMENTS = (
    "(in millions)\n| Segment | Fiscal 2025 | Fiscal 2024 |\n|---|---|---|\n| Warehouse systems | 2,905.4 | 2,310.2 |\n"
    "| Surgical robots | 1,412.0 | 1,405.1 |\n| Services | 495.2 | 363.2 |\n| Total revenue | 4,812.6 | 4,078.5 |"
)
REPORT = (
    "单位：亿元\n| 项目 | 2025年 | 2024年 |\n|---|---|---|\n| 营业收入 | 105.1 | 88.4 |\n| 净利润 | 14.6 | 11.9 |\n"
    "| 研发投入 | 8.0 | 6.2 |\n研发投入占营业收入的7.6%。"
)
TEXTS = (PROSE, SEGMENTS, REPORT)


def only(answer: str, *texts: str) -> AttributedSentence:
    (sentence,) = attribute_answer(answer, [RankedDocument(text) for text in texts or TEXTS]).sentences
    return sentence


@pytest.mark.parametrize(
    "answer",
    [
        "Warehouse systems revenue was $2,905.4 million in fiscal 2025.",
        "What was Warehouse systems revenue in fiscal 2024: $2,310.2 million.",
        "What was Warehouse systems revenue in fiscal 2024? $2,310.2 million.",
        "Surgical robots brought in $1.4 billion in fiscal 2025.",
        "Total revenue in fiscal 2024 was $4,078.5 million.",
        "Harlan represented 14% of revenue.",
        "Gross margin declined to 41.3% from 43.0%.",
        "Research and development expense was $731.2 million.",
        "2025年净利润为14.6亿元。",
        "2024年净利润为11.9亿元。",
        "2024年净利润是多少？11.9亿元。",
        "净利润从2024年的11.9亿元增至2025年的14.6亿元。",
        "研发投入占营业收入的7.6%。",
    ],
)
def test_a_figure_of_its_own_row_column_and_year_is_carried(answer: str) -> None:
    sentence = only(answer)
    assert (sentence.state, sentence.supported, sentence.reason) == (SentenceState.CARRIED, True, None)


@pytest.mark.parametrize(
    ("answer", "found", "named"),
    [
        (
            "Surgical robots revenue was $2,905.4 million.",
            "Warehouse systems · Fiscal 2025: 2,905.4",
            "Surgical robots · Fiscal 2025: 1,412.0",
        ),
        ("What was the Services revenue in fiscal 2025: $363.2 million.", "Services · Fiscal 2024: 363.2", "Services · Fiscal 2025: 495.2"),
        ("2025年净利润11.9亿元。", "净利润 · 2024年: 11.9", "净利润 · 2025年: 14.6"),
        ("2025年营业收入为8.0亿元。", "研发投入 · 2025年: 8.0", "营业收入 · 2025年: 105.1"),
    ],
)
def test_a_figure_of_another_row_or_year_is_of_something_else(answer: str, found: str, named: str) -> None:
    sentence = only(answer)
    assert (sentence.state, sentence.supported, sentence.cells) == (SentenceState.ELSEWHERE, False, ())
    assert sentence.reason is not None
    assert sentence.reason.code == ReasonCode.OTHER_FIGURE
    assert (sentence.reason.params["found"], sentence.reason.params["named"]) == (found, named)


@pytest.mark.parametrize(
    "answer",
    [
        "R&D expense was $750 million.",
        "Harlan represented 41.3% of revenue.",
        "Total revenue in fiscal 2024 was $4,812.6 million.",
        "净利润从2024年的14.6亿元降至2025年的11.9亿元。",
    ],
)
def test_a_figure_of_another_sentence_is_of_something_else(answer: str) -> None:
    assert only(answer).state == SentenceState.ELSEWHERE


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("Warehouse systems revenue was $2,950.4 million in fiscal 2025.", ReasonCode.FIGURE_DIFFERS),
        ("The bakery opens at dawn and sells rye bread.", ReasonCode.NOT_SAID),
        ("Total revenue fell 18%.", ReasonCode.FIGURE_DIFFERS),
        ("2025年净利润同比增长18.9%。", ReasonCode.FIGURE_DIFFERS),
        ("The board did not authorise the repurchase of up to $750 million of common stock.", ReasonCode.DENIED),
    ],
)
def test_what_is_not_there_says_why(answer: str, code: ReasonCode) -> None:
    sentence = only(answer)
    assert sentence.state == SentenceState.ABSENT
    assert sentence.reason is not None
    assert sentence.reason.code == code


def test_a_figure_that_went_the_other_way_is_not_said_to_be_of_the_next_best() -> None:
    text = "Revenue for the third quarter was $10.53 billion, up 12.4% year over year. Net income fell 3.1% to $1.82 billion."
    reason = only("Net income rose 3.1% to $1.82 billion.", text).reason
    assert reason is not None
    assert (reason.code, reason.params["found"], reason.named) == (
        ReasonCode.FIGURE_ELSEWHERE,
        "Net income fell 3.1% to $1.82 billion.",
        None,
    )


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Capacity has reached 200 GWh.", "Management said capacity would reach 200 GWh in 2027."),
        ("Capacity reached 200 GWh.", "Management said capacity will reach 200 GWh in 2027."),
        ("产能已达到200GWh。", "管理层在业绩会上表示，2027年产能将达到200GWh。"),
    ],
)
def test_what_is_only_foreseen_carries_nothing_told_as_over(answer: str, text: str) -> None:
    sentence = only(answer, text)
    assert (sentence.state, sentence.reason and sentence.reason.code) == (SentenceState.ABSENT, ReasonCode.ONLY_FORESEEN)


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ("Capacity will reach 200 GWh in 2027.", ["Management said capacity would reach 200 GWh in 2027."]),
        ("Employees receive 20 days of leave.", ["Employees will receive 20 days of leave."]),
        ("2027年产能将达到200GWh。", ["管理层在业绩会上表示，2027年产能将达到200GWh。"]),
        ("Capacity has reached 200 GWh.", ["Capacity will reach 200 GWh in May.", "Capacity has reached 200 GWh, the firm said."]),
    ],
)
def test_what_is_foreseen_carries_what_is_told_so_and_rules(answer: str, texts: list[str]) -> None:
    assert only(answer, *texts).state == SentenceState.CARRIED


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("## Summary", ReasonCode.HEADING),
        ("| Metric | Value |", ReasonCode.HEADING),
        ("|---|---|", ReasonCode.HEADING),
        ("Here are the key figures:", ReasonCode.HEADING),
        ("以下是主要数据：", ReasonCode.HEADING),
        ("What else would be of use?", ReasonCode.QUESTION),
        ("I hope this helps!", ReasonCode.FILLER),
        ("希望以上内容有帮助。", ReasonCode.FILLER),
    ],
)
def test_headings_questions_and_words_to_the_reader_are_not_checked(answer: str, code: ReasonCode) -> None:
    sentence = only(answer)
    assert (sentence.state, sentence.is_claim) == (SentenceState.NOTHING, False)
    assert sentence.reason is not None
    assert sentence.reason.code == code


@pytest.mark.parametrize("answer", ["Is it true? The warehouse fire destroyed 41 robots.", "I think revenue was $5,000.1 million."])
def test_what_holds_a_figure_is_checked_whatever_stands_beside_it(answer: str) -> None:
    assert attribute_answer(answer, [RankedDocument(PROSE)]).sentences[-1].state == SentenceState.ABSENT


def test_a_figure_of_another_row_is_no_sum_unless_the_sentence_says_so() -> None:
    tram = "Line | 2025 | 2024\nNorth | 120 | 95\nSouth | 255 | 180\nDepots | 375 | 300"
    assert only("How much is North and South in 2025: 375 thousand.", tram).state == SentenceState.ELSEWHERE
    assert only("What is the total of North and South in 2025: 375 thousand.", tram).state == SentenceState.CARRIED


def test_the_total_that_a_row_names_is_no_sum_of_others() -> None:
    taxes = "Taxes | 2025 | 2024\nTotal current | 813 | 640\nTotal deferred | 270 | 155\nProvision | 1,083 | 795"
    assert only("What was the total deferred in 2025: 1,083 million.", taxes).state == SentenceState.ELSEWHERE
    assert only("What was the total deferred in 2025: 270 million.", taxes).state == SentenceState.CARRIED


@pytest.mark.parametrize("caption", ["(in thousands)\n", "Deposits are as follows (in thousands, except rates):\n\n"])
@pytest.mark.parametrize(("figure", "state"), [("thousand", SentenceState.CARRIED), ("million", SentenceState.ELSEWHERE)])
def test_the_digits_of_a_cell_in_another_scale_are_another_figure(caption: str, figure: str, state: SentenceState) -> None:
    sentence = only(f"Rent deposits were $4,206 {figure} in 2025.", f"{caption}Line | 2025 | 2024\nRent deposits | 4,206 | 3,871")
    assert sentence.state == state
    if sentence.reason is not None:
        found = "Rent deposits · 2025: 4,206"
        assert (sentence.reason.code, sentence.reason.params["found"]) == (ReasonCode.OTHER_SCALE, found)
        assert sentence.reason.params["scale"] == "1,000"


def test_scales_of_several_tables_say_nothing_of_a_table_without() -> None:
    table = "Line | 2025 | 2024\nRent deposits | 4,206 | 3,871"
    texts = ("Fares (in thousands) rose.", "Freight (in millions) fell.", table)
    assert only("Rent deposits were $4,206 million in 2025.", *texts).state == SentenceState.CARRIED


def test_a_year_with_a_dash_has_no_figure_of_another_year() -> None:
    leases = "Leases | 2025 | 2024\nRent deposits | 4,206 | 3,871\nLease obligation | 2,047 | —\nFixtures | 118 | 96"
    assert only("What was the lease obligation in 2025: 2,047.", leases).state == SentenceState.CARRIED
    assert only("What was the lease obligation in 2024: 2,047.", leases).state == SentenceState.ELSEWHERE


def test_a_percentage_holds_no_amount_of_the_same_digits() -> None:
    shares = "Share | 2025 | 2024\nFares | 100.0% | 100.0%\nCrew | 33.1 | 27.0"
    assert only("What were crew in 2025: 33.1%.", shares).state == SentenceState.CARRIED
    assert only("What were crew in 2025: $33.1.", shares).state == SentenceState.ABSENT


def test_a_number_of_shares_is_no_amount_of_money() -> None:
    shares = "Movement | Number of shares | Cost\nGranted in 2025 | 5,861 | $587\nVested in 2025 | 1,902 | $190"
    assert only("What were shares granted in 2025: 5,861.", shares).state == SentenceState.CARRIED
    assert only("What was the cost of shares granted in 2025: $587.", shares).state == SentenceState.CARRIED
    assert only("What was the cost of shares granted in 2025: $5,861.", shares).state == SentenceState.ABSENT


def test_a_stop_inside_brackets_ends_no_sentence() -> None:
    flows = "Flows | 2025 | 2024\nFree cash (non-U.S. GAAP measure) | 533 | 308"
    assert only("What was the free cash (non-U.S. GAAP measure) in 2025: 533.", flows).state == SentenceState.CARRIED


REGIONS = (
    "| Region | Item | 2025 | 2024 |\n|---|---|---|---|\n| Europe | Sales | 431 | 398 |\n| {} | Profit | 52 | 47 |\n"
    "| Asia | Sales | 220 | 201 |\n| {} | Profit | 33 | 29 |"
)
SPANNED = (
    "<table><tr><th>Region</th><th>Item</th><th>2025</th><th>2024</th></tr>"
    "<tr><td rowspan=2>Europe</td><td>Sales</td><td>431</td><td>398</td></tr><tr><td>Profit</td><td>52</td><td>47</td></tr>"
    "<tr><td rowspan='2'>Asia</td><td>Sales</td><td>220</td><td>201</td></tr><tr><td>Profit</td><td>33</td><td>29</td></tr></table>"
)


@pytest.mark.parametrize("text", [REGIONS.format("Europe", "Asia"), REGIONS.format("", ""), SPANNED])
@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("Profit in Asia was 33 in 2025.", SentenceState.CARRIED),
        ("Profit in Europe was 47 in 2024.", SentenceState.CARRIED),
        ("Profit in Asia was 220 in 2025.", SentenceState.ELSEWHERE),
        ("Profit in Europe was 33 in 2025.", SentenceState.ELSEWHERE),
        ("Sales in Asia were 431 in 2025.", SentenceState.ELSEWHERE),
    ],
)
def test_a_row_may_be_named_by_two_cells_of_which_one_spans_several(text: str, answer: str, state: SentenceState) -> None:
    assert only(answer, text).state == state


def test_a_carried_figure_marks_its_cell_and_both_heads() -> None:
    (mark,) = only("Services revenue was $495.2 million in fiscal 2025.", SEGMENTS).cells
    assert mark.position == 0
    assert SEGMENTS[mark.start : mark.end] == "495.2"
    assert [SEGMENTS[start:end] for start, end in mark.heads] == ["Services", "Fiscal 2025"]


@pytest.mark.parametrize(
    ("text", "own", "other"),
    [
        ("Marlin Capital sued Osprey Bank in April.", "Marlin Capital sued Osprey Bank.", "Osprey Bank sued Marlin Capital."),
        (
            "The alarm went off before the guard left.",
            "The alarm went off before the guard left.",
            "The alarm went off after the guard left.",
        ),
        (
            "Holm Ironworks pays 7% on preferred stock.",
            "Holm Ironworks pays 7% on preferred stock.",
            "Holm Ironworks pays 7% on common stock.",
        ),
        (
            "Orders doubled in the first half of 2025.",
            "Orders doubled in the first half of 2025.",
            "Orders doubled in the second half of 2025.",
        ),
        ("维利亚向马洛出口300辆客车。", "维利亚向马洛出口300辆客车。", "马洛向维利亚出口300辆客车。"),
    ],
)
def test_words_that_a_passage_tells_of_something_else_are_not_carried(text: str, own: str, other: str) -> None:
    assert only(own, text).state == SentenceState.CARRIED
    sentence = only(other, text)
    assert (sentence.state, sentence.supported) == (SentenceState.ABSENT, False)
    assert sentence.reason is not None
    assert (sentence.reason.code, sentence.reason.params["found"]) == (ReasonCode.TOLD_OTHERWISE, text)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Analysts wonder whether Carver Foods will close its plant in Dalton next year.", "Carver Foods closed its plant in Dalton."),
        ("Had the council rejected the bridge, the ferry would have kept its licence.", "The ferry kept its licence."),
        ("Did Norvik sell its port in Hale? Nobody at the firm would say.", "Norvik sold its port in Hale."),
        ("If the union accepts the offer, the strike at Dorne ends on Friday.", "The strike at Dorne ended on Friday."),
        ("网传诺维克出售了哈勒港口，公司未予回应。", "诺维克出售了哈勒港口。"),
        ("如果议会通过预算，学校将获得更多资金。", "议会通过预算。"),
    ],
)
def test_words_of_a_passage_that_hardly_says_it_are_not_carried(text: str, other: str) -> None:
    own = [sentence.state for sentence in attribute_answer(text, [RankedDocument(text)]).sentences]
    assert [state for state in own if state != SentenceState.NOTHING] == [SentenceState.CARRIED]
    sentence = only(other, text)
    assert (sentence.state, sentence.supported) == (SentenceState.ABSENT, False)
    assert sentence.reason is not None
    assert sentence.reason.code == ReasonCode.NOT_SAID
