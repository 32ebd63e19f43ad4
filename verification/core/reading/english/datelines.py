"""The dateline that opens an English report: it names who reports, where from and when, and nobody whose figure follows."""

from verification.core.patterns import lazy_regex
from verification.core.subjects.known import find_known
from verification.core.subjects.registry import Entity

# "WASHINGTON, Oct 30 (Reuters) - ", as agencies open a report.
_AGENCY = lazy_regex(r"[A-Z][\w.,'’/ -]{2,50}?\s?\((?:[A-Z][\w./ ]{1,24}|dpa|epa)\)\s{0,2}(?:--|[-–—])\s")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
# "AUSTIN, Texas, October 2, 2026 – ", "PARIS, 29 October 2026 /PRNewswire/ -- ", as companies and offices open theirs.
_DATED = lazy_regex(
    rf"(?P<place>[A-Z][\w.'’ -]{{1,30}}(?:, ?[A-Z][\w.'’ -]{{1,24}})?), ?(?:{_MONTH} \d{{1,2}}|\d{{1,2}} {_MONTH})(?:,? \d{{4}})?"
    r"\s?(?:/[^/]{2,24}/\s?|\([^()]{2,24}\)\s?)?(?:--|[-–—])\s?(?=[\"“'‘]?[A-Z])"
)
# "WIESBADEN – ", as offices open theirs.
_CAPITALS = lazy_regex(r"(?P<place>[A-Z][A-Z.'’ -]{2,30}[A-Z])\s(?:--|[-–—])\s(?=[\"“'‘]?[A-Z])")
# "CUPERTINO, |CALIFORNIA Apple today announced": a town, and behind its region whoever announces.
_TOWN = lazy_regex(r"[A-Z][\w.'’-]{1,20}(?: [A-Z][\w.'’-]{1,20}){0,2}, ?")
_ABBREVIATION = lazy_regex(r"[A-Z][a-z]{2,5}\.")
_ANNOUNCED = lazy_regex(
    r"\s?(?:--|[-–—])?\s(?=[A-Z][\w.&'’-]*(?: [\w.&'’(),:-]+){0,5}? (?:today )?(?:announce[sd]|report(?:s|ed)|release[sd]|posted)\b)"
)
_REGION_WITHIN = 40
_TOWN_SIGN = "/"


def dateline_end(text: str) -> int:
    """Where the dateline that opens a text ends; 0 where none does.

    Without an agency in brackets it begins with a town, or a place and what it lies in: "Poland, October 2 – Prices rose" tells of Poland.
    """
    agency = _AGENCY.match(text)
    if agency is not None:
        return agency.end()
    dated = _DATED.match(text)
    if dated is not None:
        return dated.end() if _is_written_from(dated["place"]) else 0
    capitals = _CAPITALS.match(text)
    if capitals is not None and _is_written_from(capitals["place"].title()):
        return capitals.end()
    return _bare_end(text)


def _is_written_from(place: str) -> bool:
    """Whether a report may come from a place: a town, or any with the land or region that it lies in."""
    known = [entity for one in find_known(place) for entity in one.entities if entity.kind == "place"]
    return bool(known) and ("," in place or any(_TOWN_SIGN in entity.code for entity in known))


def _bare_end(text: str) -> int:
    """Where a dateline of town and region alone ends, behind which somebody announces; 0 where there is none."""
    town = _TOWN.match(text)
    if town is None:
        return 0
    start = town.end()
    ends = [start + one.end for one in find_known(text[start : start + _REGION_WITHIN]) if not one.start and _is_place(one.entities)]
    short = _ABBREVIATION.match(text, start)
    ends += [short.end()] if short else []
    found = next((found for end in ends if (found := _ANNOUNCED.match(text, end))), None)
    return found.end() if found is not None else 0


def _is_place(entities: tuple[Entity, ...]) -> bool:
    return any(entity.kind == "place" for entity in entities)
