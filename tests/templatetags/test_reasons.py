from django.utils.translation import override

from verification.templatetags.reasons import review_text, trace_lines, why_text


def test_reason_is_said_in_the_readers_language() -> None:
    stored = {"code": "stale", "params": {"days": 373, "limit": 7}}
    with override("en"):
        assert why_text(stored) == "373 days old, limit 7"
    with override("zh-hans"):
        assert why_text(stored) == "距今 373 天，时限 7 天"


def test_stance_inside_a_trace_is_a_word_of_the_readers_language() -> None:
    stored = [{"code": "rejected_value", "params": {"value": "3.25%", "stance": "forecast"}}]
    with override("zh-hans"):
        assert [(line.icon, line.text) for line in trace_lines(stored)] == [("x", "未采信：3.25%（预测）。")]


def test_what_is_not_of_the_stored_shape_says_nothing() -> None:
    assert [why_text(value) for value in (None, [], {}, {"params": 3}, "x")] == [""] * 5
    assert review_text(None) == ""
    assert trace_lines({"code": "pages_read"}) == []
    assert trace_lines([None, 3, {"code": ""}]) == []
