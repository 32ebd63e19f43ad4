"""Answers stay with their calls until the work has ended, for whoever has to go on with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("verification", "0026_site_judgements_by_runs")]

    operations = [
        migrations.AddField(
            "providercall",
            "answer",
            models.JSONField(
                blank=True,
                help_text="Kept until the work has ended, so nothing is asked twice.",
                null=True,
                verbose_name="answer",
            ),
        ),
        migrations.AddField(
            "providercall",
            "fingerprint",
            models.CharField(blank=True, help_text="SHA-256 of what was asked.", max_length=64, verbose_name="fingerprint"),
        ),
        migrations.AddIndex(
            "providercall",
            models.Index(condition=models.Q(("answer__isnull", False)), fields=["created_at"], name="provider_call_kept"),
        ),
    ]
