from django.utils.translation import override

from verification.models import Node
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


def test_values_are_written_with_the_nodes_unit() -> None:
    node = Node(slug="gdp", label="GDP", kind="currency", unit="CNY")
    stored = {"code": "values_disagree", "params": {"values": ["4109000000000", "4.2万亿元"]}}
    with override("zh-hans"):
        assert review_text(stored, node) == "多个数值票数足够：4.109万亿元、4.2万亿元。"


def test_answer_of_a_text_node_is_a_word_of_the_readers_language() -> None:
    node = Node(slug="hack", label="It was hacked", kind="text")
    stored = [{"code": "enough_votes", "params": {"value": "yes", "votes": 3, "needed": 3}}]
    with override("zh-hans"):
        assert [line.text for line in trace_lines(stored, node)] == ["“是” 得 3 票，需 3 票：采信。"]


def test_brief_trace_leaves_out_what_only_counts_pages() -> None:
    stored = [
        {"code": "pages_read", "params": {"pages": 5}},
        {"code": "stage_one", "params": {"pages": 2, "bound": 0}},
        {"code": "stage_two", "params": {"pages": 5, "bound": 4}},
        {"code": "nothing_found", "params": {}},
    ]
    with override("en"):
        assert [line.text for line in trace_lines(stored, is_brief=True)] == [
            "Step 2 read 5 pages; 4 with a current figure.",
            "No page carries a value for this node.",
        ]
        assert len(trace_lines(stored)) == 4


def test_what_is_not_of_the_stored_shape_says_nothing() -> None:
    assert [why_text(value) for value in (None, [], {}, {"params": 3}, "x")] == [""] * 5
    assert review_text(None) == ""
    assert trace_lines({"code": "pages_read"}) == []
    assert trace_lines([None, 3, {"code": ""}]) == []
