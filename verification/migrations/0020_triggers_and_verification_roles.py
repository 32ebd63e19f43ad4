"""The eight trigger rules of the specification, and who may ask for verifications, read them and edit their rules."""

from decimal import Decimal

from django.db import migrations

from causalflow.role_grants import grant_permissions

# Name, what it looks at, mode, words, limit, tries needed: seed 001's table with its values.
RULES = (
    ("risk_high", "risk_level", "voting", ["high"], "0", 0),
    ("risk_critical", "risk_level", "adversarial", ["critical"], "0", 0),
    ("money_moves", "action_type", "adversarial", ["purchase", "transfer", "payment"], "0", 0),
    ("destructive", "action_type", "voting", ["delete", "cancel", "revoke"], "0", 0),
    ("large_amount", "amount", "adversarial", [], "1000", 0),
    ("poor_record", "success_rate", "voting", [], "0.7", 5),
    ("first_visit", "no_profile", "voting", [], "0", 0),
    ("retried", "retry_count", "voting", [], "2", 0),
)
ASK = ("view_verification", "add_verification", "view_webhookdelivery")
EDIT = tuple(f"{verb}_triggersetting" for verb in ("view", "add", "change", "delete"))
WATCH = ("change_webhookdelivery", "view_siteprofile", "view_sitejudgement")
ADDED = {"analyst": ASK, "reviewer": ASK, "admin": (*ASK, *EDIT, *WATCH)}


def add_rules(apps, schema_editor):
    rules = apps.get_model("verification", "TriggerSetting").objects.using(schema_editor.connection.alias)
    for place, (name, kind, mode, words, limit, min_tries) in enumerate(RULES, start=1):
        shipped = {"kind": kind, "mode": mode, "words": words, "limit": Decimal(limit), "min_tries": min_tries, "position": 10 * place}
        rules.get_or_create(name=name, defaults=shipped)


def remove_rules(apps, schema_editor):
    rules = apps.get_model("verification", "TriggerSetting").objects.using(schema_editor.connection.alias)
    rules.filter(name__in=[rule[0] for rule in RULES]).delete()


class Migration(migrations.Migration):
    dependencies = [("verification", "0019_verifications")]

    operations = [migrations.RunPython(add_rules, remove_rules), grant_permissions("verification", ADDED)]
