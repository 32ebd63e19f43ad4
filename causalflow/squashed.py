"""What a squashed migration is made of: all models at once, then what the migrations that it replaces do besides.

Squashed ones serve empty databases alone (whoever has applied some of the replaced ones goes on with those), so rows that were moved in
between need nobody; what they leave behind even there, shipped rows, roles, triggers and indices in SQL, is taken from them as it is.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel, RunPython, RunSQL
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Each ``CreateModel`` by itself would have all models that it is related to built again, as every change of a model would."""

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Built whole when they are asked for next, so that no step after this has to do so again.
        state.__dict__.pop("apps", None)
        state.is_delayed = False
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        # PostgreSQL drops no table whose changed rows it has still to look at.
        schema_editor.connection.check_constraints()
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.models)} models"


def steps_of(replaced: Sequence[tuple[str, str]]) -> Iterator[RunPython | RunSQL]:
    """What the replaced migrations run and is not elidable, in their order: it finds the models as the last of them leaves them."""
    for app_label, name in replaced:
        for operation in import_module(f"{app_label}.migrations.{name}").Migration.operations:
            if isinstance(operation, RunPython | RunSQL) and not operation.elidable:
                yield operation
