"""Who may have answers traced: analysts ask and see their own; reviewers and admins see everybody's; admins change the settings."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

SEEN = ("view_attribution", "view_attributionmark", "view_attributionsetting", "add_attribution", "add_attributionmark")
# Whoever may change an attribution sees everybody's; nobody rewrites one.
ADDED = {
    "analyst": SEEN,
    "reviewer": (*SEEN, "change_attribution"),
    "admin": (*SEEN, "change_attribution", "change_attributionsetting"),
}


class Migration(migrations.Migration):
    dependencies = [("attribution", "0003_attributions")]

    operations = [grant_permissions("attribution", ADDED)]
