"""What all pages come to: for each proposition whether it is carried, contradicted or open, and by whom; and so for the message."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from verification.core.events.propositions import Proposition
from verification.core.events.stances import Says, Told

# Independent stories that carry a proposition without an official word, and that hold out against one.
ENOUGH = 2


class Verdict(StrEnum):
    CARRIED = "carried"
    CONTRADICTED = "contradicted"
    PARTLY = "partly"
    DISPUTED = "disputed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Voice:
    """One page that speaks of the message: ``story`` is its independent story, ``told`` what it says of each proposition."""

    url: str
    domain: str
    story: int
    is_official: bool
    is_trusted: bool
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """``carried_by`` and ``contradicted_by`` are publishers; ``official`` the side of the official word, silent where there is none, with
    its quotation and who has it (``official_by``), ``is_reported`` where that page passes it on; ``figure`` is the other figure."""

    proposition: Proposition
    verdict: Verdict
    carried_by: tuple[str, ...]
    contradicted_by: tuple[str, ...]
    official: Says
    official_quote: str
    official_by: str
    is_reported: bool
    figure: str

    @property
    def is_denied(self) -> bool:
        return self.official is Says.CONTRADICTS

    @property
    def is_unheard(self) -> bool:
        """Whether no page says anything of it, minor matters aside, which pages are not read for."""
        return not (self.carried_by or self.contradicted_by or self.proposition.is_minor)


def find(number: int, proposition: Proposition, voices: Sequence[Voice]) -> Finding:
    """What ``voices`` come to for the proposition of that number."""
    sides = {side: [voice for voice in voices if voice.told[number].says is side] for side in (Says.SUPPORTS, Says.CONTRADICTS)}
    with_it, against = sides[Says.SUPPORTS], sides[Says.CONTRADICTS]
    own = next(((side, voice) for side in (Says.CONTRADICTS, Says.SUPPORTS) for voice in sides[side] if voice.is_official), None)
    reported = next((voice for voice in against if voice.told[number].is_reported and voice.is_trusted), None)
    official = own or ((Says.CONTRADICTS, reported) if reported is not None else None)
    return Finding(
        proposition,
        _verdict(with_it, against),
        tuple(dict.fromkeys(voice.domain for voice in with_it)),
        tuple(dict.fromkeys(voice.domain for voice in against)),
        official[0] if official else Says.SILENT,
        official[1].told[number].quote if official else "",
        official[1].domain if official else "",
        official is not None and not official[1].is_official,
        next((voice.told[number].figure for voice in against if voice.told[number].figure), ""),
    )


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """That of the first proposition; partly where it is carried and another is not."""
    if not findings:
        return Verdict.OPEN
    first = findings[0].verdict
    if first is Verdict.CARRIED and any(one.verdict is not Verdict.CARRIED for one in findings):
        return Verdict.PARTLY
    return first


def _verdict(with_it: Sequence[Voice], against: Sequence[Voice]) -> Verdict:
    """The official word before others, unless enough trusted stories hold out against it; else enough stories of one side alone."""
    is_official, is_denied = any(one.is_official for one in with_it), any(one.is_official for one in against)
    if is_official and is_denied:
        return Verdict.DISPUTED
    if is_official:
        return Verdict.DISPUTED if _stories(against, is_trusted=True) >= ENOUGH else Verdict.CARRIED
    if is_denied:
        return Verdict.DISPUTED if _stories(with_it, is_trusted=True) >= ENOUGH else Verdict.CONTRADICTED
    if with_it and against:
        return _outweighed(with_it, against)
    if against:
        return Verdict.CONTRADICTED if any(one.is_trusted for one in against) or _stories(against) >= ENOUGH else Verdict.OPEN
    return Verdict.CARRIED if _stories(with_it) >= ENOUGH else Verdict.OPEN


def _outweighed(with_it: Sequence[Voice], against: Sequence[Voice]) -> Verdict:
    """Two trusted stories outweigh what nobody trusted says; anything else stands against each other."""
    mine, theirs = _stories(with_it, is_trusted=True), _stories(against, is_trusted=True)
    if mine and theirs:
        return Verdict.DISPUTED
    if theirs:
        return Verdict.CONTRADICTED
    return Verdict.CARRIED if mine >= ENOUGH else Verdict.DISPUTED


def _stories(voices: Sequence[Voice], *, is_trusted: bool = False) -> int:
    return len({voice.story for voice in voices if voice.story and (voice.is_trusted or not is_trusted)})
