"""Admins see what a running day has taken so far, added up."""

from django.db import migrations

from causalflow.role_grants import grant_permissions


class Migration(migrations.Migration):
    dependencies = [("verification", "0100_usage_so_far")]

    operations = [grant_permissions("verification", {"admin": ("view_usagesofar",)})]
