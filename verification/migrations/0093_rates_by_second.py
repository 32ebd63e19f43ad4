"""Rates are counted by the second; what was counted by the minute goes, for nothing would ever delete it."""

from django.db import migrations


def forget_minutes(apps, schema_editor):
    apps.get_model("verification", "Allowance").objects.filter(scope__startswith="rate:").delete()


class Migration(migrations.Migration):
    dependencies = [("verification", "0092_volumes")]

    operations = [migrations.RunPython(forget_minutes, migrations.RunPython.noop, elidable=True)]
