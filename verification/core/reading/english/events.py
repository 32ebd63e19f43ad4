"""What happened in an English sentence: the predicates of its clauses with the one who acts and what it is done to."""

from collections.abc import Sequence

from verification.core.language.word_tables import words
from verification.core.reading.english.tokens import tokens_in
from verification.core.reading.event_clauses import EventSlots, event_verbs, verb_of
from verification.core.reading.figure_slots import Span
from verification.core.reading.tokens import Kind, Token

_AUXILIARY = words(
    "is are was were be been being has have had do does did will would could should may might can must to not never didn't hasn't "
    "won't isn't haven't hadn't n't also just already secretly quietly formally again now "
)
_PARTICLES = frozenset(["up", "off", "out", "over", "down", "under", "away", "back", "of", "in", "on"])
_ENDS_OBJECT = frozenset(
    [
        "after",
        "before",
        "when",
        "while",
        "as",
        "because",
        "since",
        "by",
        "if",
        "until",
        "unless",
        "through",
        "via",
        "amid",
        "following",
        "and",
        "but",
        "who",
        "which",
        "that",
    ]
)
_NEGATIONS = words("not never no neither nor didn't hasn't won't isn't haven't hadn't far ")


def english_events(text: str, periods: Sequence[Span], names: Sequence[Span], *, is_typed: bool = False) -> list[EventSlots]:
    """The events of a sentence, one a clause and one for each clause inside it. ``is_typed``: a name, whose predicate may be a noun."""
    tokens = _with_single_names(tokens_in(text, (), periods, names), names)
    found: list[EventSlots] = []
    start = 0
    topic: Span | None = None
    for at, token in enumerate([*tokens, None]):
        if token is not None and not (token.kind is Kind.MARK and token.word in ',;:.?!()—–\n"“”'):
            continue
        events = _clause_events(text, tokens[start:at], names, topic, is_typed=is_typed)
        found.extend(events)
        own = next((event.subject for event in events if event.subject), None)
        is_aside = bool(tokens[start:at]) and tokens[start].word in _RELATIVE
        topic = (own or (None if is_aside or events else _noun_phrase(text, tokens[start:at])) or topic) if not is_aside else topic
        start = at + 1
    return found


def _with_single_names(tokens: list[Token], names: Sequence[Span]) -> list[Token]:
    """The tokens with names of one word marked as names too."""
    spans = frozenset(start for start, _ in names)
    return [token._replace(is_name=True) if token.start in spans and token.kind is Kind.WORD else token for token in tokens]


_RELATIVE = frozenset(["which", "who", "that", "whose", "advised", "led", "backed", "including", "based", "as"])


def _clause_events(text: str, tokens: list[Token], names: Sequence[Span], topic: Span | None, *, is_typed: bool) -> list[EventSlots]:
    """The event of a clause, and those of the clauses inside it: "reported that she had quit"."""
    found: list[EventSlots] = []
    start = 0
    for at, token in enumerate(tokens):
        is_joint = token.word in _JOINTS and at + 1 < len(tokens) and _goes_on(tokens[at + 1])
        if (token.word in _SUBORDINATE or is_joint) and at > start:
            event = _english_event(text, tokens[start:at], names, topic, is_typed=is_typed)
            if event is None and is_joint:
                continue
            if event is not None:
                found.append(event)
                topic = (event.subject if is_joint else None) or topic
            start = at + 1
    event = _english_event(text, tokens[start:], names, topic, is_typed=is_typed)
    return [*found, event] if event is not None else found


_JOINTS = frozenset(["and", "but", "then"])


def _goes_on(token: Token) -> bool:
    """Whether another predicate of the one who acts begins here: "approved a buyback and |elected| a chair"."""
    base = verb_of(token.word)
    return base in event_verbs("en") and _is_past(token, base) and not token.is_capital


_SUBORDINATE = words("that when while whereas after before because although though since until but unless ")


def _english_event(text: str, tokens: list[Token], names: Sequence[Span], topic: Span | None, *, is_typed: bool) -> EventSlots | None:
    at = next((at for at in range(len(tokens)) if _is_predicate(tokens, at, names)), None)
    if at is None and is_typed:
        at = next((at for at in range(len(tokens) - 1, 0, -1) if verb_of(tokens[at].word) in event_verbs("en")), None)
    if at is None:
        return None
    first = at
    while first and (tokens[first - 1].word in _AUXILIARY or tokens[first - 1].word in _ABOUT_TO or tokens[first - 1].kind is Kind.FILLER):
        first -= 1
    last = at
    while (
        last + 1 < len(tokens) and tokens[last + 1].word in _PARTICLES and last - at < 1 and tokens[last + 1].word not in ("of", "in", "on")
    ):
        last += 1
    is_relative = all(token.word in _RELATIVE for token in tokens[:first])
    subject = (None if is_relative else _noun_phrase(text, tokens[:first])) or topic
    behind = tokens[last + 1 :]
    stop = next(
        (place for place, token in enumerate(behind) if place and (token.word in _ENDS_OBJECT or token.kind is Kind.PERIOD)), len(behind)
    )
    if behind and behind[0].kind is Kind.PERIOD:
        stop = 0
    is_negated = any(token.word in _NEGATIONS for token in tokens[:at])
    return EventSlots((tokens[at].start, tokens[last].end), subject, _noun_phrase(text, behind[:stop], last=False), is_negated)


_NO_PREDICATE = frozenset(
    (Kind.FIGURE, Kind.PERIOD, Kind.MARK, Kind.SPEECH, Kind.DETERMINER, Kind.PREPOSITION, Kind.PRONOUN, Kind.QUALIFIER)
)


def _is_predicate(tokens: list[Token], at: int, names: Sequence[Span]) -> bool:
    """Whether a verb stands here as the predicate: inflected, or bare behind an auxiliary."""
    token = tokens[at]
    if token.kind in _NO_PREDICATE or token.is_owner or " " in token.word or token.word in _AUXILIARY:
        return False
    if token.is_capital and any(start <= token.start and token.end <= end for start, end in names):
        return False
    if token.is_capital and at + 1 < len(tokens) and tokens[at + 1].word in _AUXILIARY:
        return False  # "Brunel Drives has bought"
    if token.word in _ABOUT_TO and at + 1 < len(tokens) and tokens[at + 1].word == "to":
        return False  # "is |set| to fine"
    base = verb_of(token.word)
    before = tokens[at - 1] if at else None
    if base not in event_verbs("en"):
        is_past = token.word.endswith("ed") and len(token.word) > _SHORT and not token.is_capital
        return is_past and before is not None and (before.is_name or before.word in _AUXILIARY or before.kind is Kind.PRONOUN)
    if before is None:
        is_passive = at + 1 < len(tokens) and tokens[at + 1].word == "by"
        return _is_past(token, base) and not is_passive and not token.is_capital
    if before.word in _AUXILIARY:
        return True
    return _is_finite(token, base, before, is_asked=tokens[0].word in _INVERTED, is_last=at + 1 == len(tokens))


def _is_finite(token: Token, base: str, before: Token, *, is_asked: bool, is_last: bool) -> bool:
    """Whether a verb behind another word has the form of a predicate."""
    if before.kind in (Kind.DETERMINER, Kind.PREPOSITION, Kind.QUALIFIER):
        return token.word.endswith("ing") and before.word in ("from", "not")
    if token.word == base:
        return (is_asked and before.kind is Kind.WORD) or base in _SAME_PAST or before.word in ("they", "we", "i", "you", "who")
    if token.word.endswith("s"):
        return before.kind in (Kind.WORD, Kind.PRONOUN, Kind.PERIOD) and (before.is_capital or not is_last) and token.row is None
    return not token.word.endswith("ing")


_ABOUT_TO = words("set poised due slated scheduled ready bound likely ")
_SHORT = 4
_INVERTED = frozenset(["should", "did", "does", "will", "would", "could", "can", "may"])


def _is_past(token: Token, base: str) -> bool:
    return token.word != base and not token.word.endswith(("s", "ing"))


_SAME_PAST = words("cut let shut hit put quit set bid split spread cast shed ")


def _noun_phrase(text: str, tokens: list[Token], *, last: bool = True) -> Span | None:
    """The place of a phrase without the small words at its ends."""
    small = (Kind.DETERMINER, Kind.PREPOSITION, Kind.FILLER, Kind.CONJUNCTION, Kind.MARK, Kind.PERIOD, Kind.BASIS, Kind.VERB, Kind.SPEECH)
    start, end = 0, len(tokens)
    if (
        last
        and len(tokens) > 1
        and tokens[-1].is_name
        and tokens[-2].kind is Kind.WORD
        and not (tokens[-2].is_capital or tokens[-2].is_owner)
    ):
        start = len(tokens) - 1
    if last:
        for at, token in enumerate(tokens):
            is_new = token.word in ("the", "a", "an", "its", "their") and at and tokens[at - 1].kind is Kind.WORD
            if is_new:
                start = at
            if (
                token.kind is Kind.PERIOD
                or (token.kind is Kind.SPEECH and at + 1 < len(tokens))
                or token.word in ("that", "when", "if", "provided", "while", "but", "although", "nor")
            ):
                if token.word == "nor":
                    end = at
                    break
                start = at + 1
    while start < end and tokens[start].kind in small:
        start += 1
    while end > start and tokens[end - 1].kind in small:
        end -= 1
    if start == end:
        return None
    return (tokens[start].start, tokens[end - 1].end)
