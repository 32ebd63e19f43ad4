"""Tokens have scopes: those made before keep what their owner's role gave them."""

from django.db import migrations, models

# By the permissions that stand for each scope (verification.services.operations.tokens).
STANDS_FOR = {
    "read": "view_node",
    "verify": "add_verificationrun",
    "submit": "add_nodeflag",
    "rule": "add_ruling",
    "admin": "change_node",
}


def give_scopes_of_role(apps, schema_editor):
    alias = schema_editor.connection.alias
    permissions = apps.get_model("auth", "Permission").objects.using(alias).filter(content_type__app_label="verification")
    given = {}
    for scope, codename in STANDS_FOR.items():
        holders = permissions.filter(codename=codename)
        given[scope] = {
            *holders.filter(group__user__isnull=False).values_list("group__user", flat=True),
            *holders.filter(user__isnull=False).values_list("user", flat=True),
        }
    for token in apps.get_model("verification", "ApiToken").objects.using(alias).select_related("user"):
        found = [scope for scope in STANDS_FOR if token.user.is_superuser or token.user_id in given[scope]]
        token.scopes = " ".join(found or ["read"])
        token.save(update_fields=["scopes"])


class Migration(migrations.Migration):
    dependencies = [("verification", "0062_steps_and_nodes")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="per_minute",
            field=models.PositiveIntegerField(
                blank=True, help_text="Of its own, below what every program may; empty: none.", null=True, verbose_name="requests a minute"
            ),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(
                default="read", help_text="What the program may do, in words that spaces part.", max_length=60, verbose_name="scopes"
            ),
            preserve_default=False,
        ),
        migrations.RunPython(give_scopes_of_role, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(condition=~models.Q(scopes=""), name="api_token_scopes_not_empty"),
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=models.Q(per_minute__isnull=True) | models.Q(per_minute__gt=0), name="api_token_per_minute_above_none"
            ),
        ),
    ]
