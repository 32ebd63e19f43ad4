"""The lists of events as shipped (seed 003); everybody works with events, admins edit the lists."""

import json
from pathlib import Path

from django.db import migrations

from causalflow.role_grants import grant_permissions

SHIPPED = Path(__file__).resolve().parent.parent / "data" / "event_lists.json"
WORK = ("view_event", "add_event", "change_event", "view_eventstep", "view_eventrule", "view_evententity")
SET = tuple(f"{verb}_{model}" for model in ("eventrule", "evententity") for verb in ("add", "change", "delete"))
ADDED = {"analyst": WORK, "reviewer": WORK, "admin": (*WORK, *SET)}


def load_shipped(apps, schema_editor):
    alias = schema_editor.connection.alias
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    rules = apps.get_model("verification", "EventRule").objects.using(alias)
    entities = apps.get_model("verification", "EventEntity").objects.using(alias)
    for entry in shipped["types"]:
        rules.create(**entry)
    for entry in shipped["entities"]:
        entities.create(**entry)


def delete_shipped(apps, schema_editor):
    alias = schema_editor.connection.alias
    for name in ("EventRule", "EventEntity"):
        apps.get_model("verification", name).objects.using(alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("verification", "0021_events")]

    operations = [migrations.RunPython(load_shipped, delete_shipped), grant_permissions("verification", ADDED)]
