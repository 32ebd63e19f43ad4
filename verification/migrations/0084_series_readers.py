"""Admins see what publishers of series said."""

from django.db import migrations

from causalflow.role_grants import grant_permissions


class Migration(migrations.Migration):
    dependencies = [("verification", "0083_official_series")]

    operations = [grant_permissions("verification", {"admin": ("view_seriesobservation",)})]
