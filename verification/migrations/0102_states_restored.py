"""A ruling that takes another one back names the state that holds again."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

append_only = import_module("verification.migrations.0005_append_only")
CONFLICT_REASONS = ("values_disagree", "whitelist_contradicted")


def name_restored(apps, schema_editor):
    """Those that were taken back so far, oldest first: one may restore what another one restored."""
    State, Node = apps.get_model("verification", "NodeState"), apps.get_model("verification", "Node")
    for state in State.objects.filter(ruling__undoes__isnull=False, restores=None).select_related("ruling").order_by("pk"):
        undone = State.objects.filter(ruling=state.ruling.undoes_id).first()
        before = State.objects.filter(node=state.node_id, pk__lt=undone.pk).order_by("-pk").first() if undone else None
        if before is None:
            continue
        basis = before.restores or before
        State.objects.filter(pk=state.pk).update(restores=basis)
        ruling, run = basis.kept_ruling or basis.ruling, basis.run
        is_conflict = run is not None and basis.kept_ruling is None and run.reason in CONFLICT_REASONS
        Node.objects.filter(state=state.pk).update(expires_at=ruling.expires_at if ruling else None, is_conflict=is_conflict)



class Migration(migrations.Migration):
    dependencies = [("verification", "0101_usage_so_far_readers")]

    operations = [
        # Taking it back, SQLite makes the table anew, and its triggers with it.
        migrations.RunPython(append_only.drop_triggers, append_only.create_triggers),
        migrations.AddField(
            model_name="nodestate",
            name="restores",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="restored_by",
                to="verification.nodestate",
                verbose_name="state restored",
            ),
        ),
        migrations.RunPython(name_restored, migrations.RunPython.noop),
        migrations.RunPython(append_only.create_triggers, append_only.drop_triggers),
    ]
