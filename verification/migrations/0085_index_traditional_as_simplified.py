"""Documents in traditional Chinese are indexed anew: the index now holds simplified signs, and finds both writings by either."""

from django.db import migrations

from verification.core.language.script import to_simplified
from verification.models.fulltext import write_index

BATCH = 200
KEYS = {"sqlite": "rowid", "postgresql": "document_id"}


def index_anew(apps, schema_editor):
    documents = apps.get_model("verification", "Document").objects.order_by("pk").values_list("pk", "title", "text")
    batch = []
    for pk, title, text in documents.iterator(chunk_size=BATCH):
        if to_simplified(f"{title}\n{text}") != f"{title}\n{text}":
            batch.append((pk, title, text))
        if len(batch) == BATCH:
            _replace(schema_editor, batch)
            batch = []
    if batch:
        _replace(schema_editor, batch)


def _replace(schema_editor, batch):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        statement = f"DELETE FROM verification_documentindex WHERE {KEYS[connection.vendor]} = %s"  # noqa: S608 - made of constants
        cursor.executemany(statement, [(pk,) for pk, *_ in batch])
    write_index(batch)


class Migration(migrations.Migration):
    dependencies = [("verification", "0084_series_readers")]

    operations = [migrations.RunPython(index_anew, migrations.RunPython.noop, elidable=True)]
