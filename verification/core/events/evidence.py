"""What the pages found say of an event: who supports it, who denies it, how many speak for themselves, and who is official.

Several pages of one publisher, copies and restatements count once, as everywhere in the engine. The word "official" in a title is none.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from verification.core.events.clashes import Clash, Speaker, contraries_of, find_clashes, position_of
from verification.core.events.confidence import EvidenceSummary, evidence_confidence
from verification.core.events.findings import Finding, Verdict, Voice, find, verdict_of
from verification.core.events.named import owns
from verification.core.events.propositions import Kind, Proposition, read_propositions
from verification.core.events.stances import SILENT, PageReading, Says, Told
from verification.core.events.terms import entities_in, folded, holds
from verification.core.events.vocabulary import EventReading, Lexicon
from verification.core.evidence import Page, Passage, Trust
from verification.core.patterns import lazy_regex
from verification.core.sources.domains import host_of, matching_suffix, registrable_domain
from verification.core.sources.independence import Origin, ValueSource, count_votes, trace_origins, value_source_of
from verification.core.sources.injection import injection_mark
from verification.core.vocabulary import Independence, PassageField, Stance

MULTI_SOURCE = 3
STALE_AFTER = timedelta(days=30)
SKEW = timedelta(days=1)
MAX_QUOTE = 240
MAX_CONTENT = 20_000
MAX_SENTENCES, MOST_TOLD = 200, 40

PANIC = ("暴跌", "崩盘", "恐慌", "hack", "exploit", "crash", "dump")
CALM = ("观察", "等待", "监控", "watch", "monitor", "observe")
HOPE = ("恢复", "稳定", "反弹", "recovery", "stable", "bounce")
_DIGIT = lazy_regex(r"\d")
_SENTENCE = lazy_regex(r"[^。！？!?\n]+?(?:[。！？\n]|[!?.](?=\s)|$)")


class Tone(StrEnum):
    """How pages speak (seed 003)."""

    PANIC = "panic"
    NEUTRAL = "neutral"
    OPTIMISTIC = "optimistic"


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search, with the provider's own ``score`` from 0 to 1 where it gives one.

    ``is_snippet``: the page itself may say more, or when it was published.
    """

    page: Page
    score: Decimal | None = None
    is_snippet: bool = False


@dataclass(frozen=True, slots=True)
class Witness:
    """What one page says of the event: its stance, the sentence that shows it, and which independent story it tells (0: none).

    ``told``: what it says of each proposition of the message, in their order.
    """

    url: str
    title: str
    domain: str
    stance: Stance
    quote: str
    published_at: datetime | None
    score: Decimal | None
    is_official: bool
    story: int
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that was found, best first. ``confidence`` None where no provider gave scores; ``first_at``, ``last_at`` of dated pages.

    ``clashes``: where pages contradict each other or the message; ``is_conflicting`` where there is one, or a page says the contrary.
    ``findings``: what all pages come to for each proposition, ``verdict`` for the message; ``is_denied``: those concerned or an authority
    deny it.
    """

    witnesses: tuple[Witness, ...]
    stories: int
    domains: tuple[str, ...]
    is_multi_source: bool
    is_official: bool
    is_conflicting: bool
    tones: dict[Tone, int]
    confidence: Decimal | None
    first_at: datetime | None
    last_at: datetime | None
    clashes: tuple[Clash, ...] = ()
    findings: tuple[Finding, ...] = ()
    verdict: Verdict = Verdict.OPEN
    is_denied: bool = False

    @property
    def summary(self) -> EvidenceSummary:
        # Of a message of which a part is contradicted ("bought for $6 billion", and it was $4.2 billion) more is not believed than before.
        is_contradicted = any(finding.verdict is Verdict.CONTRADICTED for finding in self.findings)
        is_partial = self.verdict is Verdict.PARTLY and any(finding.is_unheard for finding in self.findings)
        return EvidenceSummary(
            is_multi_source=self.is_multi_source,
            is_official=self.is_official,
            is_conflicting=self.is_conflicting or is_contradicted,
            is_refuted=self.verdict is Verdict.CONTRADICTED,
            is_denied=self.is_denied,
            is_partial=is_partial,
        )


@dataclass(frozen=True, slots=True)
class EventQuestion:
    """What the pages are read for: the message, its reading, whose pages are official, and the moment it is judged for."""

    text: str
    reading: EventReading
    lexicon: Lexicon
    official: Collection[str]
    as_of: datetime
    trust: Trust
    multi_source: int = MULTI_SOURCE

    @property
    def propositions(self) -> tuple[Proposition, ...]:
        return read_propositions(self.text, self.lexicon)


def weigh(hits: Sequence[Hit], question: EventQuestion) -> Evidence:
    """The evidence of all pages found so far, each address once; the order given does not matter for what they prove."""
    propositions = question.propositions
    read = [_read(hit, question) for hit in hits]
    known = _value_sources(hits, read, question)
    origin_of = {origin.position: origin for origin in trace_origins(known)}
    supporting = [one for one in known if read[one.position].stance is Stance.SUPPORTS]
    own = trace_origins(supporting)
    stories = count_votes(supporting, own, Independence.STORIES).counts.stories
    story_of = {origin.position: (origin.story, origin.stance) for origin in own}
    witnesses = [_placed(witness, *story_of.get(place, (0, witness.stance))) for place, witness in enumerate(read)]
    voices = [_voice(place, witness, origin_of, question) for place, witness in enumerate(witnesses) if witness.told]
    findings = tuple(find(number, proposition, voices) for number, proposition in enumerate(propositions))
    verdict = verdict_of(findings)
    counted = [witness for witness in witnesses if witness.story]
    is_multi, is_official = stories >= question.multi_source, any(witness.is_official for witness in counted)
    clashes = _clashes(hits, witnesses, question)
    is_conflicting = bool(clashes) or any(witness.stance is Stance.CONTRADICTS for witness in witnesses)
    scores = [hit.score for hit in hits if hit.score is not None]
    summary = EvidenceSummary(is_multi_source=is_multi, is_official=is_official, is_conflicting=is_conflicting)
    dates = sorted(witness.published_at for witness in witnesses if witness.published_at is not None)
    return Evidence(
        witnesses=_ordered(witnesses, question),
        stories=stories,
        domains=tuple(dict.fromkeys(witness.domain for witness in counted)),
        is_multi_source=is_multi,
        is_official=is_official,
        is_conflicting=is_conflicting,
        tones=_tones(hits),
        confidence=evidence_confidence(scores, summary),
        first_at=dates[0] if dates else None,
        last_at=dates[-1] if dates else None,
        clashes=clashes,
        findings=findings,
        verdict=verdict,
        is_denied=bool(findings) and findings[0].is_denied,
    )


def _voice(place: int, witness: Witness, origin_of: Mapping[int, Origin], question: EventQuestion) -> Voice:
    origin = origin_of.get(place)
    return Voice(
        url=witness.url,
        domain=witness.domain,
        story=origin.story if origin else 0,
        is_official=witness.is_official,
        is_trusted=matching_suffix(host_of(witness.url) or "", frozenset(question.trust.whitelist)) is not None,
        told=witness.told,
    )


def pages_to_read(hits: Sequence[Hit], question: EventQuestion, *, most: int) -> tuple[int, ...]:
    """The places of the excerpts whose pages may tell more: official ones first, then those about the event, then the provider's order."""

    def rank(place: int) -> tuple[bool, bool, int]:
        witness = _read(hits[place], question)
        return (not witness.is_official, witness.stance in (Stance.OFF_TOPIC, Stance.STALE), place)

    excerpts = [place for place, hit in enumerate(hits) if hit.is_snippet]
    return tuple(sorted(excerpts, key=rank)[:most])


def _read(hit: Hit, question: EventQuestion) -> Witness:
    page = hit.page
    host = host_of(page.url) or ""
    # A date beyond tomorrow is a clock that is wrong, and says nothing.
    at = page.published_at if page.published_at is not None and page.published_at <= question.as_of + SKEW else None
    stance, told = _stance(page, at, question)
    return Witness(
        url=page.url,
        title=page.title,
        domain=registrable_domain(host) or host,
        stance=stance,
        quote=next((one.quote for one in told if one.quote), "")[:MAX_QUOTE],
        published_at=at,
        score=hit.score,
        is_official=_is_official(page.url, question),
        story=0,
        told=told if stance in (Stance.SUPPORTS, Stance.CONTRADICTS) else (),
    )


def _is_official(url: str, question: EventQuestion) -> bool:
    """Whether a page is the word of those concerned, by the lists or by the name of its host, or of an authority."""
    if matching_suffix(host_of(url) or "", frozenset(question.official)) is not None:
        return True
    return any(owns(one.whom, url, question.lexicon) for one in question.propositions[:1])


def _stance(page: Page, at: datetime | None, question: EventQuestion) -> tuple[Stance, tuple[Told, ...]]:
    """The stance to the first proposition that the page speaks of, and what it says of each."""
    if injection_mark(f"{page.title}\n{page.content[:MAX_CONTENT]}") is not None:
        return Stance.OFF_TOPIC, ()
    told = tell(page, question.propositions, question.lexicon)
    stance = next((_STANCES[one.says] for one in told if one.says is not Says.SILENT), Stance.OFF_TOPIC)
    is_old = at is not None and question.as_of - at > STALE_AFTER
    return (Stance.STALE if is_old and stance is not Stance.OFF_TOPIC else stance), told


_STANCES = {Says.SUPPORTS: Stance.SUPPORTS, Says.CONTRADICTS: Stance.CONTRADICTS}


def tell(page: Page, propositions: Sequence[Proposition], lexicon: Lexicon) -> tuple[Told, ...]:
    """What a page says of each proposition; of a figure only where it does not deny the event."""
    reading = PageReading(page, lexicon)
    told: list[Told] = []
    event: Told | None = None
    for proposition in propositions:
        one = SILENT if proposition.is_minor else reading.tell(proposition, event)
        event = one if proposition.kind is Kind.EVENT and event is None else event
        told.append(one)
    return tuple(told)


def _clashes(hits: Sequence[Hit], witnesses: Sequence[Witness], question: EventQuestion) -> tuple[Clash, ...]:
    """Where the pages that speak of the event, and the message itself, contradict each other."""
    denies = any(one.is_denied for one in question.propositions[:1])
    speakers = [Speaker(url="", domain="", sentences=(folded(question.text),), denies=denies)]
    for hit, witness in zip(hits, witnesses, strict=True):
        if witness.stance is Stance.CONTRADICTS or witness.story:
            text = folded(f"{hit.page.title}. {hit.page.content[:MAX_CONTENT]}")
            sentences = (witness.quote, *_sentences_about(text, question))
            is_contrary = any(position_of(sentences, topic) for topic in contraries_of(question.reading.event_type))
            is_other_side = witness.stance is Stance.CONTRADICTS and _is_event(witness, question) and not is_contrary
            speakers.append(Speaker(witness.url, witness.domain, sentences, witness.published_at, denies=denies != is_other_side))
    return find_clashes(speakers, question.reading.event_type, year=question.as_of.year)


def _is_event(witness: Witness, question: EventQuestion) -> bool:
    """Whether what the page contradicts is more than a figure."""
    pairs = zip(witness.told, question.propositions, strict=False)
    return any(told.says is Says.CONTRADICTS and proposition.kind is Kind.EVENT for told, proposition in pairs)


def _sentences_about(text: str, question: EventQuestion) -> tuple[str, ...]:
    """The sentences that name whom the message is about, and those behind one that go on with figures and name nobody else."""
    whom = [word for one in question.propositions[:1] for word in (*one.whom.names, *(w for e in one.whom.entities for w in e.words))]
    kept: list[str] = []
    is_going_on = False
    for sentence in [found.group().strip() for found in _SENTENCE.finditer(text)][:MAX_SENTENCES]:
        is_named = any(holds(sentence, word) for word in whom)
        is_going_on = is_named or (is_going_on and bool(_DIGIT.search(sentence)) and not entities_in(sentence, question.lexicon))
        if is_going_on:
            kept.append(sentence)
        if len(kept) == MOST_TOLD:
            break
    return tuple(kept)


def _value_sources(hits: Sequence[Hit], read: Sequence[Witness], question: EventQuestion) -> list[ValueSource]:
    """Where the pages that take a side have it from."""
    sided = [place for place, witness in enumerate(read) if witness.stance in (Stance.SUPPORTS, Stance.CONTRADICTS)]
    found = [_value_source(place, hits[place], question) for place in sided]
    return [value_source for value_source in found if value_source is not None]


def _value_source(position: int, hit: Hit, question: EventQuestion) -> ValueSource | None:
    page = hit.page
    end = min(len(page.content), MAX_QUOTE)
    passage = Passage(text=page.content[:end], field=PassageField.CONTENT, start=0, end=end)
    return value_source_of(position, page, passage, question.trust)


def _placed(witness: Witness, story: int, stance: Stance) -> Witness:
    return Witness(
        url=witness.url,
        title=witness.title,
        domain=witness.domain,
        stance=stance,
        quote=witness.quote,
        published_at=witness.published_at,
        score=witness.score,
        is_official=witness.is_official,
        story=story,
        told=witness.told,
    )


def _ordered(witnesses: Sequence[Witness], question: EventQuestion) -> tuple[Witness, ...]:
    """What counts comes first, then preferred hosts, then the provider's order; nothing is left out."""
    preferred = frozenset(question.lexicon.preferred_for(question.reading.event_type))

    def rank(pair: tuple[int, Witness]) -> tuple[bool, bool, bool, int]:
        place, witness = pair
        is_silent = not witness.story and witness.stance is not Stance.CONTRADICTS
        return (is_silent, not witness.is_official, matching_suffix(host_of(witness.url) or "", preferred) is None, place)

    return tuple(witness for _place, witness in sorted(enumerate(witnesses), key=rank))


def _tones(hits: Sequence[Hit]) -> dict[Tone, int]:
    """How many pages speak in each tone; one may in several."""
    texts = [folded(f"{hit.page.title} {hit.page.content[:MAX_CONTENT]}") for hit in hits]
    words = {Tone.PANIC: PANIC, Tone.NEUTRAL: CALM, Tone.OPTIMISTIC: HOPE}
    return {tone: sum(any(holds(text, word) for word in listed) for text in texts) for tone, listed in words.items()}
