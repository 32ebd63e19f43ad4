"""Fewer indices of sources and steps: of a run's rows the unique one is enough, and of a site only pages with an accepted value are asked for.

The dropped ones are named in SQL: as a changed field they would make SQLite write both tables anew, without their triggers.
"""

import django.db.models.deletion
from django.db import migrations, models

INDICES = {
    "runstep": ("steps", "verification_runstep_run_id_29eb8826"),
    "source": ("sources", "verification_source_run_id_6a7787d8"),
}


def _without_index(model):
    related_name, index = INDICES[model]
    return migrations.SeparateDatabaseAndState(
        database_operations=[
            migrations.RunSQL(f"DROP INDEX IF EXISTS {index}", f"CREATE INDEX {index} ON verification_{model} (run_id)")
        ],
        state_operations=[
            migrations.AlterField(
                model_name=model,
                name="run",
                field=models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name=related_name,
                    to="verification.verificationrun",
                    verbose_name="run",
                ),
            )
        ],
    )


class Migration(migrations.Migration):
    dependencies = [("verification", "0090_runs_by_moment")]

    operations = [
        migrations.RemoveIndex(model_name="source", name="source_domain"),
        migrations.AddIndex(
            model_name="source",
            index=models.Index(condition=models.Q(("is_accepted", True)), fields=["domain", "-id"], name="source_accepted_domain"),
        ),
        _without_index("source"),
        _without_index("runstep"),
    ]
