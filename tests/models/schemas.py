"""All that a database holds besides rows, to tell whether two are alike."""

from django.db.backends.base.base import BaseDatabaseWrapper

SQLITE = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%%'"
POSTGRESQL = """
    WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT 'table', relname::text, concat_ws(' ', relkind, pg_get_expr(relpartbound, oid)) FROM ours
    UNION ALL
    SELECT 'column', c.relname || '.' || a.attname,
        concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attstattarget, pg_get_expr(d.adbin, d.adrelid))
        FROM ours c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 'constraint', c.relname || '.' || k.conname, pg_get_constraintdef(k.oid) FROM ours c JOIN pg_constraint k ON k.conrelid = c.oid
    UNION ALL
    SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index JOIN ours c ON c.oid = indrelid
    UNION ALL
    SELECT 'trigger', c.relname || '.' || t.tgname, pg_get_triggerdef(t.oid) FROM ours c JOIN pg_trigger t ON t.tgrelid = c.oid
        WHERE NOT t.tgisinternal
    UNION ALL
    SELECT 'function', proname::text, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""
# Written before its column could be empty; it refuses the same rows without, for what is unknown breaks no rule.
NEEDLESS = " AND (proposed_by_id IS NOT NULL)"


def list_schema(database: BaseDatabaseWrapper) -> set[tuple[str, str, str]]:
    """(kind, name, definition). Columns may stand in any order: SQLite moves them when it makes a table anew."""
    with database.cursor() as cursor:
        cursor.execute(POSTGRESQL if database.vendor == "postgresql" else SQLITE)
        return {
            (kind, name, _ordered(definition) if kind == "table" else definition.replace(NEEDLESS, ""))
            for kind, name, definition in cursor.fetchall()
        }


def _ordered(definition: str) -> str:
    head, _, columns = definition.partition("(")
    return f"{head}({', '.join(sorted(columns.removesuffix(')').split(', ')))}"
