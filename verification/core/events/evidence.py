"""What the pages found say of an event: who supports it, who denies it, how many speak for themselves, and who is official.

Several pages of one publisher, copies and restatements count once, as everywhere in the engine. The word "official" in a title is none.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from verification.core.events.clashes import Clash, Speaker, contraries_of, find_clashes, position_of
from verification.core.events.confidence import EvidenceSummary, evidence_confidence
from verification.core.events.terms import entities_in, find_term, folded, holds, latin_names, likeness, written_names
from verification.core.events.vocabulary import EventReading, Lexicon
from verification.core.evidence import Page, Passage, Trust
from verification.core.sources.domains import host_of, matching_suffix, registrable_domain
from verification.core.sources.independence import ValueSource, count_votes, trace_origins, value_source_of
from verification.core.sources.injection import injection_mark
from verification.core.vocabulary import Independence, PassageField, Stance

MULTI_SOURCE = 3
STALE_AFTER = timedelta(days=30)
SKEW = timedelta(days=1)
ALIKE = 0.35
WINDOW, MAX_QUOTE = 160, 240
MAX_CONTENT = 20_000
MAX_SENTENCES, MOST_TOLD = 200, 40

DENIALS = (
    "否认", "辟谣", "不实", "谣言", "假消息", "并非事实", "没有证据", "未发现", "没有发生", "虚假", "澄清", "deny", "denies", "denied",
    "denial", "false rumor", "false rumour", "fake news", "hoax", "debunk", "no evidence", "no sign of",
    "not true", "untrue", "refute", "unfounded",
)  # fmt: skip
# What makes a page that does not deny the contrary of a message that does.
AFFIRMATIONS = ("confirm", "admit", "acknowledge", "证实", "确认", "承认")
PANIC = ("暴跌", "崩盘", "恐慌", "hack", "exploit", "crash", "dump")
CALM = ("观察", "等待", "监控", "watch", "monitor", "observe")
HOPE = ("恢复", "稳定", "反弹", "recovery", "stable", "bounce")
_DIGIT = re.compile(r"\d")
_SENTENCE = re.compile(r"[^。！？!?\n]+?(?:[。！？\n]|[!?.](?=\s)|$)")


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
    """What one page says of the event: its stance, the sentence that shows it, and which independent story it tells (0: none)."""

    url: str
    title: str
    domain: str
    stance: Stance
    quote: str
    published_at: datetime | None
    score: Decimal | None
    is_official: bool
    story: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that was found, best first. ``confidence`` None where no provider gave scores; ``first_at``, ``last_at`` of dated pages.

    ``clashes``: where pages contradict each other or the message; ``is_conflicting`` where there is one, or a page says the contrary.
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

    @property
    def summary(self) -> EvidenceSummary:
        return EvidenceSummary(is_multi_source=self.is_multi_source, is_official=self.is_official, is_conflicting=self.is_conflicting)


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


def weigh(hits: Sequence[Hit], question: EventQuestion) -> Evidence:
    """The evidence of all pages found so far, each address once; the order given does not matter for what they prove."""
    read = [_read(hit, question) for hit in hits]
    value_sources = [
        _value_source(position, hit, question) for position, hit in enumerate(hits) if read[position].stance is Stance.SUPPORTS
    ]
    known = [value_source for value_source in value_sources if value_source is not None]
    origins = trace_origins(known)
    stories = count_votes(known, origins, Independence.STORIES).counts.stories
    story_of = {origin.position: (origin.story, origin.stance) for origin in origins}
    witnesses = [_placed(witness, *story_of.get(place, (0, witness.stance))) for place, witness in enumerate(read)]
    supporting = [witness for witness in witnesses if witness.story]
    is_multi, is_official = stories >= question.multi_source, any(witness.is_official for witness in supporting)
    clashes = _clashes(hits, witnesses, question)
    is_conflicting = bool(clashes) or any(witness.stance is Stance.CONTRADICTS for witness in witnesses)
    scores = [hit.score for hit in hits if hit.score is not None]
    summary = EvidenceSummary(is_multi_source=is_multi, is_official=is_official, is_conflicting=is_conflicting)
    dates = sorted(witness.published_at for witness in witnesses if witness.published_at is not None)
    return Evidence(
        witnesses=_ordered(witnesses, question),
        stories=stories,
        domains=tuple(dict.fromkeys(witness.domain for witness in supporting)),
        is_multi_source=is_multi,
        is_official=is_official,
        is_conflicting=is_conflicting,
        tones=_tones(hits),
        confidence=evidence_confidence(scores, summary),
        first_at=dates[0] if dates else None,
        last_at=dates[-1] if dates else None,
        clashes=clashes,
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
    stance, quote = _stance(page, at, question)
    return Witness(
        url=page.url,
        title=page.title,
        domain=registrable_domain(host) or host,
        stance=stance,
        quote=quote[:MAX_QUOTE],
        published_at=at,
        score=hit.score,
        is_official=matching_suffix(host, frozenset(question.official)) is not None,
        story=0,
    )


def _stance(page: Page, at: datetime | None, question: EventQuestion) -> tuple[Stance, str]:
    text = folded(f"{page.title}. {page.content[:MAX_CONTENT]}")
    quote = _telling_sentence(text, question)
    if quote is None or injection_mark(f"{page.title}\n{page.content[:MAX_CONTENT]}") is not None:
        return Stance.OFF_TOPIC, ""
    if at is not None and question.as_of - at > STALE_AFTER:
        return Stance.STALE, quote
    is_denied = _is_denied(text, quote)
    # A message that denies something is supported by pages that deny it too.
    if is_denied != _message_denies(question):
        is_contrary = is_denied or any(holds(quote, word) for word in AFFIRMATIONS)
        return (Stance.CONTRADICTS if is_contrary else Stance.OFF_TOPIC), quote
    return (Stance.CONTRADICTS if not is_denied and _is_contrary(text, question) else Stance.SUPPORTS), quote


def _message_denies(question: EventQuestion) -> bool:
    said = folded(question.text)
    return _is_denied(said, said)


def _is_contrary(text: str, question: EventQuestion) -> bool:
    """Whether a page says the opposite of what the message does: rejected where it says approved."""
    said = (folded(question.text),)
    told = _sentences_about(text, question)
    topics = contraries_of(question.reading.event_type)
    return any(position_of(said, topic) * position_of(told, topic) < 0 for topic in topics)


def _clashes(hits: Sequence[Hit], witnesses: Sequence[Witness], question: EventQuestion) -> tuple[Clash, ...]:
    """Where the pages that speak of the event, and the message itself, contradict each other."""
    speakers = [Speaker(url="", domain="", sentences=(folded(question.text),), denies=_message_denies(question))]
    for hit, witness in zip(hits, witnesses, strict=True):
        if witness.stance is Stance.CONTRADICTS or witness.story:
            text = folded(f"{hit.page.title}. {hit.page.content[:MAX_CONTENT]}")
            sentences = (witness.quote, *_sentences_about(text, question))
            denies = _is_denied(text, witness.quote)
            speakers.append(Speaker(witness.url, witness.domain, sentences, witness.published_at, denies=denies))
    return find_clashes(speakers, question.reading.event_type, year=question.as_of.year)


def _sentences_about(text: str, question: EventQuestion) -> tuple[str, ...]:
    """The sentences that name whom the message is about, and those behind one that go on with figures and name nobody else."""
    whom = _subject_words(question)
    kept: list[str] = []
    is_going_on = False
    for sentence in [found.group().strip() for found in _SENTENCE.finditer(text)][:MAX_SENTENCES]:
        is_named = any(holds(sentence, word) for word in whom) if whom else likeness(sentence, question.text) >= ALIKE
        is_going_on = is_named or (is_going_on and bool(_DIGIT.search(sentence)) and not entities_in(sentence, question.lexicon))
        if is_going_on:
            kept.append(sentence)
        if len(kept) == MOST_TOLD:
            break
    return tuple(kept)


def _telling_sentence(text: str, question: EventQuestion) -> str | None:
    """The sentence that names whom and what the message does; None where the page is about something else."""
    signals = question.lexicon.rule(question.reading.event_type).signals
    whom = _subject_words(question)
    sentences = [found.group().strip() for found in _SENTENCE.finditer(text)]
    named = [sentence for sentence in sentences if any(holds(sentence, word) for word in whom)]
    both = [sentence for sentence in named if any(holds(sentence, term) for term in signals)]
    if both:
        return both[0]
    if named and any(holds(text, term) for term in signals):
        return named[0]
    best = max(sentences, key=lambda sentence: likeness(sentence, question.text), default="")
    return best if best and not whom and likeness(best, question.text) >= ALIKE else None


def _subject_words(question: EventQuestion) -> tuple[str, ...]:
    """Under which names the page may speak of whom the message is about: an asset's, else everybody's whom it names."""
    entities = entities_in(folded(question.text), question.lexicon)
    behind = [entity for entity in question.lexicon.entities if entity.symbol and entity.symbol == question.reading.asset]
    words = dict.fromkeys(word for entity in (*entities, *behind) for word in entity.words)
    asset = question.reading.asset
    return (*words, *((asset,) if asset and asset not in words else ()), *_unlisted_names(question, is_known=bool(words or asset)))


def _unlisted_names(question: EventQuestion, *, is_known: bool) -> tuple[str, ...]:
    """Names that stand in no list. Where nobody else is named, words with a capital will do, but not one that only begins a sentence."""
    said = folded(question.text)
    named = written_names(said)
    if named or is_known:
        return named
    signals = question.lexicon.rule(question.reading.event_type).signals
    names = (name for name in latin_names(said) if " " in name or not said.startswith(name))
    return tuple(name for name in names if not any(holds(name, term) for term in signals))


def _is_denied(text: str, quote: str) -> bool:
    place = text.find(quote)
    near = text[max(0, place - WINDOW) : place + len(quote) + WINDOW] if place >= 0 else quote
    return any(find_term(near, word) is not None for word in DENIALS)


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
