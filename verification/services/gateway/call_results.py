"""What a call took, and what the ledger keeps of its bodies."""

import json

from verification.core.operations.budget import most_tokens, price_requests, round_usd
from verification.core.vocabulary import Fault
from verification.providers.base import CallUsage, ChatReply, ChatRequest, ProviderError, SearchAnswer, SearchQuery, WebPage
from verification.providers.door.web import Fetched
from verification.providers.language_models.chat import MORE_ROOM, ChatProfile
from verification.services.gateway.allowances import EVENT_TOOLS
from verification.services.gateway.ledger import Result
from verification.services.gateway.provider_order import SearchTerms, model_scope

# Failures after which the other side may still have done, and billed, its work.
MAYBE_BILLED = frozenset({Fault.TIMEOUT, Fault.BAD_ANSWER, Fault.TOO_LARGE})


def search_result(terms: SearchTerms, answer: SearchAnswer) -> Result:
    return Result(
        usage=CallUsage(units=answer.calls),
        cost_usd=price_requests(answer.calls, terms.request_usd),
        spent=_spent(terms, answer.calls),
        response=_json([{"url": found.page.url, "title": found.page.title, "rank": found.rank} for found in answer.results]),
    )


def lost_search(terms: SearchTerms, units: int, error: ProviderError) -> Result:
    """Requests that failed were made: they count for quotas, and for money where the service may have billed them."""
    is_billed = error.fault in MAYBE_BILLED
    return Result(
        usage=CallUsage(units=units),
        cost_usd=price_requests(units if is_billed else 0, terms.request_usd),
        spent=_spent(terms, units),
    )


def page_result(page: WebPage) -> Result:
    said = {"status": page.status, "final_url": page.final_url, "hops": list(page.hops), "characters": len(page.text)}
    return Result(usage=CallUsage(units=0 if page.is_cached else 1), response=_json(said), is_cached=page.is_cached)


def fetched_result(fetched: Fetched) -> Result:
    said = {
        "status": fetched.status,
        "final_url": fetched.final_url,
        "hops": list(fetched.hops),
        "media_type": fetched.media_type[:100],
        "bytes": len(fetched.body),
    }
    return Result(usage=CallUsage(units=1), response=_json(said))


def model_result(profile: ChatProfile, reply: ChatReply, most: CallUsage) -> Result:
    """By the endpoint's own count of tokens; by the most they can have been where it counts none."""
    usage = reply.usage if reply.usage.input_tokens or reply.usage.output_tokens else most
    said = {"text": reply.text, "is_whole": reply.is_whole, "tool_calls": [[call.name, call.arguments] for call in reply.tool_calls]}
    return Result(usage=usage, cost_usd=round_usd(profile.cost_usd(usage)), spent={model_scope(profile.name): 1}, response=_json(said))


def most_usage(profile: ChatProfile, request: ChatRequest) -> CallUsage:
    """What a question takes at most, asked once."""
    output = request.max_output_tokens + profile.thinking_tokens
    return CallUsage(input_tokens=most_tokens(request.system + request.user), output_tokens=output)


def with_more_room(most: CallUsage) -> CallUsage:
    """What a question takes at most where its limit is used up by thinking and it is asked once more."""
    return CallUsage(input_tokens=2 * most.input_tokens, output_tokens=(1 + MORE_ROOM) * most.output_tokens)


def lost_model(profile: ChatProfile, error: ProviderError, most: CallUsage) -> Result:
    usage = CallUsage(input_tokens=most.input_tokens) if error.fault in MAYBE_BILLED else CallUsage()
    return Result(usage=usage, cost_usd=round_usd(profile.cost_usd(usage)), spent={model_scope(profile.name): 1})


def write_query(query: SearchQuery) -> str:
    return _json(
        {
            "phrasings": list(query.phrasings),
            "as_of": query.as_of.isoformat(),
            "limit": query.limit,
            "fresh_days": query.fresh_days,
            "suffixes": list(query.suffixes),
        }
    )


def write_request(request: ChatRequest) -> str:
    return _json(
        {
            "system": request.system,
            "user": request.user,
            "temperature": request.temperature,
            "max_output_tokens": request.max_output_tokens,
            "tools": [tool.name for tool in request.tools],
        }
    )


def _spent(terms: SearchTerms, units: int) -> dict[str, int]:
    return {EVENT_TOOLS: 1, terms.scope: units}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
