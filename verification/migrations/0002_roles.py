"""The roles analyst, reviewer and admin as groups with their permissions."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

READ_BY_ALL = (
    "node",
    "nodelink",
    "nodestate",
    "verificationrun",
    "runstep",
    "source",
    "pagesnapshot",
    "document",
)
READ_BY_REVIEWERS = ("reviewitem", "ruling", "sourcegroup", "whitelistdomain", "listing")
READ_BY_ADMINS = ("auditentry",)

# Asking for a verification adds a run; nobody changes or deletes one.
ANALYST = tuple(f"view_{model}" for model in READ_BY_ALL) + ("add_verificationrun",)
REVIEWER = ANALYST + tuple(f"view_{model}" for model in READ_BY_REVIEWERS)
ADMIN = (
    REVIEWER
    + tuple(f"view_{model}" for model in READ_BY_ADMINS)
    + tuple(
        f"{verb}_{model}"
        for model in ("node", "nodelink", "sourcegroup", "whitelistdomain", "listing")
        for verb in ("add", "change", "delete")
    )
    + ("add_document", "delete_document")
)

ROLES = {"analyst": ANALYST, "reviewer": REVIEWER, "admin": ADMIN}


def create_roles(apps, schema_editor):
    alias = schema_editor.connection.alias
    # Permissions are made after all migrations; groups need them now.
    config = apps.get_app_config("verification")
    config.models_module = True
    create_permissions(config, apps=apps, using=alias, verbosity=0)
    config.models_module = None
    groups = apps.get_model("auth", "Group").objects.using(alias)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for name, codenames in ROLES.items():
        found = list(permissions.filter(content_type__app_label="verification", codename__in=codenames))
        missing = set(codenames) - {permission.codename for permission in found}
        if missing:
            raise LookupError(f"Unknown permissions for the role {name}: {sorted(missing)}")
        groups.get_or_create(name=name)[0].permissions.set(found)


def delete_roles(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name__in=ROLES).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("verification", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(create_roles, delete_roles)]
