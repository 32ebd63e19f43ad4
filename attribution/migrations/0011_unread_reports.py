"""Long texts, whose citations a worker looks for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("attribution", "0010_embeddings")]

    operations = [
        migrations.AddField(
            model_name="citationreport",
            name="is_read",
            field=models.BooleanField(default=True, verbose_name="citations were looked for"),
        ),
    ]
