"""Who may have citations checked: analysts ask and see their own; reviewers and admins see everybody's and rule on disputes."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

SEEN = ("view_citationreport", "view_citation", "view_citationcheck")
# Whoever may change a report sees everybody's; nobody rewrites one.
ADDED = {
    "analyst": (*SEEN, "add_citationreport"),
    "reviewer": (*SEEN, "add_citationreport", "change_citationreport"),
    "admin": (*SEEN, "add_citationreport", "change_citationreport"),
}


class Migration(migrations.Migration):
    dependencies = [("attribution", "0001_citations"), ("verification", "0016_ledger_roles")]

    operations = [grant_permissions("attribution", ADDED)]
