"""When a vendor shuts a model down, by its list of models (``shutdown_date``): asked once a day, and whenever somebody tries."""

from datetime import date

from asgiref.sync import async_to_sync, sync_to_async

from verification.core.vocabulary import Purpose
from verification.models import ModelProfile
from verification.providers.api_client import ApiRequest
from verification.providers.base import ProviderError
from verification.providers.language_models.chat import ChatProfile
from verification.services.gateway.breakers import reset_health
from verification.services.gateway.gateway import Gateway, Work, open_gateway
from verification.services.gateway.model_profiles import list_usable_profiles
from verification.services.gateway.provider_order import lookup_scope

WORK = Work(Purpose.REVIEW, subject="services:models")


def look_for_ends() -> int:
    """Ask the vendor of each model with a key; how many say a day. A local model has no vendor to ask."""
    profiles = [own for own in list_usable_profiles() if own.key]
    return async_to_sync(_look)(profiles) if profiles else 0


async def _look(profiles: list[ChatProfile]) -> int:
    async with open_gateway() as gateway:
        return sum([await find_end(own, gateway=gateway) is not None for own in profiles])


async def find_end(profile: ChatProfile, *, gateway: Gateway) -> date | None:
    """The day on which the vendor's list says that this model is shut down, kept with the profile; None where it does not say."""
    request = ApiRequest(
        profile.name,
        f"{profile.base_url.rstrip('/')}/models",
        key_header="Authorization" if profile.key else "",
        key=f"Bearer {profile.key}" if profile.key else "",
    )
    name = f"models-{profile.name}"
    try:
        listed = (await gateway.look_up(request, name=name, query="models", work=WORK)).get("data")
    except ProviderError:
        # Not every endpoint lists its models, and that is no illness.
        await sync_to_async(reset_health)(provider=lookup_scope(name))
        return None
    for one in listed if isinstance(listed, list) else []:
        if isinstance(one, dict) and one.get("id") == profile.model and one.get("shutdown_date"):
            return await sync_to_async(_keep_end)(profile.name, str(one["shutdown_date"])[:10])
    return None


def _keep_end(name: str, day: str) -> date | None:
    try:
        retires_on = date.fromisoformat(day)
    except ValueError:
        return None
    ModelProfile.objects.filter(name=name).update(retires_on=retires_on)
    return retires_on
