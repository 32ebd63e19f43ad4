"""The steps of a trace about origins, silent pages and values set aside."""

from tests.core.sources.stories import RATE_STORY, SHORT_STORY, value_source
from verification.core.consensus.tracing import trace_origins_of, trace_rejected, trace_writings
from verification.core.evidence import SourceFinding, TraceStep, Trust, Why
from verification.core.sources.independence import count_votes, trace_origins
from verification.core.vocabulary import Independence, Stance

TRUST = Trust(owners={"a.example": "one house", "b.example": "one house"})


def steps_of(*value_sources):
    origins = trace_origins(value_sources)
    return trace_origins_of(origins, count_votes(value_sources, origins, Independence.STORIES))


def test_own_reports_leave_no_step():
    assert steps_of(value_source(0, RATE_STORY, "a.example"), value_source(1, SHORT_STORY, "b.example")) == ()


def test_copies_are_counted():
    steps = steps_of(*(value_source(n, RATE_STORY, f"{name}.example") for n, name in enumerate("abc")))
    assert steps == (TraceStep("copies_merged", {"copies": 2}),)


def test_one_release_of_several_publishers_is_one_origin():
    text = "据国家统计局网站消息，利率为5.25%。"
    steps = steps_of(*(value_source(n, text, f"{name}.example", title=f"Title {name}") for n, name in enumerate("abc")))
    assert steps == (TraceStep("official_origin", {"origin": "国家统计局", "publishers": 3}),)


def test_one_report_restated_is_one_origin():
    text = "The rate stays at 5.25%, Reuters reported."
    steps = steps_of(*(value_source(n, text, f"{name}.example") for n, name in enumerate("ab")))
    assert steps == (TraceStep("news_origin", {"origin": "Reuters", "publishers": 2}),)


def test_pages_of_one_publisher_and_of_one_owner_are_counted():
    value_sources = [
        value_source(0, RATE_STORY, "a.example", trust=TRUST, days=2),
        value_source(1, SHORT_STORY, "b.example", trust=TRUST, days=1),
        value_source(2, SHORT_STORY.replace("Officials", "Ministers"), "b.example", trust=TRUST, path="later"),
    ]
    codes = {step.code: dict(step.params) for step in steps_of(*value_sources)}
    assert codes["one_vote_per_domain"] == {"pages": 1}
    assert codes["one_vote_per_owner"] == {"pages": 1}


def test_writings_of_one_value():
    assert trace_writings(["5.25%", "5.25 %"], "5.25") == (TraceStep("same_value", {"writings": ("5.25 %", "5.25%"), "value": "5.25"}),)
    assert trace_writings(["5.25%", "5.25%"], "5.25") == ()


def test_values_set_aside_stand_once():
    def finding(position, stance, value):
        return SourceFinding(position, "https://a.example/", "", "a.example", stance, Why("forecast"), value=value)

    others = [
        finding(0, Stance.FORECAST, "5%"),
        finding(1, Stance.FORECAST, "5%"),
        finding(2, Stance.PAST, "6%"),
        finding(3, Stance.OFF_TOPIC, "7%"),
    ]
    assert trace_rejected(others) == (
        TraceStep("rejected_value", {"value": "5%", "stance": "forecast"}),
        TraceStep("rejected_value", {"value": "6%", "stance": "past"}),
    )
