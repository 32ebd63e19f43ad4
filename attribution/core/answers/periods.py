"""Whether a sentence that names years can have calculated with figures of these years."""

import re

from attribution.core.answers.operands import OperandGroup
from attribution.core.answers.operations import Operation
from verification.core.tables.sentences import SentenceFacts

_OVER_TIME = (Operation.GROWTH, Operation.DIFFERENCE, Operation.SUM, Operation.AVERAGE)
# Before the year that another is held against: "up 5 % from 2024", 较2024年.
_AGAINST = (
    r"(?:\b(?:than|from|over|versus|vs\.?|against|since|compared\s(?:to|with))\s(?:in\s|that\sof\s)?(?:fiscal\s|FY\s?)?(?:year\s)?"
    r"|[较比自从与同]于?)\s?"
)


def is_of_other_years(operation: Operation, group: OperandGroup, facts: SentenceFacts) -> bool:
    """Whether the sentence says that its figure is of other years than the operands are; a cagr needs two years."""
    if operation is Operation.CAGR:
        return not _spans(group, facts.years)
    if not facts.years or not group.years:
        return False
    if len(facts.years) > 1:
        return not group.years <= facts.years
    (year,) = facts.years
    if len(group.years) == 1 or operation not in _OVER_TIME:
        return year not in group.years
    return year != max(group.years) and not (year in group.years and _is_held_against(facts.text, year))


def _spans(group: OperandGroup, named: frozenset[int]) -> bool:
    """Whether a pair lies at both ends of the time that is spoken of: the years named, else all that its row has."""
    if len(group.years) < 2:
        return False
    ends = named if len(named) > 1 else group.row_years
    return bool(ends) and (min(group.years), max(group.years)) == (min(ends), max(ends))


def _is_held_against(text: str, year: int) -> bool:
    return re.search(f"{_AGAINST}{year}", text, re.IGNORECASE) is not None
