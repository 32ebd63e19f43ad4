"""Reports that are checked again by the clock. Whoever sees reports sees when; reviewers and admins everybody's, as of the reports."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from causalflow.role_grants import grant_permissions

SEEN = ("view_recheckschedule", "view_scheduledcheck")


class Migration(migrations.Migration):
    dependencies = [
        ("attribution", "0006_model_word"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RecheckSchedule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "rhythm",
                    models.CharField(
                        choices=[("daily", "daily"), ("weekly", "weekly"), ("monthly", "monthly")], max_length=10, verbose_name="rhythm"
                    ),
                ),
                ("next_at", models.DateTimeField(blank=True, null=True, verbose_name="next time")),
                ("failures", models.PositiveSmallIntegerField(default=0, verbose_name="failures in a row")),
                (
                    "chosen_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="chosen by",
                    ),
                ),
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="schedule",
                        to="attribution.citationreport",
                        verbose_name="report",
                    ),
                ),
            ],
            options={
                "verbose_name": "schedule of a report",
                "verbose_name_plural": "schedules of reports",
                "ordering": ("-id",),
                "indexes": [models.Index(condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="recheck_due")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("rhythm__in", ["daily", "weekly", "monthly"])), name="recheck_rhythm_known")
                ],
            },
        ),
        migrations.CreateModel(
            name="ScheduledCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("baseline", models.PositiveBigIntegerField(verbose_name="compared with verdicts up to")),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("open", "under way"),
                            ("same", "nothing changed"),
                            ("changed", "verdicts changed"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("changes", models.JSONField(default=list, verbose_name="changes")),
                ("asked_at", models.DateTimeField(verbose_name="asked")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scheduled_checks",
                        to="attribution.citationreport",
                        verbose_name="report",
                    ),
                ),
            ],
            options={
                "verbose_name": "scheduled check",
                "verbose_name_plural": "scheduled checks",
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("outcome", "open")), fields=("report",), name="scheduled_check_one_open"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("outcome", "open")),
                            models.Q(models.Q(("outcome", "open"), _negated=True), ("ended_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="scheduled_check_ended_iff_not_open",
                    ),
                ],
            },
        ),
        grant_permissions("attribution", dict.fromkeys(("analyst", "reviewer", "admin"), SEEN)),
    ]
