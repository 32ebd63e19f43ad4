"""Which mode a verification needs: ordered rules over facts, the strictest that fires wins (seed 001, trigger conditions)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from verification.core.evidence import Why
from verification.core.vocabulary import RiskLevel, TriggerKind, VerificationMode

STRICTNESS = {VerificationMode.SINGLE: 0, VerificationMode.VOTING: 1, VerificationMode.ADVERSARIAL: 2}
DOLLAR = "USD"


class TriggerCode(StrEnum):
    """Why a rule fired; ``verification.reads.words.explanations`` writes it out."""

    RISK = "trigger_risk"
    ACTION = "trigger_action"
    AMOUNT = "trigger_amount"
    AMOUNT_UNKNOWN_RATE = "trigger_amount_unknown_rate"
    SUCCESS_RATE = "trigger_success_rate"
    NO_PROFILE = "trigger_no_profile"
    RETRIES = "trigger_retries"


@dataclass(frozen=True, slots=True)
class TriggerRule:
    """One rule. ``words``: the risk levels or action types it fires on; ``limit``: the amount in USD, the rate from 0 to 1, or the count.

    ``min_tries``: how many tries a domain needs before its rate says anything.
    """

    name: str
    kind: TriggerKind
    mode: VerificationMode
    words: tuple[str, ...] = ()
    limit: Decimal = Decimal(0)
    min_tries: int = 0


@dataclass(frozen=True, slots=True)
class TriggerFacts:
    """What is known of the step or value. ``amount_usd`` wins over ``amount``; without ``domain`` nothing is said of its history."""

    risk_level: RiskLevel = RiskLevel.LOW
    action_type: str = ""
    amount: Decimal | None = None
    currency: str = ""
    amount_usd: Decimal | None = None
    domain: str = ""
    has_profile: bool = False
    tries: int = 0
    successes: int = 0
    retry_count: int = 0


@dataclass(frozen=True, slots=True)
class Site:
    """A site that carries a value, with its record."""

    domain: str
    tries: int = 0
    successes: int = 0


@dataclass(frozen=True, slots=True)
class Firing:
    rule: str
    mode: VerificationMode
    why: Why


# Seed 001's table with its values; an installation edits them as data.
DEFAULT_RULES = (
    TriggerRule("risk_high", TriggerKind.RISK_LEVEL, VerificationMode.VOTING, words=("high",)),
    TriggerRule("risk_critical", TriggerKind.RISK_LEVEL, VerificationMode.ADVERSARIAL, words=("critical",)),
    TriggerRule("money_moves", TriggerKind.ACTION_TYPE, VerificationMode.ADVERSARIAL, words=("purchase", "transfer", "payment")),
    TriggerRule("destructive", TriggerKind.ACTION_TYPE, VerificationMode.VOTING, words=("delete", "cancel", "revoke")),
    TriggerRule("large_amount", TriggerKind.AMOUNT, VerificationMode.ADVERSARIAL, limit=Decimal(1000)),
    TriggerRule("poor_record", TriggerKind.SUCCESS_RATE, VerificationMode.VOTING, limit=Decimal("0.7"), min_tries=5),
    TriggerRule("first_visit", TriggerKind.NO_PROFILE, VerificationMode.VOTING),
    TriggerRule("retried", TriggerKind.RETRY_COUNT, VerificationMode.VOTING, limit=Decimal(2)),
)


def fire(rules: Iterable[TriggerRule], facts: TriggerFacts) -> tuple[Firing, ...]:
    """Every rule that fires, in the order of the rules."""
    fired = ((rule, _why(rule, facts)) for rule in rules)
    return tuple(Firing(rule=rule.name, mode=rule.mode, why=why) for rule, why in fired if why is not None)


def fire_for_sites(rules: Iterable[TriggerRule], facts: TriggerFacts, sites: Sequence[Site], *, needed: int) -> tuple[Firing, ...]:
    """As ``fire``, for a value that several sites carry.

    A rule on a site's record fires where, without the sites that it speaks of, fewer than ``needed`` would be left; its reason is that of
    the first of them. Rules on unknown sites are for those who act on a site: what a search finds is new more often than not.
    """
    fired: list[Firing] = []
    for rule in rules:
        if rule.kind == TriggerKind.NO_PROFILE:
            continue
        if rule.kind != TriggerKind.SUCCESS_RATE:
            fired += fire((rule,), facts)
            continue
        whys = [why for site in sites if (why := _why_record(rule, _at(facts, site))) is not None]
        if whys and len(sites) - len(whys) < needed:
            fired.append(Firing(rule=rule.name, mode=rule.mode, why=whys[0]))
    return tuple(fired)


def _at(facts: TriggerFacts, site: Site) -> TriggerFacts:
    return replace(facts, domain=site.domain, has_profile=True, tries=site.tries, successes=site.successes)


def strictest_mode(firings: Sequence[Firing], *, asked: VerificationMode | None = None) -> VerificationMode:
    """The strictest mode that fired. A mode asked for may be stricter than the rules, never laxer."""
    modes = [firing.mode for firing in firings] + ([asked] if asked else [])
    return max(modes, key=STRICTNESS.__getitem__, default=VerificationMode.SINGLE)


def _why(rule: TriggerRule, facts: TriggerFacts) -> Why | None:
    if rule.kind == TriggerKind.RISK_LEVEL:
        return Why(TriggerCode.RISK, {"risk": facts.risk_level.value}) if facts.risk_level.value in rule.words else None
    if rule.kind == TriggerKind.ACTION_TYPE:
        action = facts.action_type.strip().lower()
        return Why(TriggerCode.ACTION, {"action": action}) if action in rule.words else None
    if rule.kind == TriggerKind.AMOUNT:
        return _why_amount(rule, facts)
    if rule.kind == TriggerKind.RETRY_COUNT:
        return Why(TriggerCode.RETRIES, {"count": facts.retry_count}) if facts.retry_count >= rule.limit else None
    return _why_record(rule, facts)


def _why_amount(rule: TriggerRule, facts: TriggerFacts) -> Why | None:
    """An amount in another currency whose worth in USD is not given counts as above: a rate of our own would be a guess."""
    is_dollar = facts.currency.strip().upper() in ("", DOLLAR)
    worth = facts.amount_usd if facts.amount_usd is not None else facts.amount if is_dollar else None
    if worth is not None:
        # A negative amount is a refund: as much money moves.
        is_above = worth.is_nan() or abs(worth) >= rule.limit
        return Why(TriggerCode.AMOUNT, {"amount": _plain(worth), "limit": _plain(rule.limit)}) if is_above else None
    if facts.amount is None:
        return None
    return Why(TriggerCode.AMOUNT_UNKNOWN_RATE, {"amount": _plain(facts.amount), "currency": facts.currency.strip().upper()})


def _why_record(rule: TriggerRule, facts: TriggerFacts) -> Why | None:
    if not facts.domain:
        return None
    if rule.kind == TriggerKind.NO_PROFILE:
        return None if facts.has_profile else Why(TriggerCode.NO_PROFILE, {"domain": facts.domain})
    if facts.tries < max(rule.min_tries, 1) or Decimal(facts.successes) / facts.tries >= rule.limit:
        return None
    return Why(TriggerCode.SUCCESS_RATE, {"domain": facts.domain, "successes": facts.successes, "tries": facts.tries})


def _plain(amount: Decimal) -> str:
    """Without exponent and needless zeros."""
    return f"{amount.normalize():f}"
