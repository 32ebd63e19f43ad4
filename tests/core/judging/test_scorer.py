"""The fitted file is refused where it is not the one that was shipped, and its chances stay chances."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from verification.core.fitted.files import FittedFileError
from verification.core.fitted.forest import Forest, Tree
from verification.core.judging.rival_features import Figure, FigurePage
from verification.core.judging.scorer import FILE, FORMAT, Bars, Chance, Scorer, parse_judge, shipped_judge


def digest_of(content: bytes) -> str:
    return sha256(content).hexdigest()


def test_the_shipped_file_is_whole_and_its_bars_are_probabilities() -> None:
    content, digest = FILE.read()
    assert digest == digest_of(content)
    judge = shipped_judge()
    assert parse_judge(content, digest).data == judge.data
    for one in (judge.names, judge.sentences):
        assert 0 < one.bars.doubt <= one.bars.doubt_shared < one.bars.trusted < 1
        assert one.bars.sure > one.bars.trusted
        assert 0 < one.bars.own <= one.bars.vote < 1
        assert set(one.alone.names) < set(one.together.names)


def test_a_changed_file_is_refused() -> None:
    content, digest = FILE.read()
    with pytest.raises(FittedFileError, match=r"judge\.json is not the file that judge\.sha256 names"):
        parse_judge(content.replace(b'"bars"', b'"Bars"', 1), digest)


def test_a_file_of_another_version_is_refused() -> None:
    shape = json.loads(FILE.read()[0]) | {"format": FORMAT + 1}
    content = json.dumps(shape).encode()
    with pytest.raises(FittedFileError, match=f"has format {FORMAT + 1}, this version reads {FORMAT}"):
        parse_judge(content, digest_of(content))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FittedFileError, match=r"gone\.json can't be read"):
        replace(FILE, name="gone").read()


def test_a_figure_has_a_chance_by_its_own_page_and_one_beside_the_others() -> None:
    by_own = Forest(("x",), 0.0, (Tree((0, -1, -1), (0.5, -5.0, 1.0), (1, 0, 0), (2, 0, 0)),))
    by_others = Forest(("owners_elsewhere",), 0.0, (Tree((0, -1, -1), (0.5, -1.0, 3.0), (1, 0, 0), (2, 0, 0)),))
    judge = Scorer(by_own, by_others, Bars(0.9, 0.9, 0.1, 0.1, 0.2, 2.0))
    low, high = Figure(1, 0, {"x": 0.0}), Figure(2, 1, {"x": 1.0})
    pages = [FigurePage("a.example", True, (low, high)), FigurePage("b.example", True, (high,))]
    assert judge.chances(pages) == [[Chance(0.0067, 0.0884), Chance(0.7311, 0.9116)], [Chance(0.7311, 0.9116)]]


def test_both_forests_are_pooled_by_their_log_odds() -> None:
    """Two thirds of the log-odds are those of the forest that knows the other pages; certainty counts as one in ten thousand."""
    assert Chance.pooled(0.5, 0.5) == Chance(0.5, 0.5)
    assert Chance.pooled(0.9, 0.9) == Chance(0.9, 0.9)
    assert Chance.pooled(0.2, 0.8) == Chance(0.2, 0.6135)
    assert Chance.pooled(1.0, 0.0) == Chance(1.0, 0.0444)
