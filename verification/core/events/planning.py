"""Whether an event is searched for, and with which words (seed 003): stated rules, before and beside any model."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from verification.core.events.evidence import Evidence
from verification.core.events.languages import is_other_language
from verification.core.events.orders import without_orders
from verification.core.events.propositions import Kind, Proposition, is_checkable, is_sarcastic, read_propositions
from verification.core.events.reading import ASSERTIONS, amounts_in
from verification.core.events.terms import entities_in, folded, holds, latin_names, written_names
from verification.core.events.vocabulary import EntityKind, EventReading, EventType, Lexicon, Reader, SearchPolicy
from verification.core.patterns import lazy_regex

SEARCH = "search"
HARD_CAP = 3
ENOUGH_CALLS = 2
SIMILAR = Decimal("0.8")
MAX_KEYWORDS = 200
MAX_NAMES, MAX_OWN_TERMS = 6, 6
MAX_SUBJECT = 60
# Of an entity: its name and the first of its other writings (Ethereum, ETH, 以太坊).
MOST_WRITINGS = 3

FILLERS = (
    "新闻", "消息", "报道", "最新", "快讯", "资讯", "news", "report", "reports", "reported", "message", "latest", "breaking",
    "update", "updates",
)  # fmt: skip
OFFICIAL_ENGLISH, OFFICIAL_CHINESE = "official statement", "官方声明"
# A comma inside a figure and an apostrophe inside a name part nothing.
_SEPARATORS = lazy_regex(r"(?:[\s;:，。；：、!?！？“”\"()（）\[\]【】<>《》|]|,(?!(?<=\d,)\d)|(?<![A-Za-z])'|'(?![A-Za-z]))+")


class PlanReason(StrEnum):
    """Why a search is made, or none; a code of the public contract (``steps[].reason``)."""

    NEVER_SEARCHED = "never_searched"
    LOW_VALUE = "low_value"
    NOTHING_TO_CHECK = "nothing_to_check"
    NOBODY_NAMED = "nobody_named"
    OTHER_LANGUAGE = "other_language"
    ASKED_FOR = "asked_for"
    OWN_NODES = "own_nodes"
    FORCED = "forced"
    OFFICIAL_POINT = "official_point"
    NUMERIC = "numeric"
    HIGH_VALUE = "high_value"
    CONFIDENT = "confident"
    NOT_CONFIDENT = "not_confident"
    SIMILAR_CASE = "similar_case"
    ONE_SIDE = "one_side"
    NEXT_PART = "next_part"
    MULTI_SOURCE = "multi_source"
    SEARCHED = "searched"
    ENOUGH_CALLS = "enough_calls"
    MODEL = "model"
    MODEL_DECLINED = "model_declined"
    NO_TOOL = "no_tool"
    TOOL_FAILED = "tool_failed"
    QUOTA_SPENT = "quota_spent"
    NO_KEY = "no_key"
    INTERRUPTED = "interrupted"
    TOOLS_DISABLED = "tools_disabled"
    OUTSIDE_ROLLOUT = "outside_rollout"
    NOTHING_NEW = "nothing_new"


@dataclass(frozen=True, slots=True)
class Gate:
    """What the rules say before a model is asked. ``is_open``: a model may still decline."""

    is_searched: bool
    reason: PlanReason
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round does: ``tools`` in their order, empty to conclude. ``suffixes`` restrict the search to these hosts; ``subject`` is whom
    and what alone, where a part of the message is searched for.
    """

    tools: tuple[str, ...]
    keywords: str
    reason: PlanReason
    said: str = ""
    suffixes: tuple[str, ...] = ()
    subject: str = ""


def judge_search(
    text: str, reading: EventReading, lexicon: Lexicon, *, similar: Decimal | None, threshold: Decimal, is_asked: bool = False
) -> Gate:
    """Whether the first round searches: asked for anyway > never > low value > forced > high value, or by confidence.

    A message in no known type is searched for where it says something that a page could carry. ``similar``: how like the most similar past
    case with a known outcome is; above .8 it stands for a search that is not forced. ``is_asked``: whoever sent the message wants it.
    """
    if is_asked:
        return Gate(is_searched=True, reason=PlanReason.ASKED_FOR)
    rule, propositions = lexicon.rule(reading.event_type), read_propositions(text, lexicon)
    if rule.policy is SearchPolicy.NEVER or reading.event_type is EventType.CELEBRITY:
        return Gate(is_searched=False, reason=PlanReason.NEVER_SEARCHED)
    if rule.policy is SearchPolicy.LOW_VALUE:
        return Gate(is_searched=False, reason=PlanReason.LOW_VALUE)
    is_unreadable = is_other_language(text) or is_sarcastic(text)
    if not is_checkable(propositions) and (is_unreadable or reading.read_by is Reader.RULES):
        reason = PlanReason.OTHER_LANGUAGE if is_other_language(text) else PlanReason.NOTHING_TO_CHECK
        return Gate(is_searched=False, reason=reason)
    if propositions and not any(one.whom for one in propositions):
        return Gate(is_searched=False, reason=PlanReason.NOBODY_NAMED)
    if rule.policy is SearchPolicy.FORCE:
        return Gate(is_searched=True, reason=PlanReason.FORCED)
    is_high = rule.policy is SearchPolicy.HIGH_VALUE
    if not is_high and reading.confidence < threshold:
        return Gate(is_searched=False, reason=PlanReason.NOT_CONFIDENT)
    if similar is not None and similar > SIMILAR:
        return Gate(is_searched=False, reason=PlanReason.SIMILAR_CASE)
    if rule.is_numeric:
        is_official = asks_for_statement(text)
        return Gate(is_searched=is_official, reason=PlanReason.OFFICIAL_POINT if is_official else PlanReason.NUMERIC)
    return Gate(is_searched=True, reason=PlanReason.HIGH_VALUE if is_high else PlanReason.CONFIDENT, is_open=True)


def judge_another(evidence: Evidence, *, calls: int, most_calls: int, has_part: bool = False) -> Gate:
    """Whether a further round searches: where the sources contradict each other and nobody official was heard, or for a part of the message
    that was never searched for (``has_part``).
    """
    is_one_side = evidence.is_conflicting and not (evidence.is_official or evidence.is_denied)
    if is_one_side and calls < min(ENOUGH_CALLS, HARD_CAP, most_calls):
        return Gate(is_searched=True, reason=PlanReason.ONE_SIDE)
    if has_part and calls < min(HARD_CAP, most_calls):
        return Gate(is_searched=True, reason=PlanReason.NEXT_PART)
    if evidence.is_multi_source and not evidence.is_conflicting:
        return Gate(is_searched=False, reason=PlanReason.MULTI_SOURCE)
    if calls >= min(ENOUGH_CALLS, HARD_CAP, most_calls):
        return Gate(is_searched=False, reason=PlanReason.ENOUGH_CALLS)
    return Gate(is_searched=False, reason=PlanReason.SEARCHED)


def asks_for_statement(text: str) -> bool:
    """Whether somebody's own word is the point of a message ("Circle 确认 USDC 储备安全")."""
    said = folded(text)
    return any(holds(said, word) for word in ASSERTIONS)


def build_keywords(text: str, reading: EventReading, lexicon: Lexicon, *, is_official_only: bool = False) -> str:
    """What to search for: who and what in Chinese and English, how much, and the mark of an official word."""
    said = folded(without_orders(text))
    names = _names(said, reading, lexicon)
    marks = (OFFICIAL_ENGLISH, OFFICIAL_CHINESE)
    terms = lexicon.rule(reading.event_type).keywords
    said_terms = [term for term in lexicon.rule(reading.event_type).signals if holds(said, term)]
    own = list(dict.fromkeys((*said_terms[:2], *terms)))[:MAX_OWN_TERMS]
    parts = (*names, *marks) if is_official_only else (*names, *own, *amounts_in(said)[:1], *marks)
    return clean_keywords(" ".join(parts)) or clean_keywords(said[:MAX_KEYWORDS])


def next_part(evidence: Evidence, lexicon: Lexicon, asked: Sequence[str]) -> Proposition | None:
    """The part of a message about others than its first that was not searched for, and of which no page says anything; None where there is
    none.
    """
    first = [found.proposition.whom for found in evidence.findings[:1]]
    known = frozenset(word for words in asked for word in _bag(words))
    parts = [found.proposition for found in evidence.findings if found.is_unheard and found.proposition.kind is Kind.EVENT]
    others = [part for part in parts if part.whom and not any(part.whom.is_alike(whom) for whom in first)]
    return next((part for part in others if not _bag(build_part_keywords(part, lexicon)) <= known), None)


def build_part_keywords(part: Proposition, lexicon: Lexicon) -> str:
    """As ``build_keywords``, for one part of a message."""
    rule = lexicon.rule(part.concept.event_type if part.concept else EventType.OTHER)
    names = [word for entity in part.whom.needed or part.whom.entities for word in entity.words[:MOST_WRITINGS]]
    signals = [term for term in rule.signals if holds(part.text, term)]
    own = list(dict.fromkeys((*signals[:2], *rule.keywords)))[:MAX_OWN_TERMS]
    marks = (OFFICIAL_ENGLISH, OFFICIAL_CHINESE)
    return clean_keywords(" ".join((*names, *part.whom.names[:MAX_NAMES], *own, *amounts_in(part.text)[:1], *marks)))


def build_part_subject(part: Proposition, lexicon: Lexicon) -> str:
    """As ``build_subject``, for one part of a message."""
    names = [*part.whom.names, *(entity.name for entity in part.whom.needed or part.whom.entities)]
    rule = lexicon.rule(part.concept.event_type if part.concept else EventType.OTHER)
    signals = [term for term in rule.signals if holds(part.text, term)]
    return clean_keywords(" ".join((*names[:2], max(signals, key=len, default=""))))


def build_subject(text: str, reading: EventReading, lexicon: Lexicon) -> str:
    """Whom and what alone, in the message's words: for an index that wants every word found."""
    said = folded(without_orders(text))
    names = [entity.name for entity in entities_in(said, lexicon)] or list(written_names(said)) or _names(said, reading, lexicon)
    signals = [term for term in lexicon.rule(reading.event_type).signals if holds(said, term)]
    # Of hack and hacked the one that was written.
    return clean_keywords(" ".join((*names[:2], max(signals, key=len, default="")))) or clean_keywords(said[:MAX_SUBJECT])


def clean_keywords(text: str) -> str:
    """Keywords as they are sent: no filler words, each word once, at most ``MAX_KEYWORDS`` characters, cut between words."""
    kept: list[str] = []
    seen: set[str] = set()
    length = 0
    for word in _SEPARATORS.split(folded(text[: 10 * MAX_KEYWORDS])):
        key = word.casefold()
        if not word or key in FILLERS or key in seen or len(word) > MAX_KEYWORDS:
            continue
        if length + len(word) + 1 > MAX_KEYWORDS + 1:
            break
        seen.add(key)
        kept.append(word)
        length += len(word) + 1
    return " ".join(kept)


def same_query(keywords: str, asked: Iterable[str]) -> bool:
    """Whether the same words, in any order, were searched for already."""
    return _bag(keywords) in {_bag(other) for other in asked}


def own_domains(text: str, reading: EventReading, lexicon: Lexicon) -> tuple[str, ...]:
    """The hosts of those whom a message names: where their own word would stand."""
    named = entities_in(folded(text), lexicon)
    behind = [entity for entity in lexicon.entities if entity.symbol and entity.symbol == reading.asset]
    return tuple(dict.fromkeys(domain for entity in (*named, *behind) for domain in entity.domains))


def official_suffixes(text: str, reading: EventReading, lexicon: Lexicon) -> frozenset[str]:
    """Whose pages are official for an event: those whom it names, regulators, and authorities that the deployment trusts."""
    regulators = (domain for entity in lexicon.entities if entity.kind is EntityKind.REGULATOR for domain in entity.domains)
    return frozenset((*own_domains(text, reading, lexicon), *regulators, *lexicon.official))


def choose_tools(wanted: Sequence[str], available: Collection[str]) -> tuple[str, ...]:
    """The tools that are there, each once; names that nobody knows are passed over."""
    return tuple(dict.fromkeys(name for name in wanted if name in available))


def _names(said: str, reading: EventReading, lexicon: Lexicon) -> list[str]:
    """Assets under their symbol and names in both languages, organisations, and names that stand in Latin letters."""
    names: list[str] = []
    for entity in entities_in(said, lexicon):
        names += entity.words[:MOST_WRITINGS]
    names += [reading.asset] if reading.asset else []
    names += [name for one in read_propositions(said, lexicon)[:1] for name in one.whom.names]
    names += written_names(said)
    names += latin_names(said)
    return list(dict.fromkeys(names))[: MAX_NAMES * 2]


def _bag(keywords: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in keywords.split())
