"""The full-text index of the corpus: FTS5 on SQLite, a tsvector with GIN on PostgreSQL; both hold tokens made by us.

PostgreSQL's own parsers don't split Chinese, and FTS5's ``unicode61`` reads it as one word; so ``core.terms`` makes the tokens
(bigrams, stems, numbers) and the databases only store and match them. Rows are written by ``models.fulltext``.
"""

from django.db import migrations

SQLITE = (
    """CREATE VIRTUAL TABLE verification_documentindex USING fts5(
        title, body, tokenize = "unicode61 remove_diacritics 0 tokenchars '.%'")""",
    "CREATE VIRTUAL TABLE verification_documentterms USING fts5vocab(verification_documentindex, row)",
    """CREATE TRIGGER verification_document_unindex AFTER DELETE ON verification_document
       BEGIN DELETE FROM verification_documentindex WHERE rowid = OLD.id; END""",
)
SQLITE_BACK = (
    "DROP TRIGGER verification_document_unindex",
    "DROP TABLE verification_documentterms",
    "DROP TABLE verification_documentindex",
)
# No foreign key: PostgreSQL refuses to TRUNCATE a table that another one refers to, which is how Django empties a database.
POSTGRESQL = (
    "CREATE TABLE verification_documentindex (document_id bigint PRIMARY KEY, terms tsvector NOT NULL)",
    "CREATE INDEX verification_documentindex_terms ON verification_documentindex USING gin (terms)",
    """CREATE FUNCTION verification_unindex() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'TRUNCATE' THEN TRUNCATE verification_documentindex;
        ELSE DELETE FROM verification_documentindex WHERE document_id = OLD.id;
        END IF;
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER verification_document_unindex AFTER DELETE ON verification_document
       FOR EACH ROW EXECUTE FUNCTION verification_unindex()""",
    """CREATE TRIGGER verification_document_unindex_all AFTER TRUNCATE ON verification_document
       FOR EACH STATEMENT EXECUTE FUNCTION verification_unindex()""",
)
POSTGRESQL_BACK = (
    "DROP TRIGGER verification_document_unindex_all ON verification_document",
    "DROP TRIGGER verification_document_unindex ON verification_document",
    "DROP FUNCTION verification_unindex()",
    "DROP TABLE verification_documentindex",
)


def _run(schema_editor, *, sqlite, postgresql):
    for statement in {"sqlite": sqlite, "postgresql": postgresql}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def create_index(apps, schema_editor):
    _run(schema_editor, sqlite=SQLITE, postgresql=POSTGRESQL)


def drop_index(apps, schema_editor):
    _run(schema_editor, sqlite=SQLITE_BACK, postgresql=POSTGRESQL_BACK)


class Migration(migrations.Migration):
    dependencies = [("verification", "0003_whitelist")]

    operations = [migrations.RunPython(create_index, drop_index)]
