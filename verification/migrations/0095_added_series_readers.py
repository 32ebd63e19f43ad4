"""Admins see which series people added to the catalogue."""

from django.db import migrations

from causalflow.role_grants import grant_permissions


class Migration(migrations.Migration):
    dependencies = [("verification", "0094_added_series")]

    operations = [grant_permissions("verification", {"admin": ("view_addedseries",)})]
