"""Reviewers propose changes of the whitelist, admins decide."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

PROPOSE = ("add_whitelistproposal", "view_whitelistproposal")
ADDED = {"reviewer": PROPOSE, "admin": (*PROPOSE, "change_whitelistproposal")}


class Migration(migrations.Migration):
    dependencies = [("verification", "0009_whitelist_proposals")]

    operations = [grant_permissions("verification", ADDED)]
