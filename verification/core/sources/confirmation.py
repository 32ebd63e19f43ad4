"""What a later verified value says of the domains that stated one before (seed 000, dynamic whitelist)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EarlierValue:
    """What the pages of a domain said in an earlier run: the figure where there is one, else the value."""

    run: int
    domain: str
    value: str


def weigh_statements(
    statements: Iterable[EarlierValue], *, value: str, supporters: Iterable[str], owners: Mapping[str, str], is_lasting: bool
) -> dict[tuple[str, str], bool]:
    """Whether each (domain, value) was right, by the ``value`` that the domains ``supporters`` carry in a later run.

    Only what is new bears witness: a supporter whose owner (``owners``, by domain; else the domain itself) said nothing in the earlier run.
    A value that differs is wrong only where the answer can't have changed since (``is_lasting``); of anything else nothing is said.
    """
    earlier: dict[int, list[EarlierValue]] = {}
    for statement in statements:
        earlier.setdefault(statement.run, []).append(statement)
    owners_for = {owners.get(domain) or domain for domain in supporters}
    found: dict[tuple[str, str], bool] = {}
    for said in earlier.values():
        if not owners_for - {owners.get(statement.domain) or statement.domain for statement in said}:
            continue
        right = {statement.domain for statement in said if statement.value == value}
        found |= {(domain, value): True for domain in right}
        if is_lasting:
            found |= {(each.domain, each.value): False for each in said if each.value != value and each.domain not in right}
    return found
