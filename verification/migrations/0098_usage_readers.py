"""Admins see the usage of past days, added up."""

from django.db import migrations

from causalflow.role_grants import grant_permissions


class Migration(migrations.Migration):
    dependencies = [("verification", "0097_days_of_usage")]

    operations = [grant_permissions("verification", {"admin": ("view_usageday", "view_usageslice")})]
