"""The fitted models of wording are refused where they are not those that were shipped, and tell plain cases apart."""

import json
from hashlib import sha256

import pytest

from verification.core.fitted.files import FittedFile, FittedFileError
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.factuality import (
    CLAIMS_FILE,
    FIGURES_FILE,
    claim_models,
    figure_models,
    parse_claim_models,
    parse_figure_models,
)
from verification.core.reading.status.statuses import StatusReader
from verification.core.reading.wording import OTHER, AskedWords, Wording


@pytest.mark.parametrize(("file", "parse"), [(FIGURES_FILE, parse_figure_models), (CLAIMS_FILE, parse_claim_models)])
def test_a_changed_file_or_another_version_is_refused(file: FittedFile, parse) -> None:  # type: ignore[no-untyped-def]
    content, digest = file.read()
    assert digest == sha256(content).hexdigest()
    with pytest.raises(FittedFileError, match=f"{file.name}.json is not the file"):
        parse(content + b" ", digest)
    other = json.dumps(json.loads(content) | {"format": file.format + 1}).encode()
    with pytest.raises(FittedFileError, match=f"has format {file.format + 1}"):
        parse(other, sha256(other).hexdigest())


def chance(question: str, text: str, figure: str) -> float:
    holes = [(one.start, one.end, OTHER) for one in find_quantities(text)]
    start = text.index(figure)
    return figure_models().told.chance(Wording(AskedWords.of(question), text, holes).about(start, start + len(figure)))


@pytest.mark.parametrize(
    ("question", "said", "other", "figure"),
    [
        (
            "inflation of Ismeria",
            "Inflation in Ismeria was 4.2%, the statistics office said.",
            "Economists had expected inflation in Ismeria of 4.2%.",
            "4.2%",
        ),
        ("伊斯梅里亚通胀率", "伊斯梅里亚通胀率为4.2%。", "经济学家此前预计伊斯梅里亚通胀率为4.2%。", "4.2%"),
    ],
)
def test_a_figure_that_was_expected_is_less_likely_told(question: str, said: str, other: str, figure: str) -> None:
    assert chance(question, said, figure) > 0.5 > chance(question, other, figure)


def test_an_act_that_is_planned_is_less_likely_told() -> None:
    claim = AskedWords.of("Orlan Freight closed the Tamsin quarry", is_act=True)

    def told(text: str) -> float:
        place = text.index("quarry")
        return claim_models().told.chance(StatusReader(text).wording_at(place, place + 6, claim))

    assert told("Orlan Freight closed the Tamsin quarry on Monday.") > told(
        "Orlan Freight might have closed the Tamsin quarry, a rumour said."
    )
