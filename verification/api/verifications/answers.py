"""What the API answers about verifications and their webhooks; what they are built from stands in ``verification.reads``."""

from typing import Annotated

from pydantic import Field

from verification.models import UserProfile
from verification.notice_kinds import Notice
from verification.reads.answers import Answer
from verification.reads.verifications.verifications import VerificationRow as VerificationRow
from verification.reads.verifications.verifications import VotingResult as VotingResult
from verification.reads.verifications.webhooks import Delivery as Delivery
from verification.reads.verifications.webhooks import WebhookSecretAnswer as WebhookSecretAnswer


class VerificationPage(Answer):
    items: list[VerificationRow]
    next: Annotated[str | None, Field(description="`cursor` of the next page; null on the last.")]


class DeliveryPage(Answer):
    items: list[Delivery]
    next: Annotated[str | None, Field(description="`cursor` of the next page; null on the last.")]


class WebhookSettingsAnswer(Answer):
    watch_url: Annotated[str, Field(description="Empty: nowhere.")]
    told_of: list[Notice]

    @classmethod
    def of(cls, profile: UserProfile) -> "WebhookSettingsAnswer":
        return cls(watch_url=profile.watch_url, told_of=[Notice(word) for word in profile.told_of.split()])
