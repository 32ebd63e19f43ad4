"""Later runs judge sites as well as rulings do."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

RUN = {"blank": True, "null": True, "on_delete": django.db.models.deletion.CASCADE, "related_name": "site_judgements"}


class Migration(migrations.Migration):
    dependencies = [("verification", "0025_voters")]

    operations = [
        migrations.AddField(
            "sitejudgement",
            "node",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="verification.node",
                verbose_name="node",
            ),
        ),
        migrations.AddField("sitejudgement", "run", models.ForeignKey(to="verification.verificationrun", verbose_name="later run", **RUN)),
        migrations.AddField("sitejudgement", "value", models.CharField(blank=True, max_length=200, verbose_name="value")),
        migrations.AlterField("sitejudgement", "ruling", models.ForeignKey(to="verification.ruling", verbose_name="ruling", **RUN)),
        migrations.AddConstraint(
            "sitejudgement", models.UniqueConstraint(fields=("node", "domain", "value"), name="site_judgement_once_per_value")
        ),
        migrations.AddConstraint(
            "sitejudgement",
            models.CheckConstraint(
                condition=Q(("node__isnull", True), ("ruling__isnull", False), ("run__isnull", True))
                | Q(("node__isnull", False), ("ruling__isnull", True), ("run__isnull", False)),
                name="site_judgement_by_ruling_or_run",
            ),
        ),
    ]
