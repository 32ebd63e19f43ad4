"""Means of many years, models, legends, what misses the mark, definitions given up and what nobody vouched for are no facts of now."""

import pytest

from verification.core.reading.statement import Status
from verification.core.reading.status.statuses import StatusReader

pytestmark = pytest.mark.pure


def status_of(marked: str) -> Status:
    start, end = marked.index("["), marked.index("]") - 1
    return StatusReader(marked.replace("[", "", 1).replace("]", "", 1)).status_at(start, end).status


@pytest.mark.parametrize(
    ("status", "marked"),
    [
        (Status.PAST, "Averaged over the past decade, the deficit came to [4%]."),
        (Status.PAST, "Averaged over five years, Barlow's margin is [12%]."),
        (Status.PAST, "Averaged over two decades, rainfall was [800 mm]."),
        (Status.FORESEEN, "Barlow's profit is modelled at [$98 million]."),
        (Status.FORESEEN, "Barlow's profit is modeled at [$98 million]."),
        (Status.FORESEEN, "Profits are modelled at [$98 million]."),
        (Status.FORESEEN, "Profits are modeled at [$98 million]."),
        (Status.DENIED, "That Barlow earned [$5 million] is an urban legend."),
        (Status.DENIED, "That Barlow earned [$5 million] is an urban myth."),
        (Status.DENIED, "It is an urban legend that Barlow earned [$5 million]."),
        (Status.DENIED, "It is an urban myth that Barlow earned [$5 million]."),
        (Status.DENIED, "Urban legend has it that Barlow earned [$5 million]."),
        (Status.DENIED, "The estimate of [$5 million] was wide of the mark."),
        (Status.DENIED, "The estimate of [$5 million] was far off the mark."),
        (Status.PAST, "旧口径为[35]万人。"),
        (Status.PAST, "库存按原口径为[35]万吨。"),
        (Status.PAST, "该口径[35]万吨已停用。"),
        (Status.PAST, "该数据[35]万吨已弃用。"),
        (Status.UNCONFIRMED, "净利润[35]万元一事没人出来坐实。"),
        (Status.UNCONFIRMED, "净利润[35]万元一说无人坐实。"),
        (Status.UNCONFIRMED, "净利润[35]万元一说没人坐实。"),
        (Status.UNCONFIRMED, "净利润[35]万元一说未被坐实。"),
        (Status.UNCONFIRMED, "净利润[35]万元一说没有坐实。"),
        (Status.PAST, "十年平均下来，通胀率为[3%]。"),
        (Status.PAST, "五年平均下来，通胀率为[3%]。"),
        (Status.PAST, "多年平均下来，通胀率为[3%]。"),
    ],
)
def test_what_is_no_fact_of_now(status: Status, marked: str) -> None:
    assert status_of(marked) is status


@pytest.mark.parametrize(
    "marked",
    [
        "Averaged over the year, the rate was [3%].",
        "The engine, modelled at home, gives [40] horsepower.",
        "The museum of urban legends drew [400] visitors.",
        "Her shot went wide of the mark after [30] minutes.",
        "新口径为[35]万人。",
        "已停用的机组共[12]台。",
        "去年平均下来，通胀率为[3%]。",
    ],
)
def test_their_twins_are_facts(marked: str) -> None:
    assert status_of(marked) is Status.ASSERTED
