"""The clauses of an English sentence and its heading: which one a figure stands in, whose it is there and what is left out of it."""

from verification.core.language.word_tables import words
from verification.core.reading.clause_words import Role
from verification.core.reading.english.stretches import is_foresight, stripped
from verification.core.reading.english.ties import TELLS_MEASURE, EnglishTies
from verification.core.reading.event_clauses import event_verbs, verb_of
from verification.core.reading.figure_slots import Span
from verification.core.reading.tokens import Kind, Token

# What a heading calls what stands below it, whosever it is.
_RUBRICS = words(
    "selected financial key data figures results highlights statement report summary update table overview snap snapshot wrap preview "
    "brief factbox chart numbers calendar review bulletin millions thousands billions earnings-release release announcement consolidated "
    "operating statistics indicators metrics main other additional unaudited condensed discussion analysis notes note"
)
_WHO = words("which who")
_THEN = words("after before since until once because when as")
_THERE = words("in at for")


class EnglishClauses(EnglishTies):
    """The clause of a figure, what it names and what it leaves to the clauses before it."""

    def _whose_and_what(
        self, lead: list[Token], predicate: Token | None, phrase: list[Token], behind: list[Token]
    ) -> tuple[Span | None, Span | None, Span | None]:
        """Subject and measure of a clause, and the name that owns the very figure."""
        verb = None if predicate is None else lead.index(predicate)
        before, after = (lead, []) if verb is None else (lead[:verb], lead[verb + 1 :])
        subject, measure = self._split(phrase) if any(token.kind is not Kind.QUALIFIER for token in phrase) else (None, None)
        if (related := self._related(before)) is not None:
            subject, measure = related
        own_subject, own_measure = self._split_behind(after)
        if own_measure is not None and (measure is None or self._is_source(phrase)):
            measure = own_measure
            subject = own_subject or self._owner_of(own_measure, behind, None if self._is_source(phrase) else subject)
        elif self._is_source(phrase):
            subject = measure = None
        owner = self._owner_before(lead, behind)
        return (owner or subject if measure is None or lead[-1].is_owner else subject), measure, owner

    def _headed(self, part: list[Token]) -> list[list[Token]]:
        """What a heading names, without its predicate and the words for what stands below: "Wistrel |reports results|", "|Key figures|"."""
        part = stripped(part)
        while part and part[-1].word in _RUBRICS and not self._is_named(part[-1]):
            part = stripped(part[:-1])
        if len(part) > 1 and part[0].word in _RUBRICS and part[1].word in TELLS_MEASURE:
            part = stripped(part[1:])
        verb = next((at for at in range(1, len(part)) if self._is_headline_verb(part, at)), None)
        if verb is None or all(token.word in _RUBRICS for token in part[:verb]):
            return [part] if verb is None else []
        is_behind = any(token.kind is Kind.MEASURE for token in part[verb:])
        if is_behind and not all(self._is_named(token) for token in part[:verb]):
            return [part]
        return [part[:verb], part[verb + 1 :]] if is_behind else [part[:verb]]

    def _is_headline_verb(self, part: list[Token], at: int) -> bool:
        token = part[at]
        if self._is_named(token):
            return False
        is_other = token.kind is Kind.WORD and token.word.endswith("s") and verb_of(token.word) in event_verbs("en")
        is_behind_name = self._is_named(part[at - 1]) and not part[at - 1].is_owner
        return token.kind in (Kind.VERB, Kind.SPEECH) or (is_other and is_behind_name)

    def _own_clause(self, lead: list[Token]) -> list[Token]:
        """The clause of a figure at the end of a lead, where another goes before it.

        "Ohio backed |Norway, which had exports of|", "shares of Ohio fell after |Norway reported exports of|".
        """
        for at in range(len(lead) - 1, 0, -1):
            if lead[at].word == ",":
                return lead
            rest = lead[at + 1 :]
            if lead[at].word in _WHO and lead[at - 1].word == "," and at > 1 and self._is_named(lead[at - 2]):
                name = self._whole_name(lead[at - 2])
                return [*(token for token in lead[:at] if name and name[0] <= token.start < name[1]), *rest] if rest else lead
            if lead[at].word in _THEN and (verb := self._verb(rest)) is not None and self._verb(lead[:at]) is not None:
                return rest if any(self._is_named(token) for token in rest[:verb]) else lead
        return lead

    def _owner_before(self, lead: list[Token], behind: list[Token]) -> Span | None:
        """The name whose figure it is as it owns it: "topped |Ohio's| 5.4%", or as it is told of there: "in |Ohio| it was 5.4%"."""
        is_bare = not behind or behind[0].kind in (Kind.PREPOSITION, Kind.PERIOD, Kind.BASIS, Kind.VERB, Kind.CONJUNCTION, Kind.MARK)
        if is_bare and lead and lead[-1].is_owner and self._is_named(lead[-1]):
            return self._whole_name(lead[-1])
        told = [token for token in lead if token.kind not in (Kind.DETERMINER, Kind.MARK, Kind.FILLER)]
        is_there = len(told) > 3 and told[0].word in _THERE and self._is_named(told[1]) and told[2].word in ("it", "they")
        return self._whole_name(told[1]) if is_there and told[3].kind is Kind.VERB else None

    def _leaves_out(self, lead: list[Token], predicate: Token | None) -> bool:
        """Whether a clause leaves out what is measured, as it was told before: "|Norway's| was 5.2%", "in Norway |it| was 5.2%"."""
        at = lead.index(predicate) if predicate in lead else 0
        return at > 0 and (lead[at - 1].is_owner or (at > 1 and lead[at - 1].word in ("it", "they") and self._is_named(lead[at - 2])))

    def _subject_alone(self, subject: Span | None, phrase: list[Token], lead: list[Token], predicate: Token | None) -> Span | None:
        """The subject of a clause that names no measure; none where it names but what was foreseen ("an earlier projection of")."""
        if is_foresight(phrase) and not self._has_name(subject):
            return None
        is_listed = bool(lead) and lead[-1].word == "(" and predicate is not None and predicate.role is Role.IS
        after = lead[lead.index(predicate) + 1 :] if is_listed and predicate in lead else []
        return self._span(stripped(after)) or subject  # "contributors were |Housing| (+5.2%)"
