"""The domain of each cited page, so that verdicts can be counted by it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from attribution.core.citations.cited_domains import domain_of

AT_ONCE = 500


def fill_domains(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    citations = apps.get_model("attribution", "Citation").objects.using(schema_editor.connection.alias)
    last = 0
    while rows := list(citations.filter(pk__gt=last).exclude(url="").order_by("pk").only("pk", "url")[:AT_ONCE]):
        for row in rows:
            row.domain = domain_of(row.url)
        citations.bulk_update(rows, ["domain"])
        last = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("attribution", "0004_attribution_roles")]

    operations = [
        migrations.AddField(
            model_name="citation",
            name="domain",
            field=models.CharField(
                blank=True, default="", help_text="What the owner of the cited site registered.", max_length=253, verbose_name="domain"
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill_domains, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(model_name="citation", index=models.Index(fields=["domain"], name="citation_by_domain")),
    ]
