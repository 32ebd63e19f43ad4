"""What the machine held to be right stands beside each ruling."""

import django.db.models.deletion
from django.db import migrations, models

from causalflow.role_grants import grant_permissions

SEE = ("view_comparison",)


class Migration(migrations.Migration):
    dependencies = [("verification", "0031_proposals_of_findings")]

    operations = [
        migrations.CreateModel(
            name="Comparison",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "mode",
                    models.CharField(
                        blank=True,
                        choices=[("single", "single"), ("voting", "voting"), ("adversarial", "adversarial")],
                        max_length=12,
                        verbose_name="mode",
                    ),
                ),
                ("value", models.CharField(max_length=200, verbose_name="value")),
                ("domains", models.JSONField(default=list, verbose_name="domains")),
                ("is_agreed", models.BooleanField(verbose_name="the person agreed")),
                (
                    "ruling",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comparison",
                        to="verification.ruling",
                        verbose_name="ruling",
                    ),
                ),
            ],
            options={"verbose_name": "machine and person", "verbose_name_plural": "machine and person", "ordering": ("-id",)},
        ),
        grant_permissions("verification", {"analyst": SEE, "reviewer": SEE, "admin": SEE}),
    ]
