"""What ``batch`` once read wrongly: places before a month, groupings, changes that may go either way, days, totals so far, copies."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.shell import run_command

HOSTS = ("a.example", "b.example", "c.example")
AS_OF = "2026-06-18"


def _page(host: str, content: str, published: str = "2026-06-17T16:30:00+08:00") -> dict[str, str]:
    return {"title": "", "url": f"https://{host}/1", "content": content, "published_date": published}


def _settle(tmp_path: Path, node: dict[str, Any], *pages: dict[str, str], trusted: tuple[str, ...] = ()) -> dict[str, Any]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    line = {"id": 1, "node": node, "as_of": AS_OF, "results": pages, "whitelist": list(trusted)}
    source.write_text(json.dumps(line, ensure_ascii=False), encoding="utf-8")
    assert run_command("batch", "consensus", source, target).status == 0
    answer: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return answer


def _figures(tmp_path: Path, text: str) -> list[tuple[str, str | None]]:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"id": 1, "text": text}), encoding="utf-8")
    assert run_command("batch", "quantities", source, target).status == 0
    return [(one["value"], one.get("direction")) for one in json.loads(target.read_text(encoding="utf-8"))["quantities"]]


@pytest.mark.parametrize(("place", "expected"), [("美国", "3.4"), ("德国", None), ("日本", None), ("上海", None)])
def test_a_place_before_a_month_is_whose_figure_it_is(tmp_path: Path, place: str, expected: str | None) -> None:
    node = {"label": f"{place}5月CPI同比", "kind": "percent"}
    answer = _settle(tmp_path, node, _page(HOSTS[0], "美国5月CPI同比上涨3.4%，高于前值。"), trusted=HOSTS[:1])
    assert answer["number"] == expected


def test_the_place_of_a_dateline_is_whose_figure_nothing_is(tmp_path: Path) -> None:
    node = {"label": "美国5月CPI同比", "kind": "percent"}
    answer = _settle(tmp_path, node, _page(HOSTS[0], "新华社北京6月17日电 美国劳工部公布，美国5月CPI同比上涨3.4%。"), trusted=HOSTS[:1])
    assert answer["number"] == "3.4"


@pytest.mark.parametrize("text", ["美股三大指数涨跌不一", "3大指数齐涨", "四大行", "两大股东", "十大品牌", "五大类产品"])
def test_a_grouping_is_no_figure(tmp_path: Path, text: str) -> None:
    assert _figures(tmp_path, text) == []


def test_a_grouping_answers_no_node(tmp_path: Path) -> None:
    node = {"label": "标普500指数6月17日收盘", "kind": "number"}
    answer = _settle(tmp_path, node, _page(HOSTS[0], "美股三大指数涨跌不一 标普500指数创新高"), trusted=HOSTS[:1])
    assert (answer["value"], answer["reason"]) == ("unknown", "no_value_found")


def _change(folder: Path, name: str, told: str) -> str | None:
    node = {"label": f"纳斯达克指数6月17日{name}", "kind": "percent"}
    return _settle(folder, node, _page(HOSTS[0], f"6月17日，纳斯达克指数{told}，成交活跃。"), trusted=HOSTS[:1])["number"]


@pytest.mark.parametrize(
    ("name", "told", "expected"),
    [("涨跌幅", "涨跌幅为-2.26%", "-2.26")],
)
def test_a_change_may_go_either_way(tmp_path: Path, name: str, told: str, expected: str) -> None:
    assert _change(tmp_path, name, told) == expected


@pytest.mark.parametrize("name", ["涨跌幅", "升跌幅", "变化", "变动幅度"])
@pytest.mark.parametrize(("told", "expected"), [("上涨2.26%", "2.26"), ("下跌2.26%", "-2.26"), ("涨跌幅为-2.26%", "-2.26")])
def test_a_change_is_never_told_with_the_other_sign(tmp_path: Path, name: str, told: str, expected: str) -> None:
    assert _change(tmp_path, name, told) in (expected, None)


def test_a_change_of_a_count_may_be_a_fall(tmp_path: Path) -> None:
    node = {"label": "美国5月ADP就业人数变化", "kind": "number"}
    answer = _settle(tmp_path, node, _page(HOSTS[0], "美国5月ADP就业人数减少3.2万人，预期为增加5万人。"), trusted=HOSTS[:1])
    assert answer["number"] == "-32000"


def test_a_figure_beside_a_change_of_either_way_has_no_direction(tmp_path: Path) -> None:
    assert _figures(tmp_path, "涨跌幅1.2%，跌幅1.3%") == [("1.2", None), ("1.3", "down")]


DAY = {"label": "日经225指数6月17日收盘", "kind": "number"}
BY_DOMAINS = {"independence": "domains"}


@pytest.mark.parametrize(
    ("text", "published", "expected"),
    [
        ("6月17日，日经225指数收盘报48088.8点。", "2026-06-18T12:00:00+08:00", "48088.8"),
        ("6月16日，日经225指数收盘报48088.8点。", "2026-06-17T16:30:00+08:00", None),
        ("截至收盘，日经225指数报48088.8点。", "2026-06-17T16:30:00+08:00", "48088.8"),
        ("日经225指数收盘报48088.8点。", "2026-06-16T16:30:00+08:00", None),
        ("日经225指数收盘报48088.8点。", "2026-06-17T06:30:00+08:00", None),
        ("周三，日经225指数收盘报48088.8点。", "2026-06-18T09:30:00+08:00", "48088.8"),
        ("周二，日经225指数收盘报48088.8点。", "2026-06-17T16:30:00+08:00", None),
        ("日经225指数昨日收盘报48088.8点。", "2026-06-17T16:30:00+08:00", None),
        ("日经225指数收盘报48088.8点。", "", None),
    ],
)
def test_a_node_of_a_day_needs_its_day(tmp_path: Path, text: str, published: str, expected: str | None) -> None:
    assert _settle(tmp_path, DAY | BY_DOMAINS, *[_page(host, text, published) for host in HOSTS])["number"] == expected


@pytest.mark.parametrize(("published", "expected"), [("2026-06-18T05:10:00+08:00", "6740.28"), ("2026-06-17T05:10:00+08:00", None)])
def test_the_day_is_that_of_the_market(tmp_path: Path, published: str, expected: str | None) -> None:
    """At dawn in Shanghai New York's session of the day before has just ended."""
    node = {"label": "标普500指数6月17日收盘", "kind": "number", **BY_DOMAINS}
    pages = [_page(host, "截至收盘，标普500指数报6740.28点。", published) for host in HOSTS]
    assert _settle(tmp_path, node, *pages)["number"] == expected


def test_three_pages_of_another_day_are_not_the_day(tmp_path: Path) -> None:
    told = (
        "日经225指数收盘报48088.8点。",
        "周二，日经225指数收盘报48088.8点。",
        "半导体板块领涨，日经225指数周二收盘报48088.8点。",
    )
    pages = [_page(host, text, "2026-06-16T16:30:00+08:00") for host, text in zip(HOSTS, told, strict=True)]
    answer = _settle(tmp_path, DAY, *pages)
    assert answer["value"] == "unknown"
    # One of them names no day and two a weekday: what they are of is their own day, and said.
    assert {page["why"] for page in answer["others"]} == {"说的是另一时期：2026-06-16，而非 2026-06-17"}
    label = {**DAY, "label": "日经225指数6月16日收盘"}
    assert _settle(tmp_path, label, *pages)["number"] == "48088.8"


@pytest.mark.parametrize(("label", "expected"), [("1-2月全社会用电量", "1654600000000"), ("2月全社会用电量", None)])
def test_a_total_so_far_is_that_of_its_months(tmp_path: Path, label: str, expected: str | None) -> None:
    node = {"label": label, "kind": "number", "unit": "kWh", "fresh_days": None}
    page = _page(HOSTS[0], "1—2月，全社会用电量累计16546亿千瓦时。", "2026-03-20T16:30:00+08:00")
    assert _settle(tmp_path, node, page, trusted=HOSTS[:1])["number"] == expected


def test_three_equal_snippets_are_one_story(tmp_path: Path) -> None:
    node = {"label": "Utopia policy rate", "kind": "percent"}
    same = "The policy rate of Utopia is 9.99 % as of this morning, officials in the capital confirmed to us."
    answer = _settle(tmp_path, node, *(_page(host, same) for host in HOSTS))
    assert (answer["value"], answer["reason"], answer["counts"]) == ("unknown", "copies_only", {"domains": 3, "stories": 1})
    own = (
        same,
        "Utopia left its policy rate at 9.99 %, a record.",
        "Borrowers pay more: the policy rate in Utopia is 9.99 %.",
    )
    answer = _settle(tmp_path, node, *(_page(host, text) for host, text in zip(HOSTS, own, strict=True)))
    assert (answer["number"], answer["counts"]) == ("9.99", {"domains": 3, "stories": 3})
