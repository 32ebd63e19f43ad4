"""The engine's codes in the reader's language: one plain sentence each, made when it is shown.

The core says *what* fired (``verification.core.reasons``); here it is said in words. Parameters may come back from JSON, so lists are as
good as tuples, and a parameter that an older engine version did not store is shown as "…".
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from verification.core.evidence import NodeSpec, Passage, TraceStep, Verdict, Why
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.vocabulary import Fault, Independence, Reason, Stance
from verification.enums import codes_of, label_of
from verification.reads.words.days import say_day, say_period
from verification.reads.words.decisions import DECISIONS, NAMED
from verification.services.nodes.series import load_series

NARRATIVE_LENGTH = 80
_MISSING = "…"
_COUNTS = ("days", "pages", "copies", "publishers", "votes", "count")
_DAYS = ("day", "due", "vintage")

_WHY: Mapping[str, Any] = {
    WhyCode.BOUND_IN_SENTENCE: _("the sentence names the node and states the value"),
    WhyCode.BOUND_IN_TITLE: _("the headline names the node and states the figure"),
    WhyCode.BOUND_IN_TITLE_AND_TEXT: _("headline and body agree"),
    WhyCode.BOUND_IN_TABLE: _("the table's row and column heads name the node"),
    WhyCode.BOUND_BY_AGREEMENT: _("the same figure in a sentence on the same subject"),
    WhyCode.BOUND_BY_MODEL: _("a model pointed to this figure; it stands in the page word for word"),
    WhyCode.WHITELISTED_CURRENT: _("whitelisted as %(suffix)s, current, in a sentence about the node"),
    WhyCode.ENTAILED: _("one passage of the page states it"),
    WhyCode.DENIED_STATEMENT: _("one passage of the page states the opposite"),
    WhyCode.STATEMENT_NOT_FOUND: _("no passage of the page states it"),
    WhyCode.STATEMENT_SUPPOSED: _("the passage supposes it, it does not state it"),
    WhyCode.STATEMENT_DOUBTED: _("its words are there, but hardly said (probability %(percent)s %%)"),
    WhyCode.FACT_MISSING: _("the passage lacks %(fact)s"),
    WhyCode.FACT_OTHER: _("the passage has %(found)s in place of %(fact)s"),
    WhyCode.COPY_OF: _("a copy of %(domain)s, %(percent)s\u00a0%% of the page"),
    WhyCode.COPY_OF_OFFICIAL: _("nothing but the release of %(domain)s, %(percent)s\u00a0%% of the page"),
    WhyCode.RESTATES_OFFICIAL: _("restates an official release: %(origin)s"),
    WhyCode.RESTATES_NEWS: _("restates a news report: %(origin)s"),
    WhyCode.SAME_DOMAIN: _("another page of %(domain)s has its vote"),
    WhyCode.SAME_OWNER: _("%(domain)s has the same owner, %(owner)s, and has the vote"),
    WhyCode.OTHER_VALUE: _("states another value: %(value)s"),
    WhyCode.OTHER_VALUE_OFFICIAL: _("the authority itself, %(domain)s, states another value: %(value)s"),
    WhyCode.PAST_VALUE: _("past tense, %(value)s is not the current value"),
    WhyCode.SUPERSEDED: _("the same publisher has stated another value than %(value)s since"),
    WhyCode.REVISED: _("revised: %(value)s replaces %(earlier)s"),
    WhyCode.FORECAST: _("future tense, %(value)s is not a current value"),
    WhyCode.HYPOTHETICAL: _("%(value)s stands under a condition, it is not stated as a fact"),
    WhyCode.DENIED: _("the page denies %(value)s"),
    WhyCode.STALE: ngettext_lazy("%(days)s day old, limit %(limit)s", "%(days)s days old, limit %(limit)s", "days"),
    WhyCode.UNDATED: _("the page carries no date"),
    WhyCode.FUTURE_DATED: _("dated %(date)s, after the time of this check"),
    WhyCode.PROMOTIONAL: _("promotion, marked by “%(mark)s”"),
    WhyCode.NO_PUBLISHER: _("no publisher: the address has no registered domain"),
    WhyCode.BAD_URL: _("the address is not a usable http(s) link"),
    WhyCode.REPEATED_URL: _("the same page stands in the results twice"),
    WhyCode.OFF_TOPIC: _("not about this node"),
    WhyCode.OTHER_PERIOD: _("about another period: %(found)s"),
    WhyCode.OTHER_MEASURE: _("about another measure of the same subject"),
    WhyCode.OTHER_SUBJECT: _("about another subject"),
    WhyCode.BOUND_ONLY: _("names a bound, not the value"),
    WhyCode.WRONG_UNIT: _("about this node, but holds no figure in %(wanted)s"),
    WhyCode.NO_FIGURE: _("about this node, but holds no figure"),
    WhyCode.INJECTION: _("the page gives orders to a model, and so has no vote"),
    WhyCode.SERIES_OBSERVATION: _("the authority's own series: %(value)s for %(period)s, known since %(vintage)s"),
    WhyCode.SERIES_AGREES: _("states the figure of the official series"),
    WhyCode.SERIES_REVISED: _("states %(value)s, which the authority has revised to %(official)s"),
    WhyCode.SERIES_SAYS_OTHERWISE: _("states %(value)s; the authority's own series says %(official)s"),
    WhyCode.NOT_WHITELISTED: _("not on the whitelist, which alone counts in step 1"),
}
# Where both are known, the words of the page stand beside those of the question.
_WHY_IN_WORDS: Mapping[str, Any] = {
    WhyCode.OTHER_PERIOD: _("about another period: %(found)s, wanted %(wanted)s"),
    WhyCode.OTHER_MEASURE: _("the figure is of %(found)s, not of %(wanted)s"),
    WhyCode.OTHER_SUBJECT: _("the figure is of %(found)s, not of %(wanted)s"),
}

_TRACE: Mapping[str, Any] = {
    TraceCode.PAGES_READ: ngettext_lazy("%(pages)s page was read.", "%(pages)s pages were read.", "pages"),
    TraceCode.STAGE_ZERO: _("The official series “%(series)s” was asked first: %(value)s for %(period)s, known since %(vintage)s."),
    TraceCode.SERIES_REVISED: _("The authority revised its figure for %(period)s: %(earlier)s, now %(value)s (%(vintage)s)."),
    TraceCode.SERIES_DISSENT: _("A trusted page, of %(domain)s, states %(value)s; the authority's own figure stands."),
    TraceCode.SERIES_DUE: _("The next figure of “%(series)s” is due on %(due)s."),
    TraceCode.SERIES_NOT_YET: _("“%(series)s” has no figure for %(period)s yet; it is due on %(due)s."),
    TraceCode.SERIES_NO_PERIOD: _("“%(series)s” has no figure for %(period)s."),
    TraceCode.SERIES_OTHER_LENGTH: _("“%(series)s” has no figures for periods such as %(period)s."),
    TraceCode.SERIES_STOPPED: _("“%(series)s” seems no longer to be kept: its newest figure is for %(period)s."),
    TraceCode.SERIES_EMPTY: _("“%(series)s” has no figures any more."),
    TraceCode.SERIES_NO_VINTAGE: _("What “%(series)s” said on %(day)s is not known: its publisher keeps no earlier figures."),
    TraceCode.SERIES_WRONG_UNIT: _("“%(series)s” is given in %(unit)s, and the node asks for %(wanted)s."),
    TraceCode.SERIES_UNANSWERED: _("The publisher of “%(series)s” gave no figure (%(fault)s)."),
    TraceCode.SERIES_UNKNOWN: _("There is no series “%(series)s” in the catalogue any more."),
    TraceCode.STAGE_ONE: ngettext_lazy(
        "Step 1 read %(pages)s whitelisted page; %(bound)s with a current figure.",
        "Step 1 read %(pages)s whitelisted pages; %(bound)s with a current figure.",
        "pages",
    ),
    TraceCode.STAGE_ONE_UNDATED: _("A single undated whitelisted page does not decide; two that agree would."),
    TraceCode.STAGE_ONE_DOUBTED: _(
        "A single whitelisted page says it with a probability of %(percent)s %%; by itself it needs %(needed)s %%. "
        "Two publishers would decide."
    ),
    TraceCode.STAGE_ONE_CONTRADICTED: _("Whitelisted pages disagree: %(values)s."),
    TraceCode.STAGE_ONE_NOTHING: _("No whitelisted page states a current figure about the node."),
    TraceCode.STAGE_TWO: ngettext_lazy(
        "Step 2 read %(pages)s page; %(bound)s with a current figure.",
        "Step 2 read %(pages)s pages; %(bound)s with a current figure.",
        "pages",
    ),
    TraceCode.SAME_VALUE: _("These all mean the same value: %(writings)s = %(value)s."),
    TraceCode.COPIES_MERGED: ngettext_lazy(
        "%(copies)s copy was merged into its original and cast no vote.",
        "%(copies)s copies were merged into their originals and cast no vote.",
        "copies",
    ),
    TraceCode.OFFICIAL_ORIGIN: ngettext_lazy(
        "One origin, %(publishers)s publisher: the official release (%(origin)s).",
        "One origin, %(publishers)s publishers: the official release (%(origin)s).",
        "publishers",
    ),
    TraceCode.NEWS_ORIGIN: ngettext_lazy(
        "%(publishers)s publisher restates one news report (%(origin)s) and shares its vote.",
        "%(publishers)s publishers restate one news report (%(origin)s) and share its vote.",
        "publishers",
    ),
    TraceCode.ONE_VOTE_PER_DOMAIN: ngettext_lazy(
        "%(pages)s further page of a domain that has voted cast no vote.",
        "%(pages)s further pages of domains that have voted cast no vote.",
        "pages",
    ),
    TraceCode.ONE_VOTE_PER_OWNER: ngettext_lazy(
        "%(pages)s page of an owner that has voted cast no vote.",
        "%(pages)s pages of owners that have voted cast no vote.",
        "pages",
    ),
    TraceCode.VOTES_COUNTED: _("%(value)s: domains %(domains)s, independent stories %(stories)s; %(needed)s needed."),
    TraceCode.ENOUGH_VOTES: ngettext_lazy(
        "%(value)s has %(votes)s vote, %(needed)s needed: accepted.",
        "%(value)s has %(votes)s votes, %(needed)s needed: accepted.",
        "votes",
    ),
    TraceCode.TOO_FEW_VOTES: ngettext_lazy(
        "%(value)s has %(votes)s vote, %(needed)s needed: not enough.",
        "%(value)s has %(votes)s votes, %(needed)s needed: not enough.",
        "votes",
    ),
    TraceCode.REJECTED_VALUE: _("Set aside: %(value)s (%(stance)s)."),
    TraceCode.CONFLICT_TWO_VALUES: _("More than one value has enough votes: %(values)s."),
    TraceCode.CONFLICT_OFFICIAL: _("The authority itself, %(domain)s, states %(other)s and not %(value)s."),
    TraceCode.CONFLICT_NEWER: _("Every page for %(value)s is older than the pages for %(other)s."),
    TraceCode.DISSENT_LISTED: _("One page, of %(domain)s, states %(value)s; one page overturns nothing."),
    TraceCode.UNDATED_OUTVOTED: _("Undated pages do not outvote dated ones."),
    TraceCode.TREND_FROM_HISTORY: _("The trend comes from the verified history."),
    TraceCode.TREND_FROM_WORDING: _("The trend comes from the wording, because there is no history."),
    TraceCode.PROPOSAL_GROUNDED: _("The model's quote and figure stand in the pages."),
    TraceCode.PROPOSAL_REFUSED: _("The model's proposal stands in no page and was set aside."),
    TraceCode.SOURCES_FABRICATED: ngettext_lazy(
        "The model named %(count)s source that the pages do not bear out.",
        "The model named %(count)s sources that the pages do not bear out.",
        "count",
    ),
    TraceCode.INJECTION_SEEN: ngettext_lazy(
        "%(pages)s page gives orders to a model: it has no vote, and nothing of that is followed.",
        "%(pages)s pages give orders to a model: they have no vote, and nothing of that is followed.",
        "pages",
    ),
    TraceCode.NOTHING_FOUND: _("No page carries a value for this node."),
}

_REVIEW: Mapping[str, Any] = {
    ReviewCode.VALUES_DISAGREE: _("Several values have enough votes: %(values)s."),
    ReviewCode.WHITELIST_CONTRADICTED: _("Whitelisted pages contradict each other: %(values)s."),
    ReviewCode.OFFICIAL_CONTRADICTS: _("The authority itself, %(domain)s, states %(other)s; the other pages state %(value)s."),
    ReviewCode.NEWER_CONTRADICTS: _("Newer pages state %(other)s; every page for %(value)s is older."),
    ReviewCode.INJECTION_SUSPECTED: _("Pages that carry the value give orders to a model: %(domains)s."),
    ReviewCode.FLAGGED: _("%(who)s says that the value is wrong: %(reason)s"),
    ReviewCode.DISPUTED: _("%(who)s says that the verdict is wrong: %(reason)s"),
    ReviewCode.LEFT_OPEN: _("%(who)s asks for a ruling on what the check could not decide."),
    ReviewCode.RULING_CONTRADICTED: _("A person ruled %(value)s on %(day)s; newer evidence states %(others)s (%(domains)s)."),
    ReviewCode.RULING_EXPIRED: _("A person ruled %(value)s on %(day)s; the ruling is past its time, and the pages settle nothing since."),
    ReviewCode.SECOND_DISAGREES: _("Two people decided differently, each without knowing of the other: %(first)s, and %(second)s."),
}

_REASON: Mapping[str, Any] = {
    Reason.ACCEPTED: _("Accepted: the pages carry the value."),
    Reason.TOO_FEW_DOMAINS: _("Too few independent publishers state the same value."),
    Reason.COPIES_ONLY: _("The pages are copies of one story."),
    Reason.VALUES_DISAGREE: _("The pages state different values."),
    Reason.WHITELIST_CONTRADICTED: _("Whitelisted pages contradict each other."),
    Reason.ALL_STALE: _("Every page that states a value is too old."),
    Reason.FORECAST_ONLY: _("The pages hold forecasts only."),
    Reason.PAST_ONLY: _("The pages hold past values only."),
    Reason.NO_VALUE_FOUND: _("No page states a value for this node."),
    Reason.OFF_TOPIC: _("No page is about this node."),
    Reason.PROMOTIONAL_ONLY: _("Only promotional pages state a value."),
    Reason.INJECTION_SUSPECTED: _("Pages that carry the value give orders to a model."),
    Reason.PROVIDER_FAILED: _("A provider failed; nothing can be said about the value."),
    Reason.BUDGET_EXHAUSTED: _("The budget is used up; nothing was searched."),
    Reason.NOT_ENOUGH_MODELS: _("Too few models answered."),
    Reason.CANCELLED: _("The run was cancelled."),
}


def explain(why: Why | TraceStep | None, lang: str | None = None) -> str:
    """One code of the engine as a sentence in ``lang`` (a Django language code; None is the active one). Empty for None."""
    if why is None:
        return ""
    with translation.override(lang or translation.get_language()):
        words = _WHY_IN_WORDS if why.params.get("found") and why.params.get("wanted") else {}
        for templates in (_TRACE, _WHY, DECISIONS) if isinstance(why, TraceStep) else (words, _WHY, _REVIEW, DECISIONS):
            if why.code in templates:
                return _written(templates[why.code], why.params)
        return why.code.replace("_", " ")


def explain_review(why: Why | None, lang: str | None = None) -> str:
    """Why a person is needed, as a sentence; empty for None."""
    if why is None or why.code not in _REVIEW:
        return explain(why, lang)
    with translation.override(lang or translation.get_language()):
        return _written(_REVIEW[why.code], why.params)


def explain_trace(trace: Iterable[TraceStep], lang: str | None = None) -> list[str]:
    """The rules that fired, one sentence each, in their order."""
    return [explain(step, lang) for step in trace]


def reason_text(reason: Reason | str, lang: str | None = None) -> str:
    """Why a run ended as it did, in words."""
    with translation.override(lang or translation.get_language()):
        return str(_REASON[Reason(reason)])


def narrative(verdict: Verdict, node: NodeSpec, lang: str | None = None) -> str:
    """What is said beside a value without a model: the leading source's sentence cut to 80 characters; for unknown the reason in words.

    ``lang`` None is the label's language.
    """
    if verdict.is_accepted and verdict.sources:
        leading = verdict.sources[0]
        return cut_passage(leading.passage) if leading.passage else leading.title[:NARRATIVE_LENGTH]
    with translation.override(lang or language_of(node.label)):
        sentence = str(_REASON[verdict.reason])
        missing = _missing_votes(verdict, node) if verdict.reason in (Reason.TOO_FEW_DOMAINS, Reason.COPIES_ONLY) else ""
        return gettext("%(sentence)s %(missing)s") % {"sentence": sentence, "missing": missing} if missing else sentence


def cut_passage(passage: Passage, length: int = NARRATIVE_LENGTH) -> str:
    """A sentence cut to ``length`` characters so that its figure stays whole, with … where it was cut."""
    text = " ".join(passage.text.split())
    if len(text) <= length:
        return text
    figure = passage.text[passage.figure_start : passage.figure_end] if passage.figure_start is not None else ""
    found = text.find(" ".join(figure.split())) if figure else 0
    end = found + len(figure)
    if end < length:
        return text[: length - 1] + "…"
    start = min(max(0, end - length // 2), len(text) - length + 1)
    tail = "…" if start + length - 2 < len(text) else ""
    return ("…" + text[start : start + length - 1 - len(tail)] + tail)[:length]


def language_of(label: str) -> str:
    """The language a label is written in, as a Django language code: Chinese where it holds a Han character."""
    return "zh-hans" if any("\u4e00" <= letter <= "\u9fff" for letter in label) else "en"


def _missing_votes(verdict: Verdict, node: NodeSpec) -> str:
    """ "1 domain, 3 needed": never a blank where something is missing (look, section 5)."""
    if node.independence == Independence.DOMAINS:
        votes = verdict.counts.domains
        template = ngettext("%(votes)s domain, %(needed)s needed.", "%(votes)s domains, %(needed)s needed.", votes)
    else:
        votes = verdict.counts.stories
        template = ngettext("%(votes)s independent story, %(needed)s needed.", "%(votes)s independent stories, %(needed)s needed.", votes)
    return template % {"votes": votes, "needed": node.min_domains}


class _Params(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return _MISSING


def _written(template: Promise | str, params: Mapping[str, object]) -> str:
    known = _Params()
    for name, value in params.items():
        known[name] = gettext(", ").join(str(item) for item in value) if isinstance(value, tuple | list) else value
    known.update({name: words[str(known[name])] for name, words in NAMED.items() if known[name] in words})
    known.update({name: say_day(known[name]) for name in _DAYS if isinstance(params.get(name), str)})
    if isinstance(params.get("period"), str):
        known["period"] = say_period(known["period"])
    if "series" in params and (entry := load_series(str(known["series"]))) is not None:
        known["series"] = entry.title(translation.get_language() or "en")
    if known["fault"] in codes_of(Fault):
        known["fault"] = label_of(Fault, known["fault"])
    if known["stance"] in codes_of(Stance):
        known["stance"] = label_of(Stance, known["stance"])
    # A plural form needs a number, also where an older engine version stored none.
    known.update({name: 0 for name in _COUNTS if not isinstance(known[name], int)})
    return str(template % known)
