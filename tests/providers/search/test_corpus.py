"""The local corpus finds Chinese and English alike, never the future, and only where it may look."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from benchmarks.crossing import GOAL_PAGE, load_pages, read_cases
from tests.factories import JUNE_18, make_document
from verification.core.evidence import NodeSpec
from verification.core.language.terms import index_terms
from verification.core.reading.search_plan import plan_search
from verification.core.sources.ranking import SUBJECT_WEIGHT, Slot
from verification.core.vocabulary import NodeKind
from verification.models import Document, fulltext
from verification.models.fulltext import Filter, Group, count_documents, count_documents_with, find_naming, list_hosts
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery
from verification.providers.search import corpus
from verification.providers.search.corpus import CorpusSearch

pytestmark = pytest.mark.django_db


def _search(*phrasings: str, **fields: object) -> SearchAnswer:
    known = {"as_of": JUNE_18 + timedelta(days=1), "limit": 10, "fresh_days": 10}
    return async_to_sync(CorpusSearch().search)(SearchQuery(phrasings=phrasings, **{**known, **fields}))


def _urls(*phrasings: str, **fields: object) -> list[str]:
    return [result.page.url for result in _search(*phrasings, **fields).results]


def _queries(number: int) -> int:
    """PostgreSQL is told to read the indices, within a transaction, and knows by itself how many documents there are about."""
    return number + 5 if connection.vendor == "postgresql" else number


@pytest.fixture
def _filler() -> None:
    """What every corpus has most of: pages about something else."""
    for number in range(8):
        make_document(url=f"https://filler-{number}.example/1", text=f"Gardening notes number {number}, 园艺笔记第{number}篇。")


@pytest.mark.usefixtures("_filler")
@pytest.mark.parametrize(
    "text, phrasing",
    [
        ("中国人民银行维持基准利率不变。", "利率"),
        ("中国人民银行维持基准利率不变。", "基准利率是多少？"),
        ("The central bank left interest rates unchanged.", "rate"),
        ("The central bank left its interest rate unchanged.", "interest RATES"),
        ("央行宣布ＬＰＲ为３．５％。", "LPR 3.5"),
        ("Retail sales of Elbonian policies", "policy"),
    ],
)
def test_search_finds_chinese_and_english_alike(text: str, phrasing: str) -> None:
    document = make_document(text=text)
    assert _urls(phrasing) == [document.url]


@pytest.mark.usefixtures("_filler")
def test_search_does_not_find_a_part_of_a_word() -> None:
    make_document(text="Exaggerated corporate ratepayers")
    assert _urls("rate") == []


@pytest.mark.usefixtures("_filler")
def test_search_puts_words_that_stand_together_first() -> None:
    scattered = make_document(
        text="The bank opened a branch. "
        + "Other news of the day. " * 30
        + "Policy was debated. "
        + "More news. " * 30
        + "A rate card, 5 %."
    )
    close = make_document(text="Other news of the day. " * 40 + "The central bank kept its policy rate at 5.25%.")
    assert _urls("central bank policy rate") == [close.url, scattered.url]


@pytest.mark.usefixtures("_filler")
def test_search_counts_the_title_too() -> None:
    in_title = make_document(title="央行维持基准利率不变", text="详情稍后公布。")
    assert _urls("基准利率") == [in_title.url]


@pytest.mark.usefixtures("_filler")
def test_search_gives_both_languages_a_chance() -> None:
    chinese = [make_document(text=f"第{number}版：埃尔博尼亚央行维持政策利率5.25%不变。").url for number in range(8)]
    english = make_document(text="Elbonia's central bank held its policy rate at 5.25%.").url
    found = _urls("埃尔博尼亚政策利率", "Elbonia policy rate")
    assert english in found
    assert len(set(found) & set(chinese)) == 8


def test_search_never_sees_what_was_published_later() -> None:
    now = make_document(text="Policy rate 5.25%", published_at=JUNE_18)
    make_document(text="Policy rate 5.50%", published_at=JUNE_18 + timedelta(seconds=1))
    assert _urls("policy rate", as_of=JUNE_18) == [now.url]


def test_search_puts_fresh_pages_before_old_and_undated_ones() -> None:
    old = make_document(text="Central bank policy rate 5.00%", published_at=JUNE_18 - timedelta(days=90))
    undated = make_document(text="Central bank policy rate 5.10%", published_at=None)
    fresh = make_document(text="The policy rate of the central bank: 5.25%", published_at=JUNE_18)
    found = _urls("central bank policy rate")
    assert found[0] == fresh.url
    assert set(found[1:]) == {old.url, undated.url}


def test_search_of_the_whitelist_keeps_to_its_hosts_on_label_borders() -> None:
    for host in ("reuters.com", "www.reuters.com", "notreuters.com", "reuters.com.evil.example", "a.example"):
        make_document(url=f"https://{host}/1", text="Central bank policy rate 5.25%")
    assert sorted(_urls("policy rate", suffixes=("reuters.com", "ft.com"))) == ["https://reuters.com/1", "https://www.reuters.com/1"]


def test_search_host_with_an_underscore_is_no_wildcard() -> None:
    make_document(url="https://a.news-x.com/1", text="Central bank policy rate 5.25%")
    assert _urls("policy rate", suffixes=("news_x.com",)) == []


def test_search_finds_the_newest_version_of_an_address() -> None:
    make_document(url="https://a.example/1", text="The policy rate is 5.00%", published_at=JUNE_18 - timedelta(days=1))
    make_document(url="https://a.example/1", text="The policy rate is 5.25%", published_at=JUNE_18)
    answer = _search("policy rate")
    assert [result.page.content for result in answer.results] == ["The policy rate is 5.25%"]


def test_search_does_not_fill_the_list_with_one_domain() -> None:
    for number in range(6):
        make_document(url=f"https://www.loud.example/{number}", text="The policy rate is 5.25% today, the policy rate.")
    others = {make_document(text="Our policy was to rate the policy rate at 5.25% or so").url for _ in range(2)}
    found = _urls("policy rate", limit=5)
    assert set(found) & others == others
    assert len(found) == 5


@pytest.mark.parametrize("limit", [1, 3])
def test_search_takes_as_many_queries_for_three_results_as_for_one(limit: int, django_assert_num_queries: object) -> None:
    for _ in range(3):
        make_document(text="Central bank policy rate 5.25%")
    with django_assert_num_queries(_queries(6)):
        assert len(_urls("policy rate", limit=limit)) == limit


def test_search_of_nothing_but_stop_words_finds_nothing() -> None:
    make_document(text="What is the policy rate?")
    assert _urls("what is the ____ ?", "是多少？") == []


@pytest.mark.parametrize("phrasing", ["\"' OR 1=1 --", "rate) OR (x:y", "利率* AND NEAR(a b)", "%_\\", "a" * 500, "'':*&|!<->()"])
def test_search_of_hostile_words_is_only_a_search(phrasing: str) -> None:
    make_document(text="Policy rate 5.25%")
    assert isinstance(_search(phrasing).results, tuple)


def test_search_says_what_it_asked_and_ranks_from_one() -> None:
    for _ in range(2):
        make_document(text="Central bank policy rate 5.25%")
    answer = _search("policy rate", "政策利率")
    assert (answer.provider, answer.query, answer.calls) == ("corpus", "policy rate | 政策利率", 1)
    assert [result.rank for result in answer.results] == [1, 2]


def test_search_of_an_empty_corpus_is_a_failure() -> None:
    with pytest.raises(ProviderError, match="is empty") as caught:
        _search("policy rate")
    assert caught.value.permanent


@pytest.mark.usefixtures("_filler")
def test_search_with_a_broken_index_is_a_failure_not_an_answer() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE verification_documentindex RENAME TO verification_elsewhere")
    with pytest.raises(ProviderError, match="can't be searched"):
        _search("policy rate")


def _planned(label: str) -> list[str]:
    plan = plan_search(NodeSpec(label=label, kind=NodeKind.CURRENCY), JUNE_18.date())
    return _urls(*plan.phrasings, slots=plan.slots)


@pytest.mark.usefixtures("_filler")
@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("美联储维持利率不变。", "Fed interest rate"),
        ("The Federal Reserve left interest rates at 4%.", "美联储利率"),
        ("ETH is trading at $3,420.", "以太坊价格"),
        ("Ether is trading at $3,420.", "以太坊价格"),
        ("比特幣價格為105,000美元。", "比特币价格"),
        ("比特币价格为105,000美元。", "比特幣價格"),
        ("Volkswagen deliveries were 2.3 million.", "Volkwagen deliveries"),
        ("宁德时代净利润164.8亿元。", "宁得时代净利润"),
        ("以太坊价格为3,420美元。", "以得坊价格"),
        ("Ether is trading at $3,420.", "以得坊价格"),
        ("北京今年降雨量为540毫米。", "Bejing rainfall"),
        ("加拿大失业率为6.9%。", "加得大失业率"),
    ],
)
def test_search_finds_a_thing_by_another_of_its_names(text: str, label: str) -> None:
    document = make_document(text=text)
    assert _planned(label) == [document.url]


@pytest.mark.usefixtures("_filler")
def test_search_guesses_no_word_that_stands_in_the_corpus() -> None:
    make_document(text="Kestrels nested on the mast.")
    asked = make_document(text="Kestrel nested on the mast: one.")
    with CaptureQueriesContext(connection) as queries:
        assert asked.url in _urls("kestrel mast")
    assert len(queries) == _queries(6)


@pytest.mark.usefixtures("_filler")
def test_search_takes_a_name_that_somebody_writes_for_itself() -> None:
    make_document(text="以太坊价格为3,420美元。")
    own = make_document(text="以大坊价格为12美元。")
    assert _planned("以大坊价格")[0] == own.url


@pytest.mark.usefixtures("_filler")
def test_search_does_not_take_another_company_for_a_slip() -> None:
    make_document(text="Embraer delivered 17 jets.")
    assert _planned("Airbus deliveries") == []


RATES = (Slot(SUBJECT_WEIGHT, ("Fed", "Federal Reserve", "美联储")), Slot(2.0, ("policy rate", "政策利率")))


def _find_named(groups: tuple[Slot, ...], *, is_in_title: bool = False) -> list[str]:
    named = [Group(tuple(tuple(index_terms(writing)) for writing in slot.writings), is_in_title) for slot in groups]
    found = find_naming(named, where=Filter(until=JUNE_18), limit=10)
    return [Document.objects.get(pk=pk).url for pk in found]


def test_find_naming_takes_whole_names_of_every_slot_newest_first() -> None:
    older = make_document(text="The Federal Reserve left its policy rate at 4%.", published_at=JUNE_18 - timedelta(days=1))
    newer = make_document(text="美联储维持政策利率4%不变。")
    make_document(text="The federal court holds a reserve of policy; the rate is 4%.")
    make_document(text="The Fed met.")
    assert _find_named(RATES) == [newer.url, older.url]


def test_find_naming_in_the_title_leaves_the_text_alone() -> None:
    titled = make_document(title="Fed leaves policy rate alone", text="At 4%.")
    make_document(title="Markets", text="The Fed left its policy rate at 4%.")
    assert _find_named(RATES, is_in_title=True) == [titled.url]


def test_find_naming_of_nothing_finds_nothing() -> None:
    make_document(text="The Fed left its policy rate at 4%.")
    assert find_naming([], where=Filter(until=JUNE_18), limit=10) == []


@pytest.mark.postgres("search")
def test_find_naming_reads_hostile_names_as_names() -> None:
    make_document(text="The Fed left its policy rate at 4%.")
    assert _find_named((Slot(3.0, ('Fed" OR "x', "') | ('a", "{title}: *", "\\'")),)) == []


@pytest.mark.postgres("search")
def test_find_naming_finds_nothing_for_names_without_words() -> None:
    make_document(text="The Fed left its policy rate at 4%.")
    assert _find_named((RATES[0], Slot(2.0, ("\\'", "?")))) == []
    assert _find_named((RATES[0], Slot(2.0, ("policy rate", "?")))) != []


def test_list_hosts_names_each_once() -> None:
    for host in ("b.example", "a.example", "b.example"):
        make_document(url=f"https://{host}/{Document.objects.count()}", text="A page.")
    assert list_hosts() == ["a.example", "b.example"]


def test_a_search_of_hosts_that_hold_nothing_finds_nothing() -> None:
    make_document(text="Central bank policy rate 5.25%")
    assert _urls("policy rate", suffixes=("nowhere.example",)) == []


def test_a_page_that_names_the_slots_is_found_among_many_that_hold_rarer_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words alone would fill the list of candidates with newer pages."""
    monkeypatch.setattr(corpus, "CANDIDATES", 3)
    for number in range(6):
        make_document(url=f"https://other-{number}.example/1", text="Kestrel Kestrel Kestrel nests.")
        make_document(url=f"https://rates-{number}.example/1", text="The policy rate of Elbonia is 3%.")
    asked = make_document(text="The Federal Reserve left its policy rate at 4%.", published_at=JUNE_18 - timedelta(days=3))
    assert _urls("Kestrel policy rate", slots=RATES)[0] == asked.url


def test_words_that_stand_in_too_many_documents_are_not_read() -> None:
    weights, counts = {"a": 3.0, "b": 2.0, "c": 1.0}, {"a": 5, "b": corpus.MAX_READ - 5, "c": 1_000}
    assert corpus._telling(weights, counts) == {"a": 3.0, "c": 1.0}
    assert corpus._telling({"b": 1.0}, {"b": 9 * corpus.MAX_READ}) == {"b": 1.0}


def test_crossing_pages_are_found_in_the_other_language() -> None:
    cases = read_cases()
    assert (len(cases), sum(not case.expected for case in cases)) == (60, 30)
    load_pages(cases)
    found = 0
    for case in cases:
        plan = plan_search(case.node, case.as_of.date())
        urls = _urls(*plan.phrasings, slots=plan.slots, as_of=case.as_of, fresh_days=30)
        found += bool(case.expected) and case.page.url in urls
    assert found >= GOAL_PAGE * 30


@pytest.mark.usefixtures("_filler")
def test_migration_indexes_traditional_documents_anew_and_once() -> None:
    traditional, simplified = make_document(text="比特幣價格為105,000美元。"), make_document(text="比特币价格为105,000美元。")
    migration = import_module("verification.migrations.0085_index_traditional_as_simplified")
    migration.index_anew(apps, SimpleNamespace(connection=connection))
    assert sorted(_urls("比特币价格")) == sorted((traditional.url, simplified.url))


@pytest.mark.only("postgresql")
@pytest.mark.postgres("search")
def test_a_search_reads_the_indices_by_one_process_and_leaves_the_connection_as_it_was() -> None:
    def read() -> tuple[str, str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('enable_seqscan'), current_setting('max_parallel_workers_per_gather')")
            return cursor.fetchone()

    before = read()
    with transaction.atomic(), fulltext.reading_indices():
        assert read() == ("off", "0")
        transaction.set_rollback(True)
    assert read() == before


@pytest.mark.only("postgresql")
@pytest.mark.postgres("search")
def test_what_the_database_noted_of_a_large_corpus_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(30):
        make_document(url=f"https://a.example/{number}", text=f"Policy rate notes{', a summit' * (number < 3)}")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE verification_document, verification_documentindex")
    exact = (count_documents(), count_documents_with(["rate", "summit", "absent"]))
    make_document(url="https://a.example/later", text="Policy rate")
    assert (count_documents(), count_documents_with(["rate"])) == (31, {"rate": 31})
    monkeypatch.setattr(fulltext, "MAX_EXACT", 29)
    with CaptureQueriesContext(connection) as queries:
        assert (count_documents(), count_documents_with(["rate", "summit", "absent"])) == exact
    assert exact == (30, {"rate": 30, "summit": 3, "absent": 0})
    assert "SELECT count(*) FROM verification_document" not in [query["sql"] for query in queries]


@pytest.mark.only("postgresql")
@pytest.mark.postgres("search")
def test_words_are_looked_for_in_the_indices_alone() -> None:
    for number in range(30):
        make_document(url=f"https://a.example/{number}", title="Policy rate", text="Policy rate of 5.25%")
    with CaptureQueriesContext(connection) as queries:
        _search("policy rate", slots=(Slot(SUBJECT_WEIGHT, ("policy rate",)), Slot(1.0, ("5.25",))))
    found = [query["sql"] for query in queries if "verification_documentindex AS i" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plans = []
        for statement in found:
            cursor.execute(f"EXPLAIN {statement}")
            plans.append("\n".join(row[0] for row in cursor.fetchall()))
    assert len(plans) >= 2
    assert [plan for plan in plans if "Seq Scan on verification_documentindex" in plan] == []
    assert any("verification_documentindex_titles" in plan for plan in plans)


@pytest.mark.postgres("search")
def test_a_phrase_within_another_of_its_group_finds_what_both_would() -> None:
    bank = make_document(url="https://a.example/1", text="The central bank of Elbonia kept its rate")
    central = make_document(url="https://a.example/2", text="A central bank kept its rate")
    make_document(url="https://a.example/3", text="The bank is central to the town, and kept its rate")
    phrases = ("central bank of elbonia", "central bank")
    group = Group(tuple(tuple(index_terms(phrase)) for phrase in phrases))
    where = Filter(until=JUNE_18 + timedelta(days=1), is_undated=True)
    rate = Group((tuple(index_terms("rate")),))
    assert sorted(find_naming([group, rate], where=where, limit=5)) == [bank.pk, central.pk]
