"""Admins see the workers, the regular jobs, the alerts, and two tables of bookkeeping."""

from django.db import migrations

from causalflow.role_grants import grant_permissions

SEE = ("view_worker", "view_chore", "view_healthalert", "view_pagefetch", "view_audithead")


class Migration(migrations.Migration):
    dependencies = [("verification", "0023_housekeeping")]

    operations = [grant_permissions("verification", {"admin": SEE})]
