"""What the roles may do with tokens, flags and watches; analysts read the whitelist too."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

WHITELIST = ("view_whitelistdomain", "view_sourcegroup", "view_listing")
OWN = ("add_apitoken", "add_nodeflag", "add_nodewatch")

ADDED = {
    "analyst": OWN + WHITELIST,
    "reviewer": OWN + ("view_nodeflag",),
    "admin": OWN + ("view_nodeflag", "view_nodewatch", "view_apitoken", "change_apitoken"),
}


class Migration(migrations.Migration):
    dependencies = [("verification", "0006_api")]

    operations = [grant_permissions("verification", ADDED)]
