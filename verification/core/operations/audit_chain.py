"""The audit trail as a chain of digests: an entry that was changed, taken out or cut off at the end shows."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

GENESIS = "0" * 64


class ChainFault(StrEnum):
    """What is wrong with a chain."""

    EDITED = "edited"
    CUT_OFF = "cut_off"
    HEAD_DIFFERS = "head_differs"


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One entry: its key, what it records as plain JSON values, and the digest stored with it."""

    key: int
    content: Mapping[str, object]
    digest: str


@dataclass(frozen=True, slots=True)
class ChainProblem:
    """``key`` is the first entry that does not fit the one before it; None where the fault lies at the end."""

    fault: ChainFault
    key: int | None = None


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What a chain comes to: how many entries it has, the digest of the last, and what is wrong, None where nothing is.

    ``marks`` are the digests at the counts that were asked for, as far as the chain reaches.
    """

    count: int
    digest: str
    problem: ChainProblem | None
    marks: Mapping[int, str] = field(default_factory=dict)


def digest_entry(previous: str, content: Mapping[str, object]) -> str:
    """SHA-256 over the digest before and the entry, as JSON with sorted keys."""
    written = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(f"{previous}\n{written}".encode()).hexdigest()


def check_chain(links: Iterable[ChainLink], *, count: int, digest: str, marks: Collection[int] = ()) -> ChainReport:
    """Walk the entries in their order and compare with the head kept apart; the first fault is told.

    ``marks`` are counts whose digests are wanted too: a head of before still has to stand in the chain.
    """
    found, previous, passed = 0, GENESIS, {0: GENESIS}
    for link in links:
        if digest_entry(previous, link.content) != link.digest:
            return ChainReport(found, previous, ChainProblem(ChainFault.EDITED, link.key))
        found, previous = found + 1, link.digest
        if found in marks:
            passed[found] = previous
    if found < count:
        return ChainReport(found, previous, ChainProblem(ChainFault.CUT_OFF))
    if found > count or previous != (digest or GENESIS):
        return ChainReport(found, previous, ChainProblem(ChainFault.HEAD_DIFFERS))
    return ChainReport(found, previous, None, passed)
