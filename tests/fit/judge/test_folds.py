"""Folds: a group is never on both sides, and where a fact must not be either, neither is."""

import pytest

from fit.judge.folds import FOLDS, Folds


def test_a_group_is_tested_once_and_learnt_from_elsewhere() -> None:
    groups = [(f"group {number}", "") for number in range(40)]
    folds = Folds(groups)

    for number in range(len(groups)):
        tested = [fold for fold in range(FOLDS) if folds.tests(fold)[number]]
        taught = [fold for fold in range(FOLDS) if folds.teaches(fold)[number]]
        assert len(tested) == 1
        assert sorted(tested + taught) == list(range(FOLDS))


@pytest.mark.parametrize("fold", range(FOLDS))
def test_neither_group_nor_fact_is_on_both_sides(fold: int) -> None:
    pairs = [(f"construction {one}", f"fact {other}") for one in range(12) for other in range(9)]
    folds = Folds(pairs)
    tested = [pair for pair, is_in in zip(pairs, folds.tests(fold), strict=True) if is_in]
    taught = [pair for pair, is_in in zip(pairs, folds.teaches(fold), strict=True) if is_in]

    for side in (0, 1):
        assert not {pair[side] for pair in tested} & {pair[side] for pair in taught}


def test_every_row_of_two_groups_is_tested_once() -> None:
    pairs = [(f"construction {one}", f"fact {other}") for one in range(12) for other in range(9)]
    folds = Folds(pairs)

    assert all(sum(bool(folds.tests(fold)[number]) for fold in range(FOLDS)) == 1 for number in range(len(pairs)))
