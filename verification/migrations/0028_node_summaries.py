"""What lists filter, count and sort nodes by stands beside each node, and is filled here for those that there are."""

from datetime import UTC, datetime

from django.db import migrations, models
from django.db.models import CharField, DateTimeField, Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

BADGES = [
    ("whitelist_direct", "Whitelist direct"),
    ("cross_validated", "Cross-validated"),
    ("unknown", "Not enough evidence"),
    ("needs_human", "Needs a ruling"),
    ("human_ruled", "Ruled by a person"),
    ("failed", "Run failed"),
]
NO_NEWS = Q(status="failed") | Q(status="degraded", reason__in=("provider_failed", "budget_exhausted"))


def fill(apps, schema_editor):
    alias = schema_editor.connection.alias
    nodes, states, runs = (apps.get_model("verification", name).objects.using(alias) for name in ("Node", "NodeState", "VerificationRun"))
    state = states.filter(pk=OuterRef("state"))
    checked_at = Subquery(states.filter(pk=OuterRef(OuterRef("state"))).values("created_at"))
    since = Coalesce(checked_at, Value(datetime(1970, 1, 1, tzinfo=UTC), output_field=DateTimeField()))
    nodes.update(
        badge=Coalesce(Subquery(state.values("badge")), Value(""), output_field=CharField()),
        checked_at=Subquery(state.values("created_at")),
        evidence_at=Subquery(state.values(at=Coalesce("evidence_at", "as_of"))),
        is_conflict=Exists(state.filter(run__reason__in=("values_disagree", "whitelist_contradicted"))),
        last_run_failed=Exists(runs.filter(NO_NEWS, node=OuterRef("pk"), is_replay=False, created_at__gt=since)),
    )


class Migration(migrations.Migration):
    dependencies = [("verification", "0027_kept_answers")]

    operations = [
        migrations.AddField(
            "node",
            "badge",
            models.CharField(blank=True, choices=BADGES, default="", editable=False, max_length=20, verbose_name="badge"),
        ),
        migrations.AddField("node", "checked_at", models.DateTimeField(editable=False, null=True, verbose_name="last run")),
        migrations.AddField("node", "evidence_at", models.DateTimeField(editable=False, null=True, verbose_name="as of")),
        migrations.AddField("node", "is_conflict", models.BooleanField(default=False, editable=False, verbose_name="values disagree")),
        migrations.AddField("node", "last_run_failed", models.BooleanField(default=False, editable=False, verbose_name="last run failed")),
        migrations.AddIndex("node", models.Index(fields=["is_active", "label", "id"], name="node_by_name")),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
