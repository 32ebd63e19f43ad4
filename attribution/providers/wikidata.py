"""Wikidata's action API (https://www.wikidata.org/w/api.php): the item of a name, and what it states.

Errors come with status 200 too, and name themselves in ``error``; ``maxlag`` asks the service to refuse while its copies lag behind.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verification.core.claims.item_facts import ItemProperty, StatementKind, WikidataStatement
from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiRequest
from verification.providers.base import ProviderError

NAME, SERVICE = "wikidata", "Wikidata"
HITS = 5
MOST_STATEMENTS = 200  # of one property
LONGEST_TEXT = 300
_MAX_LAG_S = "5"
_ID = lazy_regex(r"Q[1-9][0-9]{0,11}")
_AMOUNT = lazy_regex(r"\+?(-?[0-9]{1,30}(?:\.[0-9]{1,15})?)")
_TIME = lazy_regex(r"\+([0-9]{4})-([0-9]{2})-([0-9]{2})T00:00:00Z")
_CHINESE = ("zh-hans", "zh-cn", "zh")
# How many parts of a date are known, by Wikidata's precision; a coarser one is of no use here.
_PARTS = {9: 1, 10: 2, 11: 3}
# The units that the engine reads, by their items.
_UNITS = {
    "Q11573": "m", "Q828224": "km", "Q174728": "cm", "Q174789": "mm", "Q3710": "ft", "Q253276": "mi",
    "Q712226": "km²", "Q25343": "m²", "Q35852": "ha", "Q25517": "m³", "Q11570": "kg", "Q11229": "%", "Q25267": "°C",
    "Q573": "days", "Q5151": "months", "Q577": "years", "Q4917": "USD", "Q4916": "EUR", "Q39099": "CNY", "Q25224": "GBP", "Q8146": "JPY",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """An item with what is read of it, preferred statements first. A label or description is empty where the language has none."""

    id: str
    label_en: str
    label_zh: str
    description_en: str
    description_zh: str
    statements: tuple[WikidataStatement, ...]

    @property
    def url(self) -> str:
        return f"https://www.wikidata.org/wiki/{self.id}"


def search_request(name: str, *, base_url: str, lang: str) -> ApiRequest:
    """``lang``: "zh" or "en", the language of the name."""
    return _request(base_url, action="wbsearchentities", search=name, language=lang, uselang=lang, type="item", limit=str(HITS))


def item_request(item_id: str, *, base_url: str) -> ApiRequest:
    return _request(
        base_url, action="wbgetentities", ids=item_id, props="labels|descriptions|claims", languages="|".join(("en", *_CHINESE))
    )


def _request(base_url: str, **params: str) -> ApiRequest:
    return ApiRequest(SERVICE, base_url, params={**params, "format": "json", "maxlag": _MAX_LAG_S}, error_member="error")


def tell_fault(status: int, text: str) -> Fault | None:
    """The service is too busy, or was asked too often, whatever the status."""
    if any(f'"code":"{code}"' in text.replace(" ", "") for code in ("maxlag", "ratelimited", "readonly")):
        return Fault.RATE_LIMITED
    return Fault.BAD_REQUEST if status == 200 else None


def read_search(answer: Mapping[str, object], *, name: str) -> str | None:
    """The first item that bears this very name, None where none does; ``ProviderError`` for an answer of another form."""
    hits = answer.get("search")
    if not isinstance(hits, list):
        raise _other_form()
    for hit in hits[:HITS]:
        if not isinstance(hit, dict) or not _ID.fullmatch(str(hit.get("id", ""))):
            continue
        aliases = hit.get("aliases")
        names = [_text(_dict(hit, "match"), "text"), _text(hit, "label"), *(aliases[:HITS] if isinstance(aliases, list) else [])]
        if any(isinstance(one, str) and one.casefold() == name.casefold() for one in names):
            return str(hit["id"])
    return None


def read_item(answer: Mapping[str, object], *, item_id: str) -> Item:
    """What is read of the item asked for; ``ProviderError`` where the answer is none. An item that is gone states nothing."""
    entities = answer.get("entities")
    if not isinstance(entities, dict) or not isinstance(entities.get(item_id), dict):
        raise _other_form()
    entity = entities[item_id]
    labels, descriptions = _dict(entity, "labels"), _dict(entity, "descriptions")
    return Item(
        id=item_id,
        label_en=_in(labels, "en"),
        label_zh=_in(labels, *_CHINESE),
        description_en=_in(descriptions, "en"),
        description_zh=_in(descriptions, *_CHINESE),
        statements=tuple(_statements(_dict(entity, "claims"))),
    )


def _statements(claims: Mapping[str, object]) -> Iterator[WikidataStatement]:
    for name in ItemProperty:
        given = claims.get(name.value)
        stated = [one for one in given[:MOST_STATEMENTS] if isinstance(one, dict)] if isinstance(given, list) else []
        for one in sorted(stated, key=lambda one: one.get("rank") != "preferred"):
            statement = None if one.get("rank") == "deprecated" else _statement(name, one)
            if statement is not None:
                yield statement


def _statement(name: ItemProperty, entry: Mapping[str, object]) -> WikidataStatement | None:
    value = _value(_dict(entry, "mainsnak"))
    amount, time = _AMOUNT.fullmatch(str(value.get("amount", ""))), _date(value)
    if amount:
        unit = str(value.get("unit", "")).rpartition("/")[2]
        if unit != "1" and unit not in _UNITS:
            return None
        qualifiers = _dict(entry, "qualifiers").get(ItemProperty.POINT_IN_TIME.value)
        first = qualifiers[0] if isinstance(qualifiers, list) and qualifiers and isinstance(qualifiers[0], dict) else {}
        return WikidataStatement(name, StatementKind.QUANTITY, amount.group(1), _UNITS.get(unit, ""), _date(_value(first)))
    if time:
        return WikidataStatement(name, StatementKind.DATE, time)
    text = _text(value, "text")
    return WikidataStatement(name, StatementKind.NAME, text) if text else None


def _value(snak: Mapping[str, object]) -> Mapping[str, object]:
    """Empty for "unknown" and "no value" too."""
    return _dict(_dict(snak, "datavalue"), "value")


def _date(value: Mapping[str, object]) -> str:
    found, precision = _TIME.fullmatch(str(value.get("time", ""))), value.get("precision")
    parts = _PARTS.get(precision, 0) if isinstance(precision, int) else 0
    return "-".join(found.groups()[:parts]) if found else ""


def _in(texts: Mapping[str, object], *languages: str) -> str:
    return next((text for one in languages if (text := _text(_dict(texts, one), "value"))), "")


def _dict(entry: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = entry.get(name)
    return value if isinstance(value, dict) else {}


def _text(entry: Mapping[str, object], name: str) -> str:
    value = entry.get(name)
    return " ".join(value[: 4 * LONGEST_TEXT].replace("\x00", "").split())[:LONGEST_TEXT] if isinstance(value, str) else ""


def _other_form() -> ProviderError:
    return ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
