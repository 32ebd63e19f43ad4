from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("attribution", "0008_claim_reviews"),
    ]

    operations = [
        migrations.AddField(
            model_name="citation",
            name="wikidata",
            field=models.JSONField(blank=True, null=True, verbose_name="facts of Wikidata"),
        ),
    ]
