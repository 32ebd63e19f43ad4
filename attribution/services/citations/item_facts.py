"""What Wikidata says with a claim, asked in deep checks where it is switched on; shown as evidence, deciding nothing."""

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from attribution.providers import wikidata
from attribution.providers.wikidata import Item
from verification.core.claims.item_facts import ItemProperty, StatementKind, WikidataStatement, agreeing, subject_of
from verification.core.quantities.grammar import guess_language
from verification.core.vocabulary import CallKind
from verification.providers.registry import is_lookup_configured
from verification.services.gateway.answer_cache import find_kept, keep
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.ledger import CallNote, record_cached

# Of one citation: a search for the name, and the item that bears it.
CALLS = 2


@dataclass(frozen=True, slots=True)
class _Asked:
    """A name, and the language that it is written in."""

    name: str
    lang: str

    @property
    def key(self) -> str:
        return hashlib.sha256(json.dumps([wikidata.NAME, settings.WIKIDATA_URL, self.lang, self.name]).encode()).hexdigest()


def has_wikidata() -> bool:
    return is_lookup_configured(wikidata.NAME)


async def find_facts(claim: str, *, gateway: Gateway, work: Work) -> Item | None:
    """The item that the claim is about, with the statements that agree with it alone; or None. Raises ``ProviderError``."""
    subject = await asyncio.to_thread(subject_of, claim)
    if not subject:
        return None
    asked = _Asked(subject, "zh" if guess_language(claim) == "zh" else "en")
    kept = await sync_to_async(_find_kept)(asked, work)
    item = _read(kept) if kept is not None else await _ask(asked, gateway, work)
    if item is None:
        return None
    found = await asyncio.to_thread(agreeing, claim, item.statements, subject=subject)
    return replace(item, statements=found) if found else None


async def _ask(asked: _Asked, gateway: Gateway, work: Work) -> Item | None:
    search = wikidata.search_request(asked.name, base_url=settings.WIKIDATA_URL, lang=asked.lang)
    answer = await gateway.look_up(search, name=wikidata.NAME, query=asked.name, work=work, classify=wikidata.tell_fault)
    item_id = wikidata.read_search(answer, name=asked.name)
    item = None
    if item_id is not None:
        request = wikidata.item_request(item_id, base_url=settings.WIKIDATA_URL)
        answer = await gateway.look_up(request, name=wikidata.NAME, query=item_id, work=work, classify=wikidata.tell_fault)
        item = await asyncio.to_thread(wikidata.read_item, answer, item_id=item_id)
    await sync_to_async(keep)(key=asked.key, answer=_write(item), purpose=work.purpose, now=timezone.now())
    return item


def _find_kept(asked: _Asked, work: Work) -> Mapping[str, object] | None:
    kept = find_kept(key=asked.key, now=timezone.now())
    if kept is not None:
        record_cached(note=CallNote(kind=CallKind.LOOKUP, provider=wikidata.NAME, work=work, query=asked.name), answer={})
    return kept


def _write(item: Item | None) -> dict[str, object]:
    """As the cache keeps it; that no item bears the name is an answer too."""
    return {"item": asdict(item) if item else None}


def _read(kept: Mapping[str, object]) -> Item | None:
    written = cast("dict[str, object] | None", kept["item"])
    if written is None:
        return None
    statements = tuple(
        WikidataStatement(ItemProperty(one["property"]), StatementKind(one["kind"]), one["value"], one["unit"], one["point_in_time"])
        for one in cast("list[dict[str, str]]", written["statements"])
    )
    words = {name: str(text) for name, text in written.items() if name != "statements"}
    return Item(**words, statements=statements)
