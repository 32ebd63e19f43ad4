"""Logistic regression with an L1 penalty on sparse rows, in plain Python: Newton's steps outside, coordinate descent inside."""

from collections.abc import Sequence
from math import exp

_ROUNDS = 12
_SWEEPS = 25
_LIMIT = 30.0
_SETTLED = 1e-4


def fit_lasso(
    rows: Sequence[Sequence[tuple[int, float]]], labels: Sequence[bool], shares: Sequence[float], width: int, penalty: float
) -> tuple[float, list[float]]:
    """(intercept, weights). A row lists its columns that are not zero, scaled alike; the intercept is not penalised."""
    columns: list[list[tuple[int, float]]] = [[] for _ in range(width)]
    for at, row in enumerate(rows):
        for column, value in row:
            columns[column].append((at, value))
    weights, intercept = [0.0] * width, 0.0
    total = [0.0] * len(rows)
    for _ in range(_ROUNDS):
        chances = [1 / (1 + exp(-max(-_LIMIT, min(_LIMIT, value + intercept)))) for value in total]
        curves = [share * max(chance * (1 - chance), 1e-5) for share, chance in zip(shares, chances, strict=True)]
        rest = [share * (label - chance) / curve for share, label, chance, curve in zip(shares, labels, chances, curves, strict=True)]
        before = list(weights)
        intercept += _descend(columns, curves, rest, weights, penalty)
        moved = [(column, weights[column] - before[column]) for column in range(width) if weights[column] != before[column]]
        for column, step in moved:
            for at, value in columns[column]:
                total[at] += step * value
        if all(abs(step) < _SETTLED for _, step in moved):
            break
    return intercept, weights


def _descend(
    columns: Sequence[Sequence[tuple[int, float]]], curves: Sequence[float], rest: list[float], weights: list[float], penalty: float
) -> float:
    """Moves ``weights`` to the optimum of the quadratic whose residual is ``rest``; returns how far the intercept moved."""
    squares = [sum(curves[at] * value * value for at, value in column) for column in columns]
    whole = sum(curves)
    shift = 0.0
    active = range(len(columns))
    for sweep in range(_SWEEPS):
        step = sum(curve * gap for curve, gap in zip(curves, rest, strict=True)) / whole
        shift += step
        for at in range(len(rest)):
            rest[at] -= step
        largest = abs(step)
        for column in active:
            if not squares[column]:
                continue
            pull = sum(curves[at] * value * rest[at] for at, value in columns[column]) + squares[column] * weights[column]
            wanted = max(0.0, abs(pull) - penalty) / squares[column] * (1 if pull > 0 else -1)
            if step := wanted - weights[column]:
                weights[column] = wanted
                largest = max(largest, abs(step))
                for at, value in columns[column]:
                    rest[at] -= step * value
        if largest < _SETTLED:
            break
        active = range(len(columns)) if sweep % 8 == 7 else [column for column in range(len(columns)) if weights[column]]
    return shift
