"""Proposals for the whitelist that the findings make, without a proposer."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("verification", "0030_watch_webhooks"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField("whitelistproposal", "evidence", models.JSONField(blank=True, null=True, verbose_name="findings")),
        migrations.AlterField(
            "whitelistproposal",
            "proposed_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="proposed by",
            ),
        ),
        migrations.AddConstraint(
            "whitelistproposal",
            models.CheckConstraint(
                condition=Q(("evidence__isnull", True), ("proposed_by__isnull", False))
                | Q(("evidence__isnull", False), ("proposed_by__isnull", True)),
                name="proposal_by_a_person_or_findings",
            ),
        ),
        migrations.AlterField(
            "chore",
            "name",
            models.CharField(
                choices=[
                    ("purge", "old evidence and results deleted"),
                    ("expired", "kept searches and remembered answers deleted"),
                    ("reservations", "unsettled reservations released"),
                    ("health", "health checked, alerts sent"),
                    ("suggestions", "whitelist changes suggested from the findings"),
                ],
                max_length=20,
                unique=True,
                verbose_name="name",
            ),
        ),
    ]
