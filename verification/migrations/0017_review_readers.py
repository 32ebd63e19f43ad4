"""Analysts read the review desk; decided items are listed newest first."""

from django.db import migrations, models

from causalflow.role_grants import grant_permissions

ADDED = {"analyst": ("view_reviewitem", "view_ruling")}


class Migration(migrations.Migration):
    dependencies = [("verification", "0016_ledger_roles")]

    operations = [
        migrations.AddIndex("reviewitem", models.Index(fields=["-closed_at", "-id"], name="review_newest_closed")),
        grant_permissions("verification", ADDED),
    ]
