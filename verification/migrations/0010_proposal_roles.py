"""Reviewers propose changes of the whitelist, admins decide."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

PROPOSE = ("add_whitelistproposal", "view_whitelistproposal")
ADDED = {"reviewer": PROPOSE, "admin": (*PROPOSE, "change_whitelistproposal")}


def _permissions(apps, alias, codenames):
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    return permissions.filter(content_type__app_label="verification", codename__in=codenames)


def add_permissions(apps, schema_editor):
    alias = schema_editor.connection.alias
    # Permissions are made after all migrations; groups need them now.
    config = apps.get_app_config("verification")
    config.models_module = True
    create_permissions(config, apps=apps, using=alias, verbosity=0)
    config.models_module = None
    groups = apps.get_model("auth", "Group").objects.using(alias)
    for name, codenames in ADDED.items():
        found = list(_permissions(apps, alias, codenames))
        missing = set(codenames) - {permission.codename for permission in found}
        if missing:
            raise LookupError(f"Unknown permissions for the role {name}: {sorted(missing)}")
        groups.get(name=name).permissions.add(*found)


def remove_permissions(apps, schema_editor):
    alias = schema_editor.connection.alias
    for group in apps.get_model("auth", "Group").objects.using(alias).filter(name__in=ADDED):
        group.permissions.remove(*_permissions(apps, alias, ADDED[group.name]))


class Migration(migrations.Migration):
    dependencies = [("verification", "0009_whitelist_proposals")]

    operations = [migrations.RunPython(add_permissions, remove_permissions)]
