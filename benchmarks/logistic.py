"""Logistic regression by Newton's method, in plain Python: for a dozen features and a few thousand rows."""

from collections.abc import Sequence
from math import exp, log

_ROUNDS = 30
_RIDGE = 1.0
_LIMIT = 30.0


def predict(weights: Sequence[float], row: Sequence[float]) -> float:
    total = sum(weight * value for weight, value in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-_LIMIT, min(_LIMIT, total))))


def fit(rows: Sequence[Sequence[float]], labels: Sequence[bool], *, ridge: float = _RIDGE) -> list[float]:
    """The weights of the columns; the first column is the intercept and not shrunk."""
    width = len(rows[0])
    weights = [0.0] * width
    for _ in range(_ROUNDS):
        gradient = [0.0 if column == 0 else -ridge * weights[column] for column in range(width)]
        matrix = [[ridge if a == b and a else 0.0 for b in range(width)] for a in range(width)]
        for row, label in zip(rows, labels, strict=True):
            chance = predict(weights, row)
            spread = max(chance * (1 - chance), 1e-9)
            filled = [(column, value) for column, value in enumerate(row) if value]
            for a, left in filled:
                gradient[a] += (label - chance) * left
                for b, right in filled:
                    matrix[a][b] += spread * left * right
        step = _solve(matrix, gradient)
        weights = [weight + move for weight, move in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Gaussian elimination with the largest pivot."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda at: abs(rows[at][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        if abs(rows[column][column]) < 1e-12:
            rows[column][column] = 1e-12
        for below in range(column + 1, size):
            factor = rows[below][column] / rows[column][column]
            if factor:
                rows[below] = [value - factor * top for value, top in zip(rows[below], rows[column], strict=True)]
    found = [0.0] * size
    for column in reversed(range(size)):
        rest = sum(rows[column][at] * found[at] for at in range(column + 1, size))
        found[column] = (rows[column][size] - rest) / rows[column][column]
    return found


def log_loss(chances: Sequence[float], labels: Sequence[bool]) -> float:
    return -sum(log(max(1e-9, c if label else 1 - c)) for c, label in zip(chances, labels, strict=True)) / len(labels)


def calibration_error(chances: Sequence[float], labels: Sequence[bool], *, bins: int = 10) -> float:
    """The mean gap between predicted and observed share in bins of equal width, weighted by what is in them."""
    predicted, observed = [0.0] * bins, [0.0] * bins
    for chance, label in zip(chances, labels, strict=True):
        place = min(bins - 1, int(chance * bins))
        predicted[place] += chance
        observed[place] += label
    return sum(abs(p - o) for p, o in zip(predicted, observed, strict=True)) / len(labels)
