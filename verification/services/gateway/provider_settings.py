"""How an admin's settings of search providers and limits are saved, and how a provider's rest is ended; each with its audit entry."""

import re
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from verification.core.vocabulary import Purpose
from verification.models import Limit, ProviderHealth, SearchSetting
from verification.providers.registry import LOOKUP_SETTINGS, SEARCH_PROVIDERS
from verification.providers.series.registry import SERIES_PROVIDERS
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused
from verification.services.gateway.allowances import BUDGET, EVENT_TOOLS
from verification.services.gateway.breakers import reset_health

_MODEL = re.compile(r"model:[-a-zA-Z0-9_]{1,40}")

RowT = TypeVar("RowT", SearchSetting, Limit)


def is_money(scope: str) -> bool:
    """Whether a scope counts millionths of a USD a month; the others count calls a day."""
    return scope.split(":")[0] == BUDGET


def check_scope(scope: str) -> None:
    """``Refused`` where nothing is counted under ``scope``."""
    services = (*(f"search:{name}" for name in SEARCH_PROVIDERS), *(f"lookup:{name}" for name in (*LOOKUP_SETTINGS, *SERIES_PROVIDERS)))
    known = {BUDGET, EVENT_TOOLS, *(f"{BUDGET}:{purpose.value}" for purpose in Purpose), *services}
    if scope not in known and not _MODEL.fullmatch(scope):
        said = _("Nothing is counted under “%(scope)s”. Try usd, usd:event, event:tools, search:tavily or model:openai.")
        raise Refused(said % {"scope": scope[:60]})


def save_search_setting(*, setting: SearchSetting, actor: Actor, reason: str = "") -> SearchSetting:
    """Add or change how a search provider is asked; what it failed at before is forgotten, for something was mended."""
    if setting.name not in SEARCH_PROVIDERS:
        names = ", ".join(SEARCH_PROVIDERS)
        raise Refused(_("There is no search provider “%(name)s”; expected one of %(names)s.") % {"name": setting.name[:60], "names": names})
    with transaction.atomic():
        _save(setting, actor, reason, verb="search")
        reset_health(provider=f"search:{setting.name}")
    return setting


def delete_search_setting(*, setting: SearchSetting, actor: Actor, reason: str = "") -> None:
    """Forget how it is asked: without a row a provider that is configured is asked after the others."""
    _delete(setting, actor, reason, verb="search")


def save_limit(*, limit: Limit, actor: Actor, reason: str = "") -> Limit:
    check_scope(limit.scope)
    with transaction.atomic():
        _save(limit, actor, reason, verb="limit")
    return limit


def delete_limit(*, limit: Limit, actor: Actor, reason: str = "") -> None:
    """Then the figure of the environment, or of the provider's own setting, holds again."""
    _delete(limit, actor, reason, verb="limit")


def end_rest(*, health: ProviderHealth, actor: Actor, reason: str = "") -> None:
    """Ask a provider again now, whatever happened before."""
    with transaction.atomic():
        before = {"failures": health.failures, "open_until": health.open_until, "last_fault": health.last_fault}
        reset_health(provider=health.provider)
        record_audit(actor=actor, verb="provider.reset", subject=health, before=before, reason=reason)


def _save(row: RowT, actor: Actor, reason: str, *, verb: str) -> None:
    stored = type(row).objects.select_for_update().filter(pk=row.pk).first() if row.pk else None
    before = snapshot_row(stored) if stored else None
    row.save()
    after = snapshot_row(row)
    if before is None:
        record_audit(actor=actor, verb=f"{verb}.add", subject=row, after=after, reason=reason)
    elif before != after:
        old, new = changed_columns(before, after)
        record_audit(actor=actor, verb=f"{verb}.update", subject=row, before=old, after=new, reason=reason)


def _delete(row: RowT, actor: Actor, reason: str, *, verb: str) -> None:
    with transaction.atomic():
        record_audit(actor=actor, verb=f"{verb}.delete", subject=row, before=snapshot_row(row), reason=reason)
        row.delete()
