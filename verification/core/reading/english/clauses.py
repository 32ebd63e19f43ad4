"""The clauses of an English sentence and its heading: which one a figure stands in, whose it is there and what is left out of it."""

from dataclasses import replace

from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.reading.clause_words import Role
from verification.core.reading.english.memory import Memory
from verification.core.reading.english.stretches import BESIDE_LEVEL, is_foresight, stripped
from verification.core.reading.english.ties import TELLS_MEASURE, EnglishTies
from verification.core.reading.event_clauses import event_verbs, verb_of
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.measure_words import DONE_TO_PEOPLE, OF_LANDS, row_coded, row_of
from verification.core.reading.statement import Form
from verification.core.reading.tokens import Kind, Token

# What a heading calls what stands below it, whosever it is.
_RUBRICS = words(
    "selected financial key data figures results highlights statement report summary update table overview snap snapshot wrap preview "
    "brief factbox chart numbers calendar review bulletin millions thousands billions earnings-release release announcement consolidated "
    "operating statistics indicators metrics main other additional unaudited condensed discussion analysis notes note"
)
# Verbs that put a thing at a figure.
_SETS = words(
    "put set keep leave raise lift cut lower bring take push send drive drag reduce increase hike trim price value peg estimate hold "
    "maintain revise narrow widen expand boost extend"
)
# Whoever they are done to pays or serves what they say.
_SENTENCES = words("fine order sentence convict jail penalise penalize imprison")
_SMALL = (Kind.FILLER, Kind.DETERMINER, Kind.QUALIFIER)
_WHO = words("which who")
_THEN = words("after before since until once because when as")
_ITSELF = words("it they he she")
_THERE = words("in at for")
_SAYING = words("said says say")
_TELLING = words("tell tells told telling informing informed assured reminded notified warned")
_BARE = (Kind.FILLER, Kind.DETERMINER)
_BEING = words("were was are is")


class EnglishClauses(EnglishTies):
    """The clause of a figure, what it names and what it leaves to the clauses before it."""

    _memory: Memory

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
        is_nearer = _is_put(after, predicate) or _ends_in_measure(after)
        if own_measure is not None and (measure is None or self._is_source(phrase) or is_nearer):
            measure = own_measure
            actor = None if self._is_source(phrase) or not self._may_own(subject, own_measure) else subject
            if actor is not None and any(one.word == "with" and one.start < own_measure[0] for one in after):
                actor = self._place_of(phrase) or actor  # "manufacturing |in China| shrank, with the PMI at"
            subject = own_subject or self._owner_of(own_measure, behind, actor)
        elif self._is_source(phrase):
            subject = measure = None
        elif measure is None and (moved := self._set_to(after, predicate)) is not None:
            subject, measure = moved[0] or subject, moved[1]
        if predicate is not None and verb_of(predicate.word) in _SENTENCES and (named := self._first_name(after)) is not None:
            subject = named  # "a court fined |Glencore|"
        owner = self._owner_before(lead, behind)
        return (owner or subject if measure is None or lead[-1].is_owner else subject), measure, owner

    def _may_own(self, actor: Span | None, measure: Span) -> bool:
        """Whether what a common noun does to a measure makes it the noun's: not "the |closures| drove inflation up"."""
        codes = {token.row.code for token in self._tokens if token.row is not None and measure[0] <= token.start < measure[1]}
        return self._has_name(actor) or not codes & OF_LANDS

    def _done_to(self, slots: FigureSlots, lead: list[Token], behind: list[Token], figure: int) -> FigureSlots:
        """Who is counted by what was done to them: "with 79 |injured|", "killed 12 people and |injured| 300", "and 300 |were affected|"."""
        act = self._own_act(lead, behind, figure)
        told = slots.row or (row_of(self._text[slice(*slots.measure)]) if slots.measure else None)
        is_of_people = told is not None and told.code in DONE_TO_PEOPLE.values()
        if act is None or (slots.is_noun and not is_of_people) or not (is_of_people or lemma(act.word) in DONE_TO_PEOPLE):
            return slots
        row = row_coded(DONE_TO_PEOPLE.get(lemma(act.word), "")) or row_of(act.word)
        is_told = row is not None and told is not None and row.code == told.code
        return slots if is_told else replace(slots, measure=(act.start, act.end), row=row, is_noun=True)

    def _own_act(self, lead: list[Token], behind: list[Token], figure: int) -> Token | None:
        """What is said to have been done to those whom a figure counts, right behind it or right before."""
        be = next((at for at, token in enumerate(behind[:3]) if token.word in _BEING), None)
        if be is not None:
            return next((token for token in behind[be + 1 : be + 3] if token.kind is not Kind.FILLER), None)
        done = next((token for token in (*behind[:1], *lead[-1:]) if lemma(token.word) in DONE_TO_PEOPLE), None)
        is_last = not any(token.kind is not Kind.MARK for token in behind)
        if done is None and is_last and lead and (lead[-1].kind is Kind.VERB or lead[-1].word.endswith("ed")):
            done = lead[-1]  # "killed 50 people and |displaced| 3,000"
        return None if done is None or "," in self._text[done.end : figure] else done

    def _after_aside(self, lead: list[Token]) -> list[Token]:
        """A participle behind a figure's clause and who tells it: ", the bureau said in its third estimate, |revising up the|"."""
        said = next((at for at, token in enumerate(lead) if token.kind is Kind.SPEECH and at), len(lead))
        comma = next((at for at in range(len(lead) - 2, said, -1) if lead[at].word == ","), 0)
        is_participle = comma > 0 and lead[comma + 1].kind is Kind.VERB and lead[comma + 1].word.endswith("ing")
        return lead[comma + 1 :] if is_participle and self._verb(lead[:said]) is None else []

    def _place_of(self, phrase: list[Token]) -> Span | None:
        """The name that a preposition ties to a common noun that begins a phrase."""
        tie = next((at for at, one in enumerate(phrase) if at and one.word in _THERE), len(phrase))
        if any(self._is_named(one) for one in phrase[:tie]):
            return None
        return next((self._whole_name(one) for one in phrase[tie:] if self._is_named(one)), None)

    def _first_name(self, after: list[Token]) -> Span | None:
        """The name with which the object of a verb ends: "convicted former fund manager |Alastair Pryce|"."""
        for token in after:
            if self._is_named(token):
                return self._whole_name(token)
            if token.kind not in (Kind.WORD, Kind.DETERMINER, Kind.FILLER):
                return None
        return None

    def _set_to(self, after: list[Token], predicate: Token | None) -> tuple[Span | None, Span] | None:
        """Whose and what a verb puts at a figure, whatever it is: "puts |the chance| of a recession at", "taking its |stash| to"."""
        if predicate is None or verb_of(predicate.word) not in _SETS:
            return None
        told = next((after[: at + 1] for at in range(len(after) - 1, 0, -1) if after[at].word in ("to", "at")), [])
        if len(told) < len(after) and any(one.kind not in _SMALL for one in after[len(told) :]):
            return None
        thing = stripped(told)
        is_thing = bool(thing) and told[0].kind is not Kind.PREPOSITION and thing[0].kind in (Kind.WORD, Kind.QUALIFIER)
        if not is_thing or any(one.kind in (Kind.VERB, Kind.SPEECH, Kind.MARK, Kind.FIGURE) for one in thing):
            return None
        owner = next((at for at, one in enumerate(thing) if one.is_owner), -1)
        tie = next((at for at, one in enumerate(thing) if at and one.kind is Kind.PREPOSITION), len(thing))
        head = thing[owner + 1 : tie]
        if not head or self._is_named(head[-1]) or all(one.kind is Kind.QUALIFIER or one.role is Role.VALUE for one in head):
            return None  # "bringing the |total| to"
        named = next((self._whole_name(one) for one in reversed(thing[tie:]) if self._is_named(one)), None)
        return self._span(thing[: owner + 1]) or named, (head[0].start, head[-1].end)

    def _opens_clause(self, done: int, comma: int, first: int) -> bool:
        """Whether a clause with a verb of its own follows a comma and its conjunction: ", so the Fed kept …"."""
        is_joined = comma + 1 < first and self._tokens[comma + 1].word in ("so", "and", "yet")
        return is_joined and all(self._verb(part) is not None for part in (self._tokens[done:comma], self._tokens[comma + 2 : first]))

    def _goes_on(self, lead: list[Token]) -> bool:
        """Whether a figure is where the one before it leads: "slipped 2.8% |to 973,400 units"."""
        last = self._memory.last
        return self._leads_on(lead) and last is not None and last.is_noun and last.form is Form.CHANGE

    def _leads_on(self, lead: list[Token]) -> bool:
        """Whether nothing but "to" or "at" leads on from the figure before: "fell $3.85 |to| $85.04 on the ICE Futures exchange"."""
        words_of = [token.word for token in lead if token.kind not in BESIDE_LEVEL]
        return words_of in (["to"], ["from"], ["at"], ["from", "to"]) and self._memory.last is not None

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
                return self._led_to(lead, at)
            rest = lead[at + 1 :]
            if lead[at].word in _WHO and lead[at - 1].word == "," and at > 1 and self._is_named(lead[at - 2]):
                name = self._whole_name(lead[at - 2])
                whole = self._last_phrase(lead[: at - 1])
                if rest and any(one.kind is Kind.MEASURE for one in whole) and name is not None and whole[-1].end == name[1]:
                    return [*whole, *rest]  # "|car sales in Britain|, which fell for"
                return [*(token for token in lead[:at] if name and name[0] <= token.start < name[1]), *rest] if rest else lead
            if lead[at].word in _THEN and rest and rest[0].word in _ITSELF and self._verb(lead[:at]) is not None:
                named = self._only_name(lead[:at])
                return [*named, *rest[1:]] if named else lead  # "after |it| reported"
            if lead[at].word in _THEN and (verb := self._verb(rest)) is not None and self._verb(lead[:at]) is not None:
                return self._then(lead, at, verb)
        return lead

    def _led_to(self, lead: list[Token], comma: int) -> list[Token]:
        """A participle that leads to what is at the figure, with whoever did what it comes of.

        "|Carver| cut jobs, |sending its shares to|", "jobs were lost, |leading to a jobless rate of|".
        """
        main, rest = lead[:comma], lead[comma + 1 :]
        if [token.word for token in rest] == ["with"]:
            return rest  # "128 people died, |with| 79 injured"
        is_participle = bool(rest) and rest[0].word.endswith("ing") and (_is_put(rest[1:], rest[0]) or _ends_in_measure(rest[1:]))
        verb = self._verb(main) if is_participle else None
        if verb is None:
            return lead
        return [*self._only_name(main[:verb]), rest[0]._replace(kind=Kind.VERB), *rest[1:]]

    def _only_name(self, tokens: list[Token]) -> list[Token]:
        """The tokens of the one name among them; none where there are several."""
        named = [token for token in tokens if self._is_named(token)]
        return named if len({self._whole_name(token) for token in named}) == 1 else []

    def _then(self, lead: list[Token], at: int, verb: int) -> list[Token]:
        """The clause behind "after" or "as" at ``at``, where it names what is measured, with the one name of the clause before it.

        "|Turkey| raised rates after |inflation jumped to|". ``verb`` counts from behind it.
        """
        rest = lead[at + 1 :]
        phrase = rest[:verb]
        if any(self._is_named(token) for token in phrase):
            return rest
        if not any(token.kind is Kind.MEASURE and not self._only_tells(rest, number) for number, token in enumerate(phrase)):
            return lead
        return [*self._only_name(lead[:at]), *rest]

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
        after = stripped(lead[lead.index(predicate) + 1 :]) if is_listed and predicate in lead else []
        is_done = len(after) > 2 and after[0].word.endswith("ed") and after[1].kind is Kind.PREPOSITION
        named = stripped(after[2:] if is_done else after)  # "rates were recorded in |Romania| (7.8%)"
        return self._span(named) or subject  # "contributors were |Housing| (+5.2%)"

    def _after_speech(self, lead: list[Token]) -> list[Token]:
        """The lead behind who says so: "analysts foresee", "the minister said that"."""
        if self._memory.last is not None and (rest := self._after_aside(lead)):
            return rest
        for at in range(len(lead) - 1, -1, -1):
            is_done_by = at + 1 < len(lead) and lead[at + 1].word == "by"  # "the revenue |reported by| Shell was"
            if lead[at].kind is Kind.SPEECH and not is_done_by and (at + 1 < len(lead) or (at and lead[at].word in _SAYING)):
                rest = lead[at + 1 :]
                if rest and rest[0].word in ("that", ","):
                    rest = rest[1:]
                elif _is_told_to(lead[at], rest) and (told := next((n for n, token in enumerate(rest) if token.word == "that"), None)):
                    # "told customers in a post that its revenue had reached", "said in a statement that"
                    rest = rest[told + 1 :] if self._verb(rest[told + 1 :]) is not None else rest
                if len(rest) > 1 and rest[0].word in _ITSELF and rest[1].kind is Kind.VERB:
                    return [*stripped(lead[:at]), *rest[1:]]  # "Kia's US arm said |it| sold"
                is_bare = lead[at].word in _SAYING and all(token.kind in _BARE for token in rest)  # "Winkelmann said |144|"
                if is_bare or any(token.kind in (Kind.WORD, Kind.MEASURE) for token in rest):
                    teller = self._split(self._last_phrase(lead[:at]))[0] or self._span(self._only_name(lead[:at]))
                    self._memory.speaker = teller or self._memory.speaker
                    return rest
        for at in range(len(lead) - 2, 0, -1):
            is_told = self._verb(lead[:at]) is not None or any(token.word in _TELLING for token in lead[:at])
            if lead[at].word == "that" and is_told and self._verb(lead[at + 1 :]) is not None:
                said = self._last_phrase(lead[: self._verb(lead[:at])])
                self._memory.speaker = self._split(said)[0] or self._memory.speaker
                return lead[at + 1 :]
        return lead


def _is_told_to(speech: Token, rest: list[Token]) -> bool:
    """Whether it is said to whom, where or when something is told, before it is told: "said |in a statement| that"."""
    return speech.word in _TELLING or (bool(rest) and rest[0].kind in (Kind.PREPOSITION, Kind.PERIOD))


def _is_put(after: list[Token], predicate: Token | None) -> bool:
    """Whether a predicate puts what is named behind it at the figure, whatever does it: "layoffs sent |the jobless rate| soaring to"."""
    is_setting = predicate is not None and verb_of(predicate.word) in _SETS
    return is_setting and bool(after) and next((one.word for one in reversed(after) if one.kind not in BESIDE_LEVEL), "") in ("to", "at")


def _ends_in_measure(after: list[Token]) -> bool:
    """Whether what stands right before a figure says of what it is: "unemployment rose despite |a job gain of|"."""
    told = [token for token in after if token.kind not in BESIDE_LEVEL]
    return len(told) > 1 and told[-1].word == "of" and told[-2].kind is Kind.MEASURE
