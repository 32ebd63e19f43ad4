"""How two parts of names stand to each other: one inside the other, or two of a kind of which only one can be meant."""

from verification.core.subjects.gazetteer import territory_of
from verification.core.subjects.parts import Part
from verification.core.subjects.registry import WORLD, Entity, entry_of

# Kinds whose members are rivals: a bank and a carmaker are two companies, a company and a country are not two of a kind.
_RIVALS = {"institution": "body", "body": "body", "market": "index"}


def encloses(whole: Part, part: Part) -> bool:
    """Whether ``part`` lies in ``whole``: a city in its country, a company in its group."""
    return any(_lies_in(small, large) for small in part.entities for large in whole.entities)


def is_everything(part: Part) -> bool:
    """Whether a part names the whole world."""
    return any(entity.code == WORLD for entity in part.entities)


def are_of_one_kind(one: Part, other: Part) -> bool:
    """Whether two parts could only be two subjects: two places, two companies, two unknown names in one script."""
    if one.entities and other.entities:
        return not one.codes & other.codes and bool(_kinds(one) & _kinds(other))
    if not (one.is_name and other.is_name):
        return False
    if one.entities or other.entities:
        return "company" in _kinds(one) | _kinds(other)
    return one.is_chinese == other.is_chinese


def are_known_apart(one: Part, other: Part) -> bool:
    """Whether two parts stand for known things of which one is not the other nor in it: two of a kind, or a bank and another's country."""
    if not (one.entities and other.entities) or encloses(one, other) or encloses(other, one):
        return False
    lands, others = _lands(one), _lands(other)
    return are_of_one_kind(one, other) or bool(lands and others and not lands & others)


def _lands(part: Part) -> frozenset[str]:
    """The countries that a part is, or speaks for; none where it may be something else."""
    lands = {entity.within if entity.kind == "institution" else territory_of(entity.code) for entity in part.entities}
    are_lands = all(entity.kind in ("place", "institution") for entity in part.entities)
    return frozenset(lands) if are_lands and all(lands) else frozenset()


def _kinds(part: Part) -> frozenset[str]:
    return frozenset(_RIVALS.get(entity.kind, entity.kind) for entity in part.entities)


def _lies_in(part: Entity, whole: Entity) -> bool:
    if part.code == whole.code:
        return False
    if whole.code == WORLD:
        return part.kind == "place"
    if part.kind == "place":
        return whole.kind == "place" and whole.code == territory_of(part.code)
    entry = entry_of(part.code)
    while entry is not None and entry.entity.within:
        if entry.entity.within == whole.code:
            return True
        entry = entry_of(entry.entity.within)
    return False
