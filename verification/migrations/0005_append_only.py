"""History that nothing changes, held by triggers on both databases.

* States, audit entries, rulings and page snapshots: no UPDATE, no DELETE.
* A run in a final status: no UPDATE, and no new, changed or deleted step or source; runs are never deleted. The one exception is
  ``requested_by_id``, which turns null when the user's account is deleted.
* While ``verification_historykey`` holds a row the triggers let everything through. ``services.history.unlock_history`` puts one
  there for the length of one transaction, so that retention can delete what is too old; others never see the row.

SQLite loses a table's triggers when Django rebuilds that table for a later migration: such a migration ends with
``create_triggers`` again. ``tests/models/test_append_only.py`` fails where one is missing.
"""

from django.db import migrations

KEY = "CREATE TABLE verification_historykey (opened integer NOT NULL)"
LOCKED = "NOT EXISTS (SELECT 1 FROM verification_historykey)"
FINAL = "('finished', 'degraded', 'failed', 'cancelled')"
APPEND_ONLY = ("nodestate", "auditentry", "ruling", "pagesnapshot")
PARTS_OF_A_RUN = ("source", "runstep")
RUN = "verification_verificationrun"


def _sqlite(run_columns):
    def trigger(name, event, table, condition, message):
        return (
            f"CREATE TRIGGER verification_{name} BEFORE {event} ON {table} WHEN {condition} AND {LOCKED} "
            f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )

    for model in APPEND_ONLY:
        table, message = f"verification_{model}", f"{model} is append-only"
        yield trigger(f"{model}_no_update", "UPDATE", table, "1", message)
        yield trigger(f"{model}_no_delete", "DELETE", table, "1", message)
    frozen = ", ".join(f'"{column}"' for column in run_columns if column != "requested_by_id")
    yield trigger("run_no_update", f"UPDATE OF {frozen}", RUN, f"OLD.status IN {FINAL}", "a finished run is immutable")
    yield trigger("run_no_delete", "DELETE", RUN, "1", "a run is never deleted")
    for model in PARTS_OF_A_RUN:
        for event, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD")):
            final = f"(SELECT status FROM {RUN} WHERE id = {row}.run_id) IN {FINAL}"
            yield trigger(f"{model}_no_{event.lower()}", event, f"verification_{model}", final, "a finished run is immutable")


def _postgresql():
    yield f"""CREATE FUNCTION verification_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF {LOCKED} THEN
            RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
    END $$"""
    yield f"""CREATE FUNCTION verification_refuse_final_run() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF OLD.status IN {FINAL} AND to_jsonb(OLD) - 'requested_by_id' IS DISTINCT FROM to_jsonb(NEW) - 'requested_by_id' AND {LOCKED} THEN
            RAISE EXCEPTION 'a finished run is immutable' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$"""
    yield f"""CREATE FUNCTION verification_refuse_final_part() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE owner_id bigint;
    BEGIN
        IF TG_OP = 'INSERT' THEN owner_id := NEW.run_id; ELSE owner_id := OLD.run_id; END IF;
        IF EXISTS (SELECT 1 FROM {RUN} WHERE id = owner_id AND status IN {FINAL}) AND {LOCKED} THEN
            RAISE EXCEPTION 'a finished run is immutable' USING ERRCODE = 'restrict_violation';
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
    END $$"""

    def trigger(name, event, table, function):
        return f"CREATE TRIGGER verification_{name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION verification_{function}()"

    for model in APPEND_ONLY:
        for event in ("UPDATE", "DELETE"):
            yield trigger(f"{model}_no_{event.lower()}", event, f"verification_{model}", "refuse_change")
    yield trigger("run_no_update", "UPDATE", RUN, "refuse_final_run")
    yield trigger("run_no_delete", "DELETE", RUN, "refuse_change")
    for model in PARTS_OF_A_RUN:
        for event in ("INSERT", "UPDATE", "DELETE"):
            yield trigger(f"{model}_no_{event.lower()}", event, f"verification_{model}", "refuse_final_part")


def _triggers():
    for model in APPEND_ONLY:
        yield from ((f"{model}_no_{event}", f"verification_{model}") for event in ("update", "delete"))
    yield from (("run_no_update", RUN), ("run_no_delete", RUN))
    for model in PARTS_OF_A_RUN:
        yield from ((f"{model}_no_{event}", f"verification_{model}") for event in ("insert", "update", "delete"))


def create_triggers(apps, schema_editor):
    schema_editor.execute(KEY)
    if schema_editor.connection.vendor == "postgresql":
        statements = _postgresql()
    else:
        fields = apps.get_model("verification", "VerificationRun")._meta.concrete_fields
        statements = _sqlite([field.column for field in fields])
    for statement in statements:
        schema_editor.execute(statement, params=None)


def drop_triggers(apps, schema_editor):
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for name, table in _triggers():
        schema_editor.execute(f"DROP TRIGGER verification_{name}" + (f" ON {table}" if is_postgresql else ""))
    if is_postgresql:
        for function in ("refuse_change", "refuse_final_run", "refuse_final_part"):
            schema_editor.execute(f"DROP FUNCTION verification_{function}()")
    schema_editor.execute("DROP TABLE verification_historykey")


class Migration(migrations.Migration):
    dependencies = [("verification", "0004_fulltext")]

    operations = [migrations.RunPython(create_triggers, drop_triggers)]
