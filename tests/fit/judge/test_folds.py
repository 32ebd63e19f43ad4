"""Folds: a group is never on both sides, and where a fact must not be either, neither is."""

import pytest

from fit.judge.folds import FOLDS, Folds


@pytest.mark.parametrize("draw", [0, 1, 2])
def test_a_group_is_tested_once_and_learnt_from_elsewhere(draw: int) -> None:
    groups = [(f"group {number}", "") for number in range(40)]
    folds = Folds(groups, draw)

    for number in range(len(groups)):
        tested = [fold for fold in range(FOLDS) if folds.tests(fold)[number]]
        taught = [fold for fold in range(FOLDS) if folds.teaches(fold)[number]]
        assert len(tested) == 1
        assert sorted(tested + taught) == list(range(FOLDS))


@pytest.mark.parametrize("draw", [0, 1, 2])
@pytest.mark.parametrize("fold", range(FOLDS))
def test_neither_group_nor_fact_is_on_both_sides(fold: int, draw: int) -> None:
    pairs = [(f"construction {one}", f"fact {other}") for one in range(12) for other in range(9)]
    folds = Folds(pairs, draw)
    tested = [pair for pair, is_in in zip(pairs, folds.tests(fold), strict=True) if is_in]
    taught = [pair for pair, is_in in zip(pairs, folds.teaches(fold), strict=True) if is_in]

    for side in (0, 1):
        assert not {pair[side] for pair in tested} & {pair[side] for pair in taught}


def test_every_row_of_two_groups_is_tested_once() -> None:
    pairs = [(f"construction {one}", f"fact {other}") for one in range(12) for other in range(9)]
    folds = Folds(pairs)

    assert all(sum(bool(folds.tests(fold)[number]) for fold in range(FOLDS)) == 1 for number in range(len(pairs)))


def test_each_draw_puts_the_groups_into_other_folds() -> None:
    groups = [(f"group {number}", "") for number in range(40)]

    assert len({tuple(Folds(groups, draw).tests(0)) for draw in range(3)}) == 3
