"""What one page says of one proposition: it carries it, says the contrary, or is silent; in which sentence, and in whose word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from verification.core.claims.entailment import Entailment, judge_statement
from verification.core.events.frames import Frame, Manner, before, behind, clause_of, frames_in, status_of
from verification.core.events.named import is_any_named, is_known_named, is_named, owns
from verification.core.events.propositions import Certainty, Kind, Proposition
from verification.core.events.terms import entities_in, folded
from verification.core.events.undoing import is_aimed, is_namesake, is_negated_near, is_wished
from verification.core.events.vocabulary import EventType, Lexicon
from verification.core.events.whom import names_in
from verification.core.evidence import Page, Quantity
from verification.core.language.texts import split_sentences
from verification.core.patterns import lazy_regex
from verification.core.quantities.conversion import convert
from verification.core.quantities.grammar import agrees, find_quantities
from verification.core.reading.statement import Speaker, Status
from verification.core.reading.status.statuses import StatusReader
from verification.core.support.facts import is_same_figure
from verification.core.vocabulary import QuantityKind

MAX_CONTENT = 20_000
MAX_QUOTE = 240
_SAID = (Status.ASSERTED, Status.PAST, Status.DENIED, Status.CORRECTED)
# A plan that is announced; what is only expected is none.
_EXPECTED = lazy_regex(
    r"expect|forecast|likely|predict|estimate|may|might|could|would|hope|want|预计|预期|预测|有望|料|可能|或|希望|期待", re.IGNORECASE
)
_UNTRUE = lazy_regex(
    r"\b(?:reports?|rumou?rs?|claims?|posts?|stor(?:y|ies)|allegations?|announcements?|notices?|messages?)\b[^.;]{0,120}\b(?:false|untrue|fake|fabricated|"
    r"baseless|unfounded|forged|incorrect|hoax|invented|nonsense)\b|(?:网传|传闻|传言|消息|报道|公告)[^。；]{0,20}(?:不实|谣言|虚假|伪造|捏造|子虚乌有|不属实|造谣|没有这回事|没有此事|并无此事|不真实|失实)|辟谣",
    re.IGNORECASE,
)
_DECIDED = lazy_regex(r"\b(?:decid(?:ed|es)|voted|agreed)\s(?:to|on)\b|决定", re.IGNORECASE)
_DECIDED_AGAINST = lazy_regex(r"\b(?:decided|voted|advised)\s(?:against|not\sto)\b|决定不", re.IGNORECASE)
# What those concerned said that they would do.
_PROMISED = lazy_regex(
    r"\b(?:said|says|told|announced|confirmed)\b(?:(?!\b(?:if|could|might|unless)\b)[^.;]){0,80}\bwould\b", re.IGNORECASE
)
_TOLD_US = lazy_regex(
    r"\b(?:people|persons?|sources?|insiders?|executives?|officials?|holders?|bondholders?|creditors?|investors?|customers?|users?|depositors?|residents?|"
    r"witnesses|analysts?|researchers?|investigators?)\b|人士|持有人|债权人|投资者|客户|用户|储户|目击者|居民|研究人员|安全公司",
    re.IGNORECASE,
)
_RUMOUR = lazy_regex(
    r"\b(?:rumou?rs?|rumou?red|unconfirmed|unverified|alleged(?:ly)?|reportedly|supposedly|speculation)\b|网传|传闻|据传|传言|未经证实|疑似",
    re.IGNORECASE,
)
_RIVAL = lazy_regex(
    r"(?:['’]s?\s(?:\w+\s)?(?:rivals?|competitors?|peers?|suppliers?|customers?|clients?|partners?|neighbou?rs?|creditors?|investors?)|的(?:主要|长期)?(?:竞争)?"
    r"(?:对手|同行|客户|供应商|合作伙伴|股东|债主))\s?(?=[A-Z\u4e00-\u9fff])"
)
_POINTS = frozenset({"bp", "pp"})
_OFFICIAL = (Speaker.OFFICIAL, Speaker.PARTY)


class Says(StrEnum):
    """A page's stance to a proposition."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Told:
    """``quote`` is the sentence that shows it, ``figure`` the one it gives where it gives another; ``is_reported``: the page passes on the
    word of those concerned or of an authority."""

    says: Says
    quote: str = ""
    figure: str = ""
    is_reported: bool = False


SILENT = Told(Says.SILENT)


class PageReading:
    """One page read for the propositions of a message: its title and content as one text, folded."""

    def __init__(self, page: Page, lexicon: Lexicon) -> None:
        title, content = folded(page.title), folded(page.content[:MAX_CONTENT])
        has_end = title.endswith((".", "。", "!", "！", "?", "？"))
        self.text = f"{title}{' ' if has_end else '. '}{content}" if title else content
        self.url, self.published_at = page.url, page.published_at
        self._lexicon = lexicon
        self._status = StatusReader(self.text)
        self._spans = split_sentences(self.text).spans

    def tell(self, proposition: Proposition, event: Told | None = None) -> Told:
        """What the page says of ``proposition``; of a figure it is asked with what it says of the event (``event``)."""
        if not is_named(proposition.whom, self.text, self.url, self._lexicon):
            return SILENT
        if proposition.concept is None:
            return self._by_words(proposition)
        if proposition.kind is Kind.FIGURE and proposition.concept.manner is not Manner.MEASURED:
            return self._figure(proposition) if event is None or event.says is not Says.CONTRADICTS else SILENT
        found = self._event(proposition)
        if proposition.kind is Kind.EVENT or found.says is not Says.SUPPORTS:
            return found
        return self._measured(proposition)

    def _event(self, proposition: Proposition) -> Told:
        """By the frames of the concept: one that the page denies or turns round before one that it asserts."""
        about = [frame for frame in self._frames(proposition) if not self._is_of_another(frame, proposition)]
        told = [(value, frame) for frame in about if (value := self._value(frame, proposition))]
        told = [pair for pair in told if not pair[1].is_loose] or [pair for pair in told if self._is_close(pair[1], proposition)]
        if not told:
            return self._debunked(proposition)
        against = [frame for value, frame in told if value != proposition.value]
        with_it = [frame for value, frame in told if value == proposition.value]
        decisive = self._decisive(with_it, against, proposition)
        says = Says.SUPPORTS if decisive in with_it else Says.CONTRADICTS
        return Told(says, self._sentence(decisive.start)[:MAX_QUOTE], "", self._is_reported(decisive))

    def _frames(self, proposition: Proposition) -> Iterator[Frame]:
        """The frames of the concept, and those of its contrary turned round."""
        for frame in frames_in(self.text):
            if frame.concept is proposition.concept:
                yield frame
            elif proposition.concept is not None and frame.concept.name in proposition.concept.contraries and not frame.is_loose:
                yield replace(frame, concept=proposition.concept, sign=-frame.sign)

    def _is_of_another(self, frame: Frame, proposition: Proposition) -> bool:
        """Whether the clause tells it of somebody else: Talbec was hacked, Orvane was not affected; Orvane's rival was hacked."""
        clause, whom = clause_of(self.text, frame), proposition.whom
        if _RIVAL.search(before(self.text, frame.start)):
            return True
        if is_any_named(whom, clause, self._lexicon) or len(self._sentence(frame.start)) == len(clause):
            return False
        said = clause[: clause.find(self.text[frame.start : frame.end])]
        is_told = any(name in said for name in names_in(clause, entities_in(clause, self._lexicon)))
        return is_told and is_any_named(whom, self._sentence(frame.start), self._lexicon)

    def _is_close(self, frame: Frame, proposition: Proposition) -> bool:
        """Whether the sentence of words that mean it only where it is asked for names everybody itself."""
        sentence, whom = self._sentence(frame.start), proposition.whom
        is_somebody = bool(whom.names or whom.entities) or is_known_named(whom, sentence)
        return is_somebody and is_named(whom, sentence, self.url, self._lexicon)

    def _debunked(self, proposition: Proposition) -> Told:
        """A page that tells of nothing of the kind and calls what is said of them untrue."""
        sentence = next((one for one in self._sentences() if _UNTRUE.search(one)), None)
        if sentence is None:
            return SILENT
        is_own = owns(proposition.whom, self.url, self._lexicon)
        said = Says.CONTRADICTS if proposition.value > 0 else Says.SUPPORTS
        return Told(said, sentence[:MAX_QUOTE], "", is_own)

    def _decisive(self, with_it: Sequence[Frame], against: Sequence[Frame], proposition: Proposition) -> Frame:
        """Where a page says both, the sentence that names whom it is about, then what is denied, then the first one."""

        def rank(frame: Frame) -> tuple[bool, bool, int]:
            sentence = self._sentence(frame.start)
            names_all = all(name.casefold() in sentence.casefold() for name in proposition.whom.names)
            is_denied = status_of(self.text, frame, self._status) is Status.DENIED
            return (not names_all, not is_denied and frame.sign > 0, frame.start)

        return min((*with_it, *against), key=rank)

    def _value(self, frame: Frame, proposition: Proposition) -> int:
        """1 or -1 as the page says that the concept is so or is not; 0 where it only asks, supposes or expects it."""
        status = status_of(self.text, frame, self._status)
        sentence = self._sentence(frame.start)
        said, goes_on = before(self.text, frame.start), behind(self.text, frame.end)
        # What an authority asks for is its order.
        is_idle = is_namesake(goes_on) or (is_wished(said) and frame.concept.event_type is not EventType.REGULATION)
        if is_idle or (frame.sign < 0 and is_aimed(said, goes_on)):
            return 0
        if frame.sign < 0 and status is Status.DENIED and not is_negated_near(said):
            return 0
        if any(found.start() <= sentence.find(self.text[frame.start : frame.end]) < found.end() for found in _UNTRUE.finditer(sentence)):
            return -frame.sign
        if status in _SAID:
            return -frame.sign if status in (Status.DENIED, Status.CORRECTED) else frame.sign
        if status in (Status.FORESEEN, Status.SUPPOSED) and _PROMISED.search(sentence) and self._is_reported(frame):
            return frame.sign if frame.concept.manner is Manner.ANNOUNCED or frame.sign < 0 else 0
        if status is Status.FORESEEN:
            if _DECIDED_AGAINST.search(sentence):
                return -frame.sign
            is_announced = frame.concept.manner is Manner.ANNOUNCED or proposition.certainty is Certainty.PLANNED
            is_announced = is_announced and not _EXPECTED.search(sentence)
            return frame.sign if is_announced or _DECIDED.search(sentence) else 0
        # What people told the page is its report; a rumour that it passes on is none.
        is_report = status is Status.UNCONFIRMED and _TOLD_US.search(sentence) is not None
        return frame.sign if is_report and not _RUMOUR.search(sentence) and not _EXPECTED.search(sentence) else 0

    def _figure(self, proposition: Proposition) -> Told:
        """The sum that goes with the event: the same in any sentence that goes on about it, another in one that tells of it."""
        claimed = proposition.figure
        if claimed is None:
            return SILENT
        telling = {self._sentence(frame.start) for frame in frames_in(self.text) if frame.concept is proposition.concept}
        return self._compare(claimed, self._sentences(), telling)

    def _measured(self, proposition: Proposition) -> Told:
        claimed = proposition.figure
        if claimed is None or proposition.concept is None:
            return SILENT
        telling = {self._sentence(frame.start) for frame in frames_in(self.text) if frame.concept is proposition.concept}
        return self._compare(claimed, [one for one in self._sentences() if one in telling], telling)

    def _compare(self, claimed: Quantity, sentences: Sequence[str], telling: set[str]) -> Told:
        others: list[tuple[str, str]] = []
        for sentence in sentences:
            for one in find_quantities(sentence):
                if not _are_alike(claimed, one):
                    continue
                if _is_same(claimed, one):
                    return Told(Says.SUPPORTS, sentence[:MAX_QUOTE])
                if sentence in telling and _is_rival(claimed, one):
                    others.append((sentence, one.text))
        return Told(Says.CONTRADICTS, others[0][0][:MAX_QUOTE], others[0][1]) if others else SILENT

    def _by_words(self, proposition: Proposition) -> Told:
        """What is in no frame: by the judge of statements, as for a node of kind text."""
        judged = judge_statement(proposition.text, Page(self.url, "", self.text, self.published_at))
        if judged.entailment is Entailment.UNDECIDED or judged.passage is None:
            return SILENT
        says = Says.SUPPORTS if judged.entailment is Entailment.ENTAILED else Says.CONTRADICTS
        return Told(says, judged.passage.text[:MAX_QUOTE])

    def _is_reported(self, frame: Frame) -> bool:
        return self._status.speaker_at(frame.start, frame.end) in _OFFICIAL

    def _sentences(self) -> list[str]:
        return [self.text[start:end] for start, end in self._spans]

    def _sentence(self, place: int) -> str:
        return next((self.text[start:end] for start, end in self._spans if start <= place < end), self.text)


def _are_alike(claimed: Quantity, other: Quantity) -> bool:
    """Whether two figures are of one unit, or of two that convert: basis points and percentage points."""
    if other.unit == claimed.unit:
        return other.kind is claimed.kind or claimed.unit is not None
    return {claimed.unit, other.unit} <= _POINTS


def _is_same(claimed: Quantity, other: Quantity) -> bool:
    if other.unit == claimed.unit:
        return is_same_figure(claimed, other)
    ends = convert(other, claimed.unit)
    return ends is not None and agrees(claimed, *ends)


def _is_rival(claimed: Quantity, other: Quantity) -> bool:
    """Whether a figure of the same unit may be the same thing's: a count only of some size."""
    return claimed.kind is not QuantityKind.NUMBER or other.low * 100 > claimed.low
