"""Wikidata's action API: ``wbsearchentities`` and ``wbgetentities``, and its errors, most of which come with status 200."""

from tests.stubs.server import Reply, Request, StubServer, json_reply

CALENDAR = "http://www.wikidata.org/entity/Q1985727"


def error_reply(code: str, info: str, *, retry_after: str = "", **more: object) -> Reply:
    said = {
        "error": {"code": code, "info": info, "docref": "See https://www.wikidata.org/w/api.php for API usage.", **more},
        "servedby": "mw1",
    }
    return json_reply(said, headers={"MediaWiki-API-Error": code, **({"Retry-After": retry_after} if retry_after else {})})


def lagging(retry_after: str = "0") -> Reply:
    return error_reply(
        "maxlag", "Waiting for wdqs1: 9.3 seconds lagged.", retry_after=retry_after, host="wdqs1", lag=9.3, type="wikibase-queryservice"
    )


def quantity(amount: str, unit: str = "1", *, year: int | None = None, rank: str = "normal") -> dict:
    value = {"amount": amount, "unit": unit if unit == "1" else f"http://www.wikidata.org/entity/{unit}"}
    qualifiers = {"P585": [_snak("P585", "time", _time(f"+{year}-01-01T00:00:00Z", 9))]} if year else {}
    return {"mainsnak": _snak("", "quantity", value), "type": "statement", "rank": rank, "qualifiers": qualifiers}


def date(time: str, precision: int = 11, rank: str = "normal") -> dict:
    return {"mainsnak": _snak("", "time", _time(time, precision)), "type": "statement", "rank": rank}


def name(text: str, language: str = "en") -> dict:
    return {"mainsnak": _snak("", "monolingualtext", {"text": text, "language": language}), "type": "statement", "rank": "normal"}


def unknown() -> dict:
    return {"mainsnak": {"snaktype": "somevalue", "property": "P1082"}, "type": "statement", "rank": "normal"}


def item(item_id: str, labels: dict[str, str], descriptions: dict[str, str], claims: dict[str, list[dict]]) -> dict:
    worded = [{lang: {"language": lang, "value": text} for lang, text in texts.items()} for texts in (labels, descriptions)]
    return {"type": "item", "id": item_id, "labels": worded[0], "descriptions": worded[1], "claims": claims}


def _snak(name: str, kind: str, value: dict) -> dict:
    return {"snaktype": "value", "property": name, "datavalue": {"value": value, "type": kind}}


def _time(time: str, precision: int) -> dict:
    return {"time": time, "timezone": 0, "before": 0, "after": 0, "precision": precision, "calendarmodel": CALENDAR}


class WikidataStub(StubServer):
    """``items`` by id; a search finds those a label of which begins with what is searched for, as Wikidata's does."""

    def __init__(self, *items: dict, **fields: object) -> None:
        super().__init__(**fields)
        self.items = {one["id"]: one for one in items}

    @property
    def base_url(self) -> str:
        return f"{self.url}/w/api.php"

    def answer(self, request: Request) -> Reply:
        asked = request.query
        if request.path != "/w/api.php" or asked.get("format") != "json":
            return Reply(200, b"<!DOCTYPE html><title>MediaWiki API help</title>", "text/html")
        if asked.get("action") == "wbsearchentities" and asked.get("search") and asked.get("language"):
            return json_reply(
                {"searchinfo": {"search": asked["search"]}, "search": self._hits(asked["search"], asked["language"]), "success": 1}
            )
        if asked.get("action") == "wbgetentities" and asked.get("ids"):
            return self._entity(asked["ids"], set(asked.get("languages", "").split("|")))
        return error_reply("missingparam", "A required parameter is missing.")

    def _hits(self, search: str, language: str) -> list[dict]:
        found = []
        for one in self.items.values():
            label = one["labels"].get(language, {}).get("value", "")
            if label.casefold().startswith(search.casefold()):
                match = {"type": "label", "language": language, "text": label}
                found.append(
                    {
                        "id": one["id"],
                        "title": one["id"],
                        "label": label,
                        "match": match,
                        "concepturi": f"http://www.wikidata.org/entity/{one['id']}",
                    }
                )
        return found

    def _entity(self, item_id: str, languages: set[str]) -> Reply:
        one = self.items.get(item_id)
        if one is None:
            return error_reply("no-such-entity", f'Could not find an entity with the ID "{item_id}".', id=item_id)
        kept = {part: {lang: text for lang, text in one[part].items() if lang in languages} for part in ("labels", "descriptions")}
        return json_reply({"entities": {item_id: {**one, **kept}}, "success": 1})
