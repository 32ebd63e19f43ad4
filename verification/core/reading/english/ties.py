"""What an English sentence holds apart: the name beside a label ("Portugal, inflation rate: 5%"), and the measure that is named behind its
figure ("5% is the inflation rate of Portugal")."""

from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.language.word_tables import words
from verification.core.reading.clause_words import MOVES, Role
from verification.core.reading.english.phrases import ASIDE_WORD, OF_SUBJECT, OFFICES, SOURCES, EnglishPhrases
from verification.core.reading.english.stretches import is_of_noun, stripped
from verification.core.reading.event_clauses import event_verbs, verb_of
from verification.core.reading.figure_slots import FigureSlots, Span, may_be_of
from verification.core.reading.measure_words import qualifiers_of
from verification.core.reading.speaker_nouns import is_speaker
from verification.core.reading.stand_ins import stands_in
from verification.core.reading.statement import Form
from verification.core.reading.tokens import Kind, Token
from verification.core.subjects.known import find_known
from verification.core.vocabulary import QuantityKind

_BESIDE = frozenset(',:;–—-|/•·…().?!"“”')
_TRANSPARENT = words("where whose with its their and on")
_NO_OWNER = words("to by from via against than versus vs per")
# "The highest since |the Depression|" tells when.
_ONCE = words("since until before after during")
_BREAKS = frozenset((Kind.VERB, Kind.SPEECH, Kind.FIGURE, Kind.MARK, Kind.PRONOUN, Kind.CONJUNCTION, Kind.PERIOD))
# What a price is paid in is not what it measures.
_PAYMENTS = words("cash stock shares kind")
_HOLDING = words("has have had hold holds held holding keep keeps kept with")
_BODIES = words(
    "executive minister authority authoritie statistician official office ministry board chief founder head resident voter "
    "people citizen keeper employer business firm ceo cfo chair chairman chairwoman president auditor governor spokesman spokeswoman "
    "spokesperson director manager commissioner treasurer watcher fan statistician forecaster result bulletin return report "
    "statement account data release"
)
_JOINS = frozenset(["and", "but", ","])
_SAYS = frozenset((Role.FRAME, Role.MOVED, *MOVES))
_KINDS = {"percent": QuantityKind.PERCENT, "currency": QuantityKind.CURRENCY}
_TELLS = words("reported reports showed shows estimated estimates found calculated announced published")
# "Revenue of $5 billion was |posted| by Apple" is Apple's; what others are told by is not theirs.
_EARNED = words("posted booked recorded registered logged earned generated reported made achieved incurred")
TELLS_MEASURE = words("of for in at on")


class EnglishTies(EnglishPhrases):
    """The names and measures of a sentence that stand in another clause than the figure they belong to."""

    def _named_beside(self, measure: Span, figure: int) -> Span | None:
        """The name that stands as a label beside a measure or its figure, or the only one of the sentence."""
        return self._label_of(measure) or self._label_behind(figure + 1) or self._sole_name()

    def _label_of(self, measure: Span) -> Span | None:
        """The name that stands as a label before a measure."""
        return self._label_before(next((at for at in range(len(self._tokens) - 1, -1, -1) if self._tokens[at].start < measure[0]), -1))

    def _owner_of(self, measure: Span, behind: list[Token], actor: Span | None) -> Span | None:
        """Whose a measure is that an actor is told to report, see or reach; the actor's own where no other name is tied to it."""
        if actor is not None and self._has_name(actor):
            return self._body_of(actor) or actor
        return self._label_of(measure) or self._tied(behind) or actor

    def _body_of(self, actor: Span) -> Span | None:
        """The name that those speak for who report a measure: "authorities in |Portugal|", "|Peru|'s finance ministry"."""
        tokens = [token for token in self._tokens if actor[0] <= token.start < actor[1]]
        named = [token for token in tokens if self._is_named(token)]
        if not named or len({self._whole_name(token) for token in named}) != 1:
            return None
        others = [token for token in tokens if not self._is_named(token)]
        is_spoken_for = any(is_speaker(token.word) or token.word.rstrip("s") in _BODIES for token in others)
        return self._whole_name(named[0]) if is_spoken_for else None

    def _related(self, before: list[Token]) -> tuple[Span | None, Span] | None:
        """Subject and measure of a relative clause: "Adobe, whose net profit hit", "Vietnam, where the policy rate is"."""
        at = next((at for at in range(len(before) - 1, 0, -1) if before[at].word in ("whose", "where", "with")), 0)
        if not at or not any(token.kind is Kind.MEASURE for token in before[at:]) or any(token.word == "," for token in before[at:]):
            return None
        name = next((token for token in reversed(before[:at]) if token.word != ","), None)
        subject, measure = self._split(before[at + 1 :])
        if name is None or not self._is_named(name) or measure is None or _is_agent(before[:at]):
            return None
        return (subject if self._has_name(subject) else self._whole_name(name)), measure

    def _without_aside(self, lead: list[Token]) -> list[Token]:
        """The lead without what stands between commas before its predicate: "Ryanair|, Europe's largest airline,| carried", "Diageo|, whose
        brands include Guinness,| halved"."""
        commas = [at for at, token in enumerate(lead) if token.word == ","]
        for at in commas:
            if self._verb(lead[:at]) is not None or not any(token.kind in (Kind.WORD, Kind.MEASURE) for token in lead[:at]):
                return lead
            closing = next((end for end in commas if end > at + 1 and _opens_predicate(lead[end + 1 :])), None)
            if closing is not None and lead[at + 1].kind not in (Kind.CONJUNCTION, Kind.PERIOD):
                named = self._name_told(lead[:at], lead[at + 1 : closing])
                return [*(named or lead[:at]), *lead[closing + 1 :]]
        return lead

    def _name_told(self, head: list[Token], aside: list[Token]) -> list[Token]:
        """The name between commas of what was told before it: "the nominee in 2012, |Mitt Romney|, got"; none where it was named."""
        named = stripped(aside)
        is_name = bool(named) and all(self._is_named(token) for token in named)
        return named if is_name and not self._is_named(head[-1]) else []

    def _is_office_named(self, name: Span) -> bool:
        """Whether a name is that of a body that tells of others: INE, "Bureau of Labor Statistics", "Reuters"."""
        written = self._text[slice(*name)]
        return written.isupper() or any(is_speaker(word) or word in OFFICES for word in written.lower().split())

    def _is_owned(self, measure: Span | None) -> bool:
        """Whether a measure is told of as that of whoever was named: "Adidas said |its| first-quarter profit"."""
        at = next((at for at, token in enumerate(self._tokens) if measure is not None and token.start >= measure[0]), 0)
        while at and self._tokens[at - 1].kind in (Kind.PERIOD, Kind.QUALIFIER, Kind.WORD, Kind.FILLER):
            at -= 1
        return at > 0 and self._tokens[at - 1].word in ("its", "their", "his", "her", "our")

    def _tied(self, behind: list[Token]) -> Span | None:
        """The name that a preposition ties to the figure before it: "$1.10 at Carron", "5.1% for Indonesia's third quarter"."""
        for at, (token, following) in enumerate(pairwise(behind)):
            is_done = token.word == "by" and at > 0 and ASIDE_WORD.search(behind[at - 1].word) is not None
            is_agent = is_done and (behind[at - 1].word not in _EARNED or self._is_office(following))
            is_source = any(one.word in SOURCES for one in behind[at + 2 : at + 4]) or (
                token.word == "on" and at > 0 and behind[at - 1].kind is Kind.SPEECH
            )  # "expected on Wall Street"
            if token.word in OF_SUBJECT and self._is_named(following) and not (is_source or is_agent):
                return next(span for span in self._names if span[0] <= following.start < span[1])
        return None

    def _is_office(self, token: Token) -> bool:
        """Whether a name is one of those who tell of others: "reported by |Reuters|", "recorded by the |Census Bureau|"."""
        name = next((self._text[start:end] for start, end in self._names if start <= token.start < end), token.word)
        if any(entity.kind == "company" for one in find_known(name) for entity in one.entities):
            return False  # Bank of America
        return any(is_speaker(word) or word in OFFICES for word in name.lower().split())

    def _tells(self, at: int) -> bool:
        """Whether the name that begins at ``at`` ends who tells the sentence: "researchers at |Boise State| found"."""
        end = next((place for place in range(at, len(self._tokens)) if not self._is_named(self._tokens[place])), len(self._tokens))
        following = self._tokens[end : end + 2]
        is_said = bool(following) and (following[0].kind is Kind.SPEECH or following[0].word in _TELLS)
        return is_said and (len(following) == 1 or following[1].kind in (Kind.MARK, Kind.PERIOD, Kind.PREPOSITION))

    def _named_near(self) -> Span | None:
        """A name that the sentence ties to its figures: "bad loans in Turin"."""
        for at, token in enumerate(self._tokens[:-1]):
            is_agent = token.word == "by" and at > 0 and ASIDE_WORD.search(self._tokens[at - 1].word) is not None  # "compiled by RatingDog"
            if token.word in OF_SUBJECT and self._is_named(self._tokens[at + 1]) and not (is_agent or self._tells(at + 1)):
                return next((span for span in self._names if span[0] <= self._tokens[at + 1].start < span[1]), None)
        return None

    def _named_part(self, span: Span | None) -> Span | None:
        """The name in a label, where it holds no other: "|Kellogg| in brief"."""
        inside = [name for name in self._names if span is not None and span[0] <= name[0] and name[1] <= span[1]]
        is_body = len(inside) == 2 and bool(_BODIES & words(self._text[inside[0][1] : inside[1][0]].lower()))
        return inside[0] if len(inside) == 1 or is_body else span  # "|Shell| chief executive Jane Roe"

    def _label_before(self, at: int) -> Span | None:
        """The name that ends right before ``at``, but for signs and small words: "Kellogg – |gross margin"."""
        parted = False
        while at >= 0:
            token = self._tokens[at]
            if self._is_named(token) and not token.is_owner:
                is_agent = at > 0 and self._tokens[at - 1].word == "by"  # "forecasts compiled by |Bloomberg|, with price growth"
                return self._whole_name(token) if parted and not is_agent else None
            is_small = token.kind in (Kind.PERIOD, Kind.BASIS, Kind.QUALIFIER, Kind.DETERMINER, Kind.FILLER)
            if not (token.word in _BESIDE or token.word in _TRANSPARENT or is_small):
                return None
            parted = parted or token.word in _BESIDE
            at -= 1
        return None

    def _label_behind(self, at: int) -> Span | None:
        """The name that follows a figure behind a sign, with no figure of its own: "gross margin: 3.5% – Kellogg"."""
        parted = False
        while at < len(self._tokens) and (self._tokens[at].word in _BESIDE or self._tokens[at].kind is Kind.PERIOD):
            parted = parted or self._tokens[at].word in _BESIDE
            at += 1
        if not parted or at >= len(self._tokens) or not self._is_named(self._tokens[at]):
            return None
        rest = self._tokens[at:]
        end = next((place for place in range(at, len(self._tokens)) if not self._is_named(self._tokens[place])), len(self._tokens))
        is_other = any(token.kind is Kind.FIGURE for token in rest) or self._closes_speech(at, end)
        return None if is_other else self._whole_name(rest[0])

    def _sole_name(self) -> Span | None:
        """The one name of the sentence, where it is neither who speaks nor what is compared with."""
        found = set(self._names)
        if len(found) != 1:
            return None
        (span,) = found
        if stands_in(self._text, span):
            return None  # "the Board"
        at = next((at for at, token in enumerate(self._tokens) if span[0] <= token.start < span[1]), None)
        if at is None:
            return None
        end = next((place for place in range(at, len(self._tokens)) if self._tokens[place].start >= span[1]), len(self._tokens))
        around = self._tokens[max(0, at - 1) : at] + self._tokens[end : end + 1]
        if (
            any(token.kind is Kind.SPEECH for token in around)
            or self._closes_speech(at, end)
            or (at and self._tokens[at - 1].word in _NO_OWNER)
            or (at and next((one.word for one in reversed(self._tokens[:at]) if one.kind is not Kind.DETERMINER), "") in _ONCE)
        ):
            return None
        return self._whole_name(self._tokens[at])

    def _closes_speech(self, at: int, end: int) -> bool:
        """Whether a name ends its sentence as that of whoever tells it: "…, |Statistics Canada| reported"."""
        rest = [token for token in self._tokens[end:] if token.kind not in (Kind.PERIOD, Kind.PREPOSITION, Kind.MARK)]
        is_behind = at > 0 and self._tokens[at - 1].word == ","
        return is_behind and len(rest) == 1 and rest[0].word in _TELLS

    def _whole_name(self, token: Token) -> Span | None:
        return next((span for span in self._names if span[0] <= token.start < span[1]), None)

    def _has_name(self, span: Span | None) -> bool:
        return span is not None and any(start < span[1] and span[0] < end for start, end in self._names)

    def _ends_as_name(self, span: Span) -> bool:
        """Whether the last word of a phrase is a name: "shares of |Adobe|", not "its |North American| depletions"."""
        return any(start < span[1] <= end for start, end in self._names)

    def _told_elsewhere(self, quantity: Quantity, figure: int) -> tuple[Span | None, Span] | None:
        """Subject and measure of the measure that the sentence names behind a figure, or of the only one it names."""
        phrases = [phrase for phrase in self._measure_phrases() if self._fits(phrase, quantity)]
        start = self._tokens[figure].start
        stop = next(
            (token.start for token in self._tokens[figure + 1 :] if token.kind is Kind.FIGURE or token.word == ";"), len(self._text)
        )
        behind = [phrase for phrase in phrases if start < phrase[0].start < stop]
        named = [phrase for phrase in phrases if any(self._is_named(token) for token in phrase)]
        told = next((found[0] for found in ([one for one in behind if one in named], behind, named) if found), None)
        if told not in behind and len(named) != 1:
            told = phrases[0] if len(phrases) == 1 else None
        if told is None:
            return None
        subject, measure = self._split(told)
        return (subject, measure) if measure is not None else None

    def _told_behind(self, at: int) -> FigureSlots | None:
        """What a figure before a colon is: "44: age of the average farmer"."""
        if at + 1 >= len(self._tokens) or self._tokens[at].word not in (":", ","):
            return None
        end = next(
            (place for place in range(at + 1, len(self._tokens)) if self._tokens[place].kind in (Kind.FIGURE, Kind.VERB)), len(self._tokens)
        )
        phrase = stripped(self._tokens[at + 1 : end])
        subject, measure = self._split(phrase)
        if measure is None:
            return None
        return self._measured(FigureSlots(subject=subject), measure)

    def _fits(self, phrase: list[Token], quantity: Quantity) -> bool:
        row = next(token.row for token in reversed(phrase) if token.row is not None)
        wanted = _KINDS.get(row.kind)
        return row.code != "growth" and (wanted is None or quantity.kind is wanted)

    def _measure_phrases(self) -> list[list[Token]]:
        """The noun phrases of the sentence that name a measure, each with whose it is."""
        found: list[list[Token]] = []
        phrase: list[Token] = []
        for token in self._tokens:
            if token.kind in _BREAKS or (token.kind is Kind.PREPOSITION and token.word not in TELLS_MEASURE):
                found.append(phrase)
                phrase = []
            else:
                phrase.append(token)
        return [stripped(one) for one in (*found, phrase) if any(token.row is not None for token in one)]

    def _with_ties(self, slots: FigureSlots, quantity: Quantity, figure: int) -> FigureSlots:
        """The slots of a figure with what its own clause names neither by noun nor by name."""
        if not slots.is_noun and self._is_open(slots):
            told = self._told_elsewhere(quantity, figure)
            if told is not None:
                subject = told[0] if self._has_name(told[0]) or not self._has_name(slots.subject) else slots.subject
                slots = self._measured(slots, told[1])
                slots.subject = subject
        if slots.is_noun and slots.measure is not None and (slots.subject is None or slots.subject == slots.measure):
            slots.subject = self._owning(slots, self._named_beside(slots.measure, figure)) or slots.subject
        return slots

    def _owning(self, slots: FigureSlots, name: Span | None) -> Span | None:
        """A name, where it may have what is measured: not "the |Commerce Department| reported that retail sales fell"."""
        end = next((at for at, token in enumerate(self._tokens) if name is not None and token.start >= name[1]), len(self._tokens))
        told = [token.word for token in self._tokens[end : end + 2]]
        is_teller = len(told) > 1 and told[0] in _TELLS and told[1] == "that"
        return None if is_teller and name and not may_be_of(slots, self._text[slice(*name)]) else name

    def _is_open(self, slots: FigureSlots) -> bool:
        """Whether a figure is one of no move and of no verb that says what is measured."""
        measure = slots.measure
        if slots.direction is not None or slots.row is not None:
            return False
        told = next((token for token in self._tokens if measure is not None and token.start == measure[0]), None)
        return measure is None or measure == slots.subject or (told is not None and told.role not in _SAYS)

    def _measured(self, slots: FigureSlots, measure: Span) -> FigureSlots:
        nouns = [token for token in self._tokens if token.row is not None and measure[0] <= token.start and token.end <= measure[1]]
        slots.measure, slots.is_noun = measure, True
        named = [token.row for token in nouns if token.row]
        rows = [row for row in named if row.code != "growth"] or named
        slots.row = rows[-1] if rows else None
        slots.qualifiers |= qualifiers_of(self._text[measure[0] : measure[1]])
        slots.form = slots.row.form if slots.row and slots.row.form is Form.SHARE else slots.form
        if any(token.row and (token.row.code == "growth" or token.word.endswith("growth")) for token in nouns):
            slots.form = Form.CHANGE
        return slots


def _opens_predicate(rest: list[Token]) -> bool:
    """Whether a predicate begins here, perhaps behind a small word or a day: "halved", "has since carried", "on Thursday reported"."""
    dated = [token for at, token in enumerate(rest) if not _leads_to_period(rest, at)]
    first = next((token for token in dated if token.kind is not Kind.FILLER), None)
    return first is not None and (first.kind is Kind.SPEECH or (_is_predicate(first) and not first.word.endswith("ing")))


def _leads_to_period(rest: list[Token], at: int) -> bool:
    """Whether a token is a period, or what leads to one: "on Thursday"."""
    following = rest[at + 1] if at + 1 < len(rest) else None
    is_before = rest[at].kind is Kind.PREPOSITION and following is not None and following.kind is Kind.PERIOD
    return rest[at].kind is Kind.PERIOD or is_before


def _is_agent(before: list[Token]) -> bool:
    """Whether a phrase ends in who did it: "forecasts compiled |by Bloomberg|, with price growth of"."""
    told = [token for token in before if token.word != ","]
    return len(told) > 1 and told[-2].word == "by"


def is_possessing(predicate: Token | None, after: list[Token]) -> bool:
    """Whether the predicate says what its subject has: "the town council has 31 members", not "employers have added"."""
    is_having = predicate is not None and predicate.word in ("has", "have", "had")
    return is_having and not (after and after[0].kind in (Kind.VERB, Kind.SPEECH, Kind.WORD))


def is_paid_in(behind: list[Token], predicate: Token | None) -> bool:
    """Whether what follows a figure is only what it is paid in: "bought Lumeo for $2 billion |in cash"; not "held $2 billion in cash"."""
    told = [token.word for token in behind[:2]]
    return len(told) > 1 and told[0] == "in" and told[1] in _PAYMENTS and predicate is not None and predicate.word not in _HOLDING


def own_lead(lead: list[Token], *, is_first: bool) -> list[Token]:
    """The lead without what still belongs to the figure before it: "5% |for Malaysia and| 16% for Sierra Leone"."""
    if is_first or not lead:
        return lead
    if lead[0].word in ("a", "an", "per") and len(lead) > 1 and lead[1].kind is Kind.WORD:
        lead = lead[2:]
    lead = lead[len(lead) > 1 and lead[0].word in ("points", "point") :]
    if (goes_on := predicate_behind(lead)) is not None:
        return goes_on
    if not lead or lead[0].kind not in (Kind.PREPOSITION, Kind.PERIOD, Kind.BASIS):
        return lead
    cut = next((at for at, token in enumerate(lead) if token.word in (",", "and", ";", "while", "but")), None)
    return lead if cut is None else lead[cut + 1 :]


def predicate_behind(lead: list[Token]) -> list[Token] | None:
    """What goes on behind the noun that the figure before counts, where that is but a predicate or nothing: "45 |stores and| create 1,800",
    "600 |cases and| 5"."""
    joint = next((at for at in range(len(lead) - 1, -1, -1) if lead[at].word in _JOINS), None)
    if joint is None or any(token.kind in (Kind.VERB, Kind.SPEECH) for token in lead[:joint]):
        return None
    rest = [token for token in lead[joint + 1 :] if token.kind is not Kind.FILLER]
    if rest and not _is_predicate(rest[0]):
        return None
    return [rest[0]._replace(kind=Kind.VERB), *rest[1:]] if rest else []


def _is_predicate(token: Token) -> bool:
    is_act = token.kind is Kind.WORD and not token.is_capital and verb_of(token.word) in event_verbs("en")
    return token.kind is Kind.VERB or (is_act and (token.word.endswith("ed") or verb_of(token.word) == token.word))


def up_to_verb(behind: list[Token]) -> list[Token]:
    """The noun phrase with which the words behind a figure begin."""
    ends = (Kind.VERB, Kind.SPEECH, Kind.PREPOSITION, Kind.PERIOD, Kind.MARK, Kind.PRONOUN, Kind.BASIS)
    end = next(
        (at for at, token in enumerate(behind) if (token.kind in ends or is_plain_verb(behind, at)) and not is_of_noun(behind, at)),
        len(behind),
    )
    return behind[:end]


def is_plain_verb(behind: list[Token], at: int) -> bool:
    """Whether a verb in its bare form follows a plural: "60% of Swedes oppose"."""
    word = behind[at].word
    is_bare = behind[at].kind is Kind.WORD and word in event_verbs("en") and not word.endswith("s")
    return is_bare and at > 0 and behind[at - 1].word.endswith("s")
