"""One small real call to a service, and what came back in plain words. What a service rested for is forgotten first: somebody acts."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.operations.health import Trouble, TroubleSign
from verification.core.series.catalogue import all_series
from verification.core.series.observations import write_period
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.providers import drawn_pages
from verification.providers.base import ChatReply, ChatRequest, ChatTool, ProviderError, SearchQuery, WebPage
from verification.providers.search.serper import SerperSearch
from verification.providers.series.base import SeriesQuery, first_day_of
from verification.services.gateway.breakers import reset_health
from verification.services.gateway.calls import CallTally
from verification.services.gateway.gateway import Gateway, Unanswered, Work, open_gateway
from verification.services.gateway.model_profiles import list_usable_profiles
from verification.services.notices.alert_channels import describe_need
from verification.services.operations.retirements import find_end
from verification.services.operations.service_list import OutsideService

WORK = Work(Purpose.REVIEW, subject="services:try")
SECONDS = 90.0
_SCHEMA = {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"], "additionalProperties": False}
_TEXT = "The policy rate of Elbonia is 5.25%."
_JSON = ChatRequest(
    system='Answer with JSON alone: {"value": "..."}.', user=f"{_TEXT} What is the rate?", prompt_version="try", temperature=0.0,
    max_output_tokens=600, schema=_SCHEMA,
)  # fmt: skip
_TOOLS = ChatRequest(
    system="Use the tool to look things up.", user="Search for the policy rate of Elbonia.", prompt_version="try", temperature=0.0,
    max_output_tokens=600,
    tools=(ChatTool("search", "Search the web.", {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ServiceTrial:
    """What came of trying a service: one sentence, money and milliseconds."""

    service: OutsideService
    is_ok: bool
    said: str
    cost_usd: Decimal = Decimal(0)
    ms: int = 0


def try_services(services: Sequence[OutsideService]) -> list[ServiceTrial]:
    """One trial of each service that is ready, or would be but for a mistake, all at once, in their order. Nothing raises: what fails
    says so.
    """
    meant = [service for service in services if service.is_ready or (service.problem and not service.missing)]
    for service in meant:
        if service.scope:
            reset_health(provider=service.scope)
    return async_to_sync(_try_all)(meant)


async def _try_all(services: Sequence[OutsideService]) -> list[ServiceTrial]:
    async with open_gateway() as gateway:
        return list(await asyncio.gather(*(_try(service, gateway) for service in services)))


async def _try(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    if not service.is_ready:
        return ServiceTrial(service, is_ok=False, said=service.problem)
    began = time.monotonic()
    try:
        async with asyncio.timeout(SECONDS):
            trial = await _trial_of(service, gateway)()
    except TimeoutError:
        trial = ServiceTrial(service, is_ok=False, said=_("No answer within %(seconds)s seconds.") % {"seconds": int(SECONDS)})
    except ProviderError as error:
        cost = error.cost_usd if isinstance(error, Unanswered) else Decimal(0)
        trial = ServiceTrial(service, is_ok=False, said=_explain(service, error), cost_usd=cost)
    return replace(trial, ms=round((time.monotonic() - began) * 1000))


def _trial_of(service: OutsideService, gateway: Gateway) -> Callable[[], Awaitable[ServiceTrial]]:
    trials: dict[str, Callable[[], Awaitable[ServiceTrial]]] = {
        CallKind.MODEL.value: lambda: _try_model(service, gateway),
        "embeddings": lambda: _try_embeddings(service, gateway),
        CallKind.SEARCH.value: lambda: _try_search(service, gateway),
        "lookup": lambda: _try_lookup(service, gateway),
        "series": lambda: _try_series(service, gateway),
        "page": lambda: _try_page(service, gateway.read),
        "mail": lambda: _try_mail(service),
        "webhook": lambda: _try_webhook(service, gateway),
    }
    return trials[service.kind]


async def _try_model(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    """In every role: a value as JSON, and a tool to call."""
    retires_on = await _find_end(service, gateway)
    named = await gateway.complete(_JSON, work=WORK, profile=service.name)
    called = await gateway.complete(_TOOLS, work=WORK, profile=service.name)
    cost = named.cost_usd + called.cost_usd
    problem = _read_problem(named) or ("" if called.tool_calls else _("It calls no tools: events are planned by the rules."))
    if not _read_problem(named) and retires_on:
        problem = _("It is shut down on %(day)s: set another model and its prices.") % {"day": retires_on.isoformat()}
    thought = named.usage.reasoning_tokens + called.usage.reasoning_tokens
    said = _("%(model)s answers as JSON and calls tools.") % {"model": named.model}
    if thought:
        said += " " + _("It thinks (%(count)s tokens): switch that off where its vendor lets you.") % {"count": thought}
    return ServiceTrial(service, is_ok=not problem, said=problem or said, cost_usd=cost)


def _read_problem(reply: ChatReply) -> str:
    if not reply.is_whole:
        return _("Its answer was cut off or refused: it thinks too long for its limit. Switch thinking off, or give tokens for it.")
    try:
        value = json.loads(reply.text)
    except ValueError:
        return _("It answers in prose where JSON is asked for: choose another model or form of JSON.")
    return "" if isinstance(value, dict) and "5.25" in str(value.get("value")) else _("It does not read a plain sentence rightly.")


async def _find_end(service: OutsideService, gateway: Gateway) -> date | None:
    profile = next((own for own in await sync_to_async(list_usable_profiles)() if own.name == service.name), None)
    return await find_end(profile, gateway=gateway) if profile else None


async def _try_embeddings(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    tally = CallTally()
    vectors = await gateway.embed([f"{_TEXT} {timezone.now().isoformat()}", "利率维持不变"], work=WORK, tally=tally)
    size = len(next(iter(vectors.values()))) if vectors else 0
    said = _("It gives vectors of %(count)s numbers.") % {"count": size}
    return ServiceTrial(service, is_ok=size > 0, said=said, cost_usd=tally.cost_usd)


async def _try_search(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    # A plan that refuses to name hosts is found by naming some.
    hosts = ("reuters.com", "wikipedia.org") if service.name == SerperSearch.name else ()
    as_of = timezone.now() + timedelta(minutes=1)
    query = SearchQuery(("central bank policy rate",), as_of=as_of, limit=5, fresh_days=30, suffixes=hosts)
    answer = await gateway.search(query, work=WORK, first=service.name)
    failed = next((failure for failure in answer.failures if failure.provider == service.name), None)
    if failed is not None:
        raise ProviderError("", permanent=True, fault=failed.fault)
    if answer.provider != service.name:
        raise ProviderError("", permanent=True, fault=Fault.NOT_CONFIGURED)
    said = _("It found %(count)s pages.") % {"count": len(answer.results)}
    if answer.is_restricted:
        said += " " + describe_need(TroubleSign(Trouble.PLAN_RESTRICTED, service.scope))
    return ServiceTrial(service, is_ok=True, said=said, cost_usd=answer.cost_usd)


async def _try_lookup(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    if service.name == drawn_pages.NAME:
        return await _try_page(service, gateway.read_drawn)
    addresses = {
        "crossref": f"{settings.CROSSREF_URL}/10.1038/nphys1170",
        "datacite": f"{settings.DATACITE_URL}/10.48550%2Farxiv.1706.03762",
        "wayback": f"{settings.WAYBACK_INDEX_URL}?url=example.com&output=json&limit=1",
        "wikidata": f"{settings.WIKIDATA_URL}?action=wbsearchentities&search=Elbonia&language=en&format=json&maxlag=5",
        "factcheck": f"{settings.FACT_CHECK_URL}/claims:search?query=rate&pageSize=1",
    }
    headers = {"X-Goog-Api-Key": settings.GOOGLE_FACT_CHECK_API_KEY} if service.name == "factcheck" else {}
    fetched = await gateway.fetch(addresses[service.name], work=WORK, accept="application/json", headers=headers)
    said = _("It answers (HTTP %(status)s).") % {"status": fetched.status}
    return ServiceTrial(service, is_ok=fetched.status == 200, said=said)


async def _try_series(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    """The first series of the catalogue that the service publishes."""
    entry = next(entry for entry in all_series().values() if entry.provider == service.name)
    now = timezone.now()
    answer = await gateway.observe(SeriesQuery(entry, now, first_day_of(entry, now)), work=WORK)
    newest = max(answer.observations, key=lambda one: (one.period.last, one.period.day, one.vintage), default=None)
    if newest is None:
        return ServiceTrial(service, is_ok=False, said=_("It has no observation of %(series)s.") % {"series": entry.key})
    said = _("%(series)s: %(value)s for %(period)s.")
    told = {"series": entry.key, "value": f"{newest.value:f}", "period": write_period(newest.period)}
    return ServiceTrial(service, is_ok=True, said=said % told)


async def _try_page(service: OutsideService, read: Callable[..., Awaitable[WebPage]]) -> ServiceTrial:
    url = settings.TRY_PAGE
    page = await read(url, work=WORK)
    return ServiceTrial(service, is_ok=True, said=_("%(url)s was read: %(count)s characters.") % {"url": url, "count": len(page.text)})


async def _try_mail(service: OutsideService) -> ServiceTrial:
    to = list(settings.ALERT_EMAILS) or [settings.DEFAULT_FROM_EMAIL]
    mail = EmailMessage(subject=_("CausalFlow: a test"), body=_("This letter says that letters arrive."), to=to)
    try:
        await sync_to_async(mail.send)()
    except OSError as error:
        said = _("The mail server does not take a letter (%(error)s): see EMAIL_HOST, EMAIL_SECURITY, EMAIL_USER.")
        return ServiceTrial(service, is_ok=False, said=said % {"error": type(error).__name__})
    return ServiceTrial(service, is_ok=True, said=_("A letter went to %(address)s.") % {"address": ", ".join(to)})


async def _try_webhook(service: OutsideService, gateway: Gateway) -> ServiceTrial:
    body = json.dumps({"event": "health.test", "text": _("This message says that messages arrive.")}, ensure_ascii=False).encode()
    sent = {"Content-Type": "application/json; charset=utf-8"}
    url = settings.ALERT_WEBHOOK
    fetched = await gateway.fetch(
        url, work=WORK, kind=CallKind.WEBHOOK, method="POST", headers=sent, content=body, max_bytes=16_384, is_cut=True
    )
    said = _("ALERT_WEBHOOK answers (HTTP %(status)s).") % {"status": fetched.status}
    return ServiceTrial(service, is_ok=200 <= fetched.status < 300, said=said)


def _explain(service: OutsideService, error: ProviderError) -> str:
    """What is wrong and what to do."""
    to_do = {
        Fault.UNAUTHORIZED: _("The key is not accepted. Check it and its region: some keys hold for one address only."),
        Fault.OUT_OF_CREDIT: _("The account has no credit left: top it up, then try again."),
        Fault.NOT_FOUND: _("It no longer has the series that was asked for.")
        if service.kind == "series"
        else _("There is no such model or address: it may have been shut down. Set another in the profile."),
        Fault.RATE_LIMITED: _("It was asked too often: try again later, or set requests a minute."),
        Fault.FORBIDDEN: _("It does not allow this: the plan or the service’s own settings stand before it."),
        Fault.BAD_REQUEST: _("It refused the request as wrong: check the address, the model and the members of every request."),
        Fault.UNREACHABLE: _("It can’t be reached: check the address and this machine’s way out."),
        Fault.UNKNOWN_HOST: _("Its host is unknown: check the address."),
        Fault.TIMEOUT: _("It did not answer in time: try again, or give it more seconds."),
        Fault.BAD_ANSWER: _("It answers something else than expected: is the address that of the API?"),
        Fault.BUDGET_EXHAUSTED: _("This month’s budget is used up, so it was not asked."),
        Fault.QUOTA_EXHAUSTED: _("Today’s quota is used up, so it was not asked."),
    }
    return to_do.get(error.fault) or str(error) or _("It failed.")
