"""Admins see the names that were found for nodes; they decide on them as they change nodes."""

from django.db import migrations

from causalflow.role_grants import grant_permissions


class Migration(migrations.Migration):
    dependencies = [("verification", "0088_other_names")]

    operations = [grant_permissions("verification", {"admin": ("view_nodename",)})]
