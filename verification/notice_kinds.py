"""What programs wait for, and what they can be told of."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AwaitedKind(models.TextChoices):
    """Work whose end a program waits for."""

    RUN = "run", _("verification run")
    BATCH = "batch", _("batch")
    REPORT = "report", _("citation report")
    ATTRIBUTION = "attribution", _("attribution")
    EVENT = "event", _("event")
    EVENT_BATCH = "event_batch", _("event batch")


class Notice(models.TextChoices):
    """What a program can be told of."""

    NODE_CHANGED = "node.changed", _("A node that you watch has another verdict")
    RUN_ENDED = "run.ended", _("A verification of a node that you asked for has ended")
    BATCH_ENDED = "batch.ended", _("A batch that you asked for has ended")
    VERIFICATION_DECIDED = "verification.decided", _("A verification that you asked for is decided")
    REPORT_ENDED = "report.ended", _("Your citation report is checked")
    REPORT_RECHECKED = "report.rechecked", _("Your citation report was checked again as scheduled")
    ATTRIBUTION_ENDED = "attribution.ended", _("Your attribution is worked out")
    EVENT_ENDED = "event.ended", _("Your event is analysed")
    EVENT_BATCH_ENDED = "event_batch.ended", _("An event batch that you asked for has ended")
    REVIEW_OPENED = "review.opened", _("Something waits for a person’s ruling")
    REVIEW_DECIDED = "review.decided", _("A person ruled, or took a ruling back")
