"""Everybody sees what was spent; admins see the calls, and set providers and limits."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

SEE = ("view_allowance",)
SET = tuple(f"{verb}_{model}" for model in ("searchsetting", "limit") for verb in ("view", "add", "change", "delete"))
WATCH = ("view_providercall", "view_reservation", "view_cachedanswer", "view_providerhealth", "change_providerhealth")
ADDED = {"analyst": SEE, "reviewer": SEE, "admin": (*SEE, *SET, *WATCH)}


class Migration(migrations.Migration):
    dependencies = [("verification", "0015_desk_roles")]

    operations = [grant_permissions("verification", ADDED)]
