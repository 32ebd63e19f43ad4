"""What roles may do, granted by migrations: each names the permissions that it adds to the groups."""

from collections.abc import Mapping, Sequence

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.models import QuerySet


def grant_permissions(app_label: str, added: Mapping[str, Sequence[str]]) -> RunPython:
    """The operation that adds to each group (role) the permissions with these codenames, and takes them away backwards."""

    def permissions_of(apps: Apps, alias: str, codenames: Sequence[str]) -> QuerySet:
        permissions = apps.get_model("auth", "Permission").objects.using(alias)
        return permissions.filter(content_type__app_label=app_label, codename__in=codenames)

    def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        alias = schema_editor.connection.alias
        # Permissions are made after all migrations; groups need them now.
        config = apps.get_app_config(app_label)
        config.models_module = True
        create_permissions(config, apps=apps, using=alias, verbosity=0)
        config.models_module = None
        groups = apps.get_model("auth", "Group").objects.using(alias)
        for name, codenames in added.items():
            found = list(permissions_of(apps, alias, codenames))
            missing = set(codenames) - {permission.codename for permission in found}
            if missing:
                raise LookupError(f"Unknown permissions for the role {name}: {sorted(missing)}")
            groups.get(name=name).permissions.add(*found)

    def remove(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        alias = schema_editor.connection.alias
        for group in apps.get_model("auth", "Group").objects.using(alias).filter(name__in=added):
            group.permissions.remove(*permissions_of(apps, alias, added[group.name]))

    return RunPython(add, remove)
