"""Every code of the engine has a sentence, and the sentences say what the look asks for."""

from datetime import UTC, datetime

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from verification.core.evidence import Counts, NodeSpec, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.vocabulary import Badge, BoundBy, Confidence, Independence, NodeKind, PassageField, Reason, Stance, Trend
from verification.reads.words import explanations
from verification.reads.words.explanations import cut_passage, explain, explain_review, explain_trace, language_of, narrative, reason_text

PARAMS = {
    "bound": 2,
    "copies": 2,
    "count": 2,
    "date": "2026-07-01",
    "day": "2026-07-01",
    "days": 373,
    "domain": "meridianwire.example",
    "domains": 3,
    "due": "2026-12-12",
    "earlier": "5.5%",
    "fact": "5.25%",
    "fault": "timeout",
    "first": "5.25%",
    "found": "2026-06",
    "limit": 7,
    "mark": "Sponsored",
    "needed": 3,
    "official": "5.5%",
    "others": ("5.5%",),
    "origin": "Labor Department",
    "other": "5.5%",
    "owner": "meridian",
    "pages": 4,
    "percent": 92,
    "period": "2026-05",
    "publishers": 3,
    "reason": "off_topic",
    "second": "5.5%",
    "series": "us-unemployment-rate",
    "stance": "past",
    "stories": 2,
    "suffix": "meridianwire.example",
    "unit": "USD",
    "value": "5.25%",
    "values": ("5.25%", "5.5%"),
    "vintage": "2026-06-05",
    "votes": 2,
    "wanted": "2026-05",
    "who": "alice",
    "writings": ("5.25 percent", "525 bp"),
}
NODE = NodeSpec("Federal funds rate", NodeKind.PERCENT, unit="%")


THREE = Counts(3, 3)


def verdict(reason=Reason.ACCEPTED, sources=(), counts=THREE):
    value = "5.25%" if reason == Reason.ACCEPTED else "unknown"
    badge = Badge.CROSS_VALIDATED if reason == Reason.ACCEPTED else Badge.UNKNOWN
    return Verdict(value, None, "%", Trend.STABLE, Confidence.CROSS_VALIDATED, badge, reason, BoundBy.RULES, sources, (), counts=counts)


def source(text, figure):
    start = text.index(figure)
    passage = Passage(text, PassageField.CONTENT, 0, len(text), start, start + len(figure))
    published = datetime(2026, 6, 1, tzinfo=UTC)
    return SourceFinding(
        0,
        "https://a.example/",
        "Fed holds",
        "a.example",
        Stance.SUPPORTS,
        Why("bound_in_sentence"),
        passage=passage,
        published_at=published,
    )


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
@pytest.mark.parametrize("code", list(WhyCode))
def test_explain_of_every_why_code(code, lang):
    check_sentence(explain(Why(code, PARAMS), lang), code, explanations._WHY, lang)


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
@pytest.mark.parametrize("code", list(TraceCode))
def test_explain_of_every_trace_code(code, lang):
    check_sentence(explain(TraceStep(code, PARAMS), lang), code, explanations._TRACE, lang)


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
@pytest.mark.parametrize("code", list(ReviewCode))
def test_explain_review_of_every_review_code(code, lang):
    check_sentence(explain_review(Why(code, PARAMS), lang), code, explanations._REVIEW, lang)


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
@pytest.mark.parametrize("reason", list(Reason))
def test_reason_text_of_every_reason(reason, lang):
    check_sentence(reason_text(reason, lang), reason, explanations._REASON, lang)


def check_sentence(sentence, code, templates, lang):
    assert any("\u4e00" <= letter <= "\u9fff" for letter in sentence) == (lang == "zh-hans")
    assert code in templates
    assert sentence
    assert "…" not in sentence
    assert "%(" not in sentence
    assert "!" not in sentence


def test_no_template_is_left_over():
    assert set(explanations._WHY) == set(WhyCode)
    assert set(explanations._TRACE) == set(TraceCode)
    assert set(explanations._REVIEW) == set(ReviewCode)
    assert set(explanations._REASON) == set(Reason)


@pytest.mark.parametrize(
    "why, expected",
    [
        (Why("copy_of", {"domain": "meridianwire.example", "percent": 92}), "a copy of meridianwire.example, 92\u00a0% of the page"),
        (Why("stale", {"days": 373, "limit": 7}), "373 days old, limit 7"),
        (Why("stale", {"days": 1, "limit": 0}), "1 day old, limit 0"),
        (Why("restates_official", {"origin": "Labor Department"}), "restates an official release: Labor Department"),
        (Why("values_disagree", {"values": ["5.25%", "5.5%"]}), "Several values have enough votes: 5.25%, 5.5%."),
        (Why("no_such_code"), "no such code"),
        (Why("stale"), "0 days old, limit …"),
        (Why("other_period", {"found": "2025-11", "wanted": "2026-05"}), "about another period: 2025-11, wanted 2026-05"),
        (Why("other_period", {"found": "2025-11", "wanted": ""}), "about another period: 2025-11"),
        (None, ""),
    ],
)
def test_explain_in_english(why, expected):
    assert explain(why, "en") == expected


def test_explain_takes_the_active_language_and_leaves_it_alone():
    with translation.override("en"):
        assert explain(Why("undated")) == "the page carries no date"
        explain(Why("undated"), "zh-hans")
        assert translation.get_language() == "en"


def test_explain_trace_keeps_the_order():
    trace = (TraceStep("pages_read", {"pages": 1}), TraceStep("enough_votes", {"value": "5.25%", "votes": 3, "needed": 3}))
    assert explain_trace(trace, "en") == ["1 page was read.", "5.25% has 3 votes, 3 needed: accepted."]


@pytest.mark.parametrize("lang, expected", [("en", "Set aside: 5% (past)."), ("zh-hans", "未采信：5%（旧值）。")])
def test_explain_says_a_stance_in_words(lang, expected):
    assert explain(TraceStep("rejected_value", {"value": "5%", "stance": "past"}), lang) == expected


def test_narrative_of_an_accepted_value_is_the_leading_sentence():
    assert narrative(verdict(sources=(source("The Fed held rates at 5.25%.", "5.25%"),)), NODE) == "The Fed held rates at 5.25%."


@pytest.mark.parametrize(
    "counts, independence, expected",
    [
        (Counts(1, 1), Independence.DOMAINS, "Too few independent publishers state the same value. 1 domain, 3 needed."),
        (Counts(2, 2), Independence.DOMAINS, "Too few independent publishers state the same value. 2 domains, 3 needed."),
        (Counts(4, 1), Independence.STORIES, "Too few independent publishers state the same value. 1 independent story, 3 needed."),
        (Counts(0, 0), Independence.STORIES, "Too few independent publishers state the same value. 0 independent stories, 3 needed."),
    ],
)
def test_narrative_of_too_few_votes_says_how_many_are_missing(counts, independence, expected):
    node = NodeSpec("Federal funds rate", NodeKind.PERCENT, independence=independence)
    assert narrative(verdict(Reason.TOO_FEW_DOMAINS, counts=counts), node) == expected


def test_narrative_of_another_unknown_is_its_reason():
    assert narrative(verdict(Reason.ALL_STALE), NODE) == reason_text(Reason.ALL_STALE, "en")


def test_cut_passage_keeps_the_figure_whole():
    text = "After a long debate on prices and jobs that went into the evening, the committee held rates at 5.25% on Wednesday."
    cut = cut_passage(source(text, "5.25%").passage)
    assert "5.25%" in cut
    assert cut.startswith("…")
    assert len(cut) <= 80


@given(st.text("abc XYZ美联储", max_size=200), st.text("abc XYZ美联储", max_size=200))
def test_cut_passage_of_any_sentence(left, right):
    text = f"{left}5.25%{right}"
    passage = Passage(text, PassageField.CONTENT, 0, len(text), len(left), len(left) + 5)
    cut = cut_passage(passage)
    assert len(cut) <= 80
    assert "5.25%" in cut


@pytest.mark.parametrize("label, expected", [("美联储利率", "zh-hans"), ("Fed 利率", "zh-hans"), ("Fed funds rate", "en"), ("____", "en")])
def test_language_of(label, expected):
    assert language_of(label) == expected


def test_a_decision_of_voters_in_a_trace_is_said_in_words():
    assert explain(TraceStep("nobody_grounded"), "en") == "The pages do not carry what was answered well enough."
