"""Which judge is tested on what: every group in one fold, on one side of it alone."""

from collections.abc import Sequence
from hashlib import sha256

FOLDS = 5


def fold_of(group: str, draw: int = 0) -> int:
    """The fold of a group in a draw of all groups, the same on every machine."""
    return _drawn(group, draw) % FOLDS


class Folds:
    """In which fold each row is tested, and in which it is learnt from: the others, where its group alone must stay on one side.

    Where a second group must too (the fact that many constructions tell), both are halved, and each quarter is tested by a judge that met
    neither half: one row in four of them is learnt from there. ``groups`` holds both of each row, the second empty where there is none.
    Each ``draw`` puts the groups into other folds.
    """

    def __init__(self, groups: Sequence[tuple[str, str]], draw: int = 0) -> None:
        placed = {pair: _placed(*pair, draw) for pair in set(groups)}
        self._rows = [placed[pair] for pair in groups]

    def tests(self, fold: int) -> list[bool]:
        """Of each row whether ``fold`` tests it."""
        return [tested == fold for tested, _ in self._rows]

    def teaches(self, fold: int) -> list[bool]:
        """Of each row whether the judge of ``fold`` may learn from it."""
        return [taught[fold] for _, taught in self._rows]


def _placed(group: str, other: str, draw: int) -> tuple[int, list[bool]]:
    if not other:
        mine = fold_of(group, draw)
        return mine, [fold != mine for fold in range(FOLDS)]
    mine = 2 * (_drawn(group, draw) % 2) + _drawn(other, draw) % 2
    return mine, [fold in (3 - mine, FOLDS - 1) for fold in range(FOLDS)]


def _drawn(group: str, draw: int) -> int:
    return int(sha256((f"{draw}/{group}" if draw else group).encode()).hexdigest(), 16)
