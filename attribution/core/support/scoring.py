"""The fitted judge of claims: one boosted forest over all features, and the file it comes from (``make fit-support`` writes it)."""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from verification.core.judging.forest import Forest, parse_forest
from verification.core.judging.scorer import FittedFileError

FORMAT = 1
_FILE, _DIGEST = "support.json", "support.sha256"


@dataclass(frozen=True, slots=True)
class SupportJudge:
    """``forest`` gives the probability that documents support a claim; ``data`` is the digest of what it was fitted on."""

    forest: Forest
    data: str


@cache
def shipped_support() -> SupportJudge:
    """The judge that is shipped. ``FittedFileError`` where its file can't be trusted."""
    return parse_support(*read_fitted())


def read_fitted() -> tuple[bytes, str]:
    """The fitted file and the digest that it was shipped with."""
    folder = files("attribution.core").joinpath("support", "data")
    try:
        return folder.joinpath(_FILE).read_bytes(), folder.joinpath(_DIGEST).read_text(encoding="ascii").strip()
    except OSError as problem:
        raise FittedFileError(
            f"{problem.filename or _FILE} can't be read: install the product again, or run `make fit-support`"
        ) from problem


def parse_support(content: bytes, digest: str) -> SupportJudge:
    """The judge of a fitted file, refused where it is not the one of ``digest`` (SHA-256, hexadecimal) or of another format."""
    if sha256(content).hexdigest() != digest:
        raise FittedFileError(f"{_FILE} is not the file that {_DIGEST} names: install the product again, or run `make fit-support`")
    shape = json.loads(content)
    if shape.get("format") != FORMAT:
        raise FittedFileError(f"{_FILE} has format {shape.get('format')}, this version reads {FORMAT}: run `make fit-support`")
    return SupportJudge(parse_forest(shape["forest"]), shape["data"])
