"""The fitted judge of claims: one boosted forest over all features, and the file it comes from (``make fit-support`` writes it)."""

from dataclasses import dataclass
from functools import cache

from verification.core.fitted.files import FittedFile
from verification.core.fitted.forest import Forest, parse_forest

FORMAT = 1
FILE = FittedFile("verification.core.claims", "support", FORMAT, "make fit-support")


@dataclass(frozen=True, slots=True)
class SupportJudge:
    """``forest`` gives the probability that documents support a claim; ``data`` is the digest of what it was fitted on."""

    forest: Forest
    data: str


@cache
def shipped_support() -> SupportJudge:
    """The judge that is shipped. ``FittedFileError`` where its file can't be trusted."""
    return parse_support(*FILE.read())


def parse_support(content: bytes, digest: str) -> SupportJudge:
    """The judge of a fitted file. ``FittedFileError`` where it is not the one of ``digest``."""
    shape = FILE.parse(content, digest)
    return SupportJudge(parse_forest(shape["forest"]), shape["data"])
