"""Reviewers and admins rule."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

# Whoever may add a ruling may rule, claim and reopen.
ADDED = {"reviewer": ("add_ruling",), "admin": ("add_ruling",)}


class Migration(migrations.Migration):
    dependencies = [("verification", "0014_desk")]

    operations = [grant_permissions("verification", ADDED)]
