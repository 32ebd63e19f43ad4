"""Serper (https://serper.dev): Google's results as JSON, with excerpts of the pages."""

import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.conf import LazySettings

from verification.core.language.texts import Language, language_of
from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery, SearchResult
from verification.providers.search.plan import SearchPart, plan_parts, search_in_parts
from verification.providers.search.results import make_result, read_date, read_rows

SERVICE = "Serper"
GROUP_SIZE = 10  # hosts in one request: Google reads 32 words of a query, and each host takes two
RESULTS = 10  # a request for more costs twice
# Country and language of the results; Serper's own default is English in the United States.
_PLACES = {Language.CHINESE: {"gl": "cn", "hl": "zh-cn"}, Language.ENGLISH: {"gl": "us", "hl": "en"}}
_AGO = lazy_regex(r"(\d{1,3})\s{0,2}(?:(min|minute|hour|day)s?\s{1,2}ago|(分钟|小时|天)前)", re.IGNORECASE)
_UNITS = {
    "min": timedelta(minutes=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(days=1),
    "分钟": timedelta(minutes=1), "小时": timedelta(hours=1), "天": timedelta(days=1),
}  # fmt: skip
# Accounts (address, key) whose free plan refused operators, and when: the rest of an hour they are asked without at once.
_REFUSED: dict[tuple[str, str], float] = {}
_REFUSED_FOR_S = 3600.0


class SerperSearch:
    """Searches Google with Serper, one credit a request; hosts are named by ``site:`` operators."""

    name = "serper"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._key: str = settings.SERPER_API_KEY
        self._url = f"{settings.SERPER_URL}/search"
        self._account = (self._url, self._key)

    def planned_calls(self, query: SearchQuery) -> int:
        return len(plan_parts(query, group_size=GROUP_SIZE))

    async def search(self, query: SearchQuery) -> SearchAnswer:
        if not self._key:
            raise ProviderError("Serper has no key: SERPER_API_KEY is not set.", permanent=True, fault=Fault.NOT_CONFIGURED)
        parts = plan_parts(query, group_size=GROUP_SIZE)
        answer = await search_in_parts(query, parts, provider=self.name, ask=lambda part: self._ask(query, part))
        return replace(answer, is_restricted=self._is_restricted if query.suffixes else None)

    @property
    def _is_restricted(self) -> bool:
        refused_at = _REFUSED.get(self._account)
        return refused_at is not None and time.monotonic() - refused_at < _REFUSED_FOR_S

    async def _ask(self, query: SearchQuery, part: SearchPart) -> list[SearchResult]:
        """Free accounts refuse operators: asked once without, and what comes from other hosts is dropped by the plan."""
        if part.suffixes and not self._is_restricted:
            try:
                return await self._send(query, part)
            except ProviderError as error:
                if error.fault != Fault.FORBIDDEN or error.http_status != 400:
                    raise
            _REFUSED[self._account] = time.monotonic()
        return await self._send(query, replace(part, suffixes=()))

    async def _send(self, query: SearchQuery, part: SearchPart) -> list[SearchResult]:
        request = ApiRequest(SERVICE, self._url, body=make_body(query, part), key_header="X-API-KEY", key=self._key)
        return _read(await self._client.fetch(request, classify=tell_fault), now=datetime.now(UTC))


def make_body(query: SearchQuery, part: SearchPart) -> dict[str, object]:
    """The body of one request; ``tbs`` is Google's range of dates, with a day more at either end for zones."""
    body: dict[str, object] = {"q": with_sites(part), "num": RESULTS, **_PLACES[language_of(part.phrasing)]}
    last = query.as_of + timedelta(days=1)
    if query.fresh_days is not None:
        first = query.as_of - timedelta(days=query.fresh_days + 1)
        body["tbs"] = f"cdr:1,cd_min:{_day(first)},cd_max:{_day(last)}"
    elif last < datetime.now(UTC):
        body["tbs"] = f"cdr:1,cd_max:{_day(last)}"
    return body


def with_sites(part: SearchPart) -> str:
    """The phrasing with the hosts it is restricted to, as Google and most engines behind SearXNG read it."""
    sites = " OR ".join(f"site:{suffix}" for suffix in part.suffixes)
    return f"{part.phrasing} ({sites})" if len(part.suffixes) > 1 else f"{part.phrasing} {sites}".strip()


def tell_fault(status: int, text: str) -> Fault | None:
    """Serper refuses a wrong key with 403, and a spent account with 400 or 429; its words alone tell them apart."""
    if "credit" in text:
        return Fault.OUT_OF_CREDIT
    if "query pattern not allowed" in text:
        return Fault.FORBIDDEN
    if status == 403 and "unauthorized" in text:
        return Fault.UNAUTHORIZED
    return None


def _day(moment: datetime) -> str:
    day = moment.astimezone(UTC).date()
    return f"{day.month}/{day.day}/{day.year}"


def _read(answer: dict[str, object], *, now: datetime) -> list[SearchResult]:
    made = (
        make_result(
            url=row.get("link"),
            title=row.get("title"),
            text=row.get("snippet"),
            published_at=read_age(row.get("date"), now=now) or read_date(row.get("date")),
            rank=rank,
        )
        for rank, row in enumerate(read_rows(answer, "organic", service=SERVICE), 1)
    )
    return [result for result in made if result is not None]


def read_age(value: object, *, now: datetime) -> datetime | None:
    """When something was published that Google calls so many minutes, hours or days old; weeks and months are too vague for a date."""
    found = _AGO.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    unit = found.group(2) or found.group(3)
    return now - int(found.group(1)) * _UNITS[unit.lower()]
