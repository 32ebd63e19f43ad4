"""The language models of the deployment: their profiles, which of them can be asked now, and how an admin's edits are saved.

A key is read from the environment when it is used. It is never stored and never shown; no key of another service can be named.
"""

import ipaddress
import json
import re
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from causalflow import env
from verification.models import ModelProfile
from verification.models.provider import KEY_VARIABLE, check_extra_body
from verification.providers.language_models.chat import ChatProfile
from verification.providers.language_models.vendor_ways import way_of
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused
from verification.services.gateway.breakers import reset_health

RULES, LLM = "rules", "llm"
LOCAL_NAMES = ("localhost",)
PLAYED = ("played-1", "played-2", "played-3")


def list_usable_profiles() -> tuple[ChatProfile, ...]:
    """The models that can be asked, the first choice first: active, and the variable of their key has a value. The one for embeddings
    can't answer.

    A demo among played services asks the played models alone.
    """
    if settings.DEMO and settings.DEMO_MODEL:
        return tuple(ChatProfile(name=name, base_url=settings.DEMO_MODEL, model=name) for name in PLAYED)
    rows = ModelProfile.objects.filter(is_active=True).exclude(name=settings.EMBEDDINGS_PROFILE).order_by("position", "name")
    return tuple(_as_chat(row) for row in rows if is_usable(profile=row))


def find_embedder() -> ChatProfile | None:
    """The model that gives vectors of texts; None where none is named, or it can't be asked."""
    if not settings.EMBEDDINGS_PROFILE or (settings.DEMO and settings.DEMO_MODEL):
        return None
    row = ModelProfile.objects.filter(name=settings.EMBEDDINGS_PROFILE).first()
    return _as_chat(row) if row is not None and is_usable(profile=row) else None


def is_usable(*, profile: ModelProfile) -> bool:
    """Whether a profile could be asked: its key is there, and nothing is wrong with it."""
    return profile.is_active and is_key_present(profile=profile) and not find_problem(profile=profile)


def find_problem(*, profile: ModelProfile) -> str:
    """What is wrong with a profile as it is stored, whoever stored it; "" for nothing."""
    problem = _address_problem(profile.base_url, profile.key_variable)
    if problem or profile.extra_body is None:
        return problem
    try:
        check_extra_body(profile.extra_body)
    except ValidationError as error:
        return _("Members of every request: %(problem)s") % {"problem": " ".join(error.messages)}
    return ""


def is_key_present(*, profile: ModelProfile) -> bool:
    """Whether the variable that a profile names has a value; True where its endpoint takes no key."""
    return not profile.key_variable or bool(_key(profile.key_variable))


def default_extractor() -> str:
    """Who proposes where nobody says: as ``EXTRACTOR`` is set, else a model where one can be asked."""
    if settings.EXTRACTOR:
        return str(settings.EXTRACTOR)
    return LLM if list_usable_profiles() else RULES


def check_profile(*, base_url: str, key_variable: str) -> None:
    """``Refused`` where a key would be sent in the clear over a network, or where the variable holds the key of something else."""
    if key_variable and not _is_own_key(key_variable):
        raise Refused(_("%(name)s is not the key of a model; expected something like OPENAI_API_KEY.") % {"name": key_variable[:60]})
    problem = _address_problem(base_url, key_variable)
    if problem:
        raise Refused(problem)


def save_profile(*, profile: ModelProfile, actor: Actor, reason: str = "") -> ModelProfile:
    """Add or change a profile, with its audit entry; what it failed at before is forgotten. ``Refused`` as ``check_profile`` says."""
    check_profile(base_url=profile.base_url, key_variable=profile.key_variable)
    with transaction.atomic():
        stored = ModelProfile.objects.select_for_update().filter(pk=profile.pk).first() if profile.pk else None
        before = snapshot_row(stored) if stored else None
        profile.save()
        reset_health(provider=f"model:{profile.name}")
        after = snapshot_row(profile)
        if before is None:
            record_audit(actor=actor, verb="model.add", subject=profile, after=after, reason=reason)
        elif before != after:
            old, new = changed_columns(before, after)
            record_audit(actor=actor, verb="model.update", subject=profile, before=old, after=new, reason=reason)
    return profile


def delete_profile(*, profile: ModelProfile, actor: Actor, reason: str = "") -> None:
    """Forget a profile; what its model was asked stays in the ledger under its name."""
    with transaction.atomic():
        before = snapshot_row(profile)
        record_audit(actor=actor, verb="model.delete", subject=profile, before=before, reason=reason)
        profile.delete()


def _as_chat(row: ModelProfile) -> ChatProfile:
    """A row as it is asked; what it leaves open is taken from what is known of its vendor."""
    way = way_of(row.base_url, row.model)
    body = way.body if row.extra_body is None else row.extra_body
    return ChatProfile(
        name=row.name,
        base_url=row.base_url,
        model=row.model,
        key=_key(row.key_variable) if row.key_variable else "",
        timeout_s=float(row.timeout_s),
        concurrency=row.concurrency,
        input_usd_per_million=row.input_usd_per_million,
        output_usd_per_million=row.output_usd_per_million,
        extra_body=json.dumps(body) if body else "",
        limit_name=row.limit_name or way.limit,
        has_temperature=row.has_temperature,
        json_form=row.json_form or way.json_form,
        thinking_tokens=row.thinking_tokens,
    )


def _key(name: str) -> str:
    """The key in the environment (or in the file that ``NAME_FILE`` names), kept out of the log; "" for none."""
    key = env.env_secret(name) if _is_own_key(name) else ""
    return key if key.isascii() and key.isprintable() else ""


def _is_own_key(name: str) -> bool:
    """Whether a variable may hold the key of a model: one of another service is never sent to an address of a profile."""
    # What the settings read by its name is a service's; the keys of models are read here alone.
    return re.fullmatch(KEY_VARIABLE, name) is not None and not hasattr(settings, name)


def _address_problem(base_url: str, key_variable: str) -> str:
    """Why a key can't be sent to an address; "" where it can. In the clear it goes to this machine alone."""
    try:
        parts = urlsplit(base_url)
        host = parts.hostname or ""
    except ValueError:
        return _("This is no address.")
    if parts.username is not None or parts.password is not None:
        return _("The address holds a name or a password; a key belongs into an environment variable.")
    if "api-version" in parts.query:
        return _("This is Azure's older form; expected the address that ends with /openai/v1/, without ?api-version=.")
    if parts.query or parts.fragment:
        return _("The address ends with its path; expected nothing behind ? or #.")
    if key_variable and parts.scheme != "https" and not _is_this_machine(host):
        return _("A key is sent over https only; expected an address that begins with https://.")
    return ""


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() in LOCAL_NAMES
