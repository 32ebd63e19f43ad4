"""Queries whose SQL is put together once: of a page's processor time a third went into writing statements whose text is always the same.

``@Composed`` stands before a function that makes a queryset. Whoever calls it gets the rows. The first call makes the queryset, with a
``Given`` in the place of each argument, and keeps its SQL; later ones fill the arguments in. What shapes the statement is part of what
it is kept by: None, truth values and members of enumerations reach the function as they are, and of a tuple how long it is.

The function may not look at an argument that is given, nor at anything that differs between two calls, such as the language.

PostgreSQL keeps the plans of these statements as well (``verification.planned``).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import Any, Generic, ParamSpec, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, DateField, DateTimeField, Field, Model, QuerySet, TextField, Value
from django.db.models.query import FlatValuesListIterable, ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from verification.planned import fetch_all, write_in

Asked = ParamSpec("Asked")
Row = TypeVar("Row")
_Columns = Sequence[Any]

_FIELDS: dict[type, type["Field[Any, Any]"]] = {
    str: TextField,
    int: BigIntegerField,
    datetime: DateTimeField,  # before the day that it is as well
    date: DateField,
}


class Given(Value):
    """What an argument holds when the statement is asked; ``place`` in it where the argument is a tuple."""

    def __init__(self, name: str, output_field: "Field[Any, Any]", place: int | None = None) -> None:
        super().__init__(name, output_field)
        self.name, self.place = name, place

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]

    def fill_in(self, arguments: Mapping[str, Any], connection: BaseDatabaseWrapper) -> Any:
        told = arguments[self.name] if self.place is None else arguments[self.name][self.place]
        return self.output_field.get_db_prep_value(told, connection)


class Unmade(Generic[Row]):
    """A row of which nothing is made until somebody asks. Who has seen the same ``columns`` before knows all that is in it."""

    def __init__(self, columns: _Columns, make: Callable[[_Columns], Row]) -> None:
        self.columns, self._make = columns, make

    def make(self) -> Row:
        return self._make(self.columns)


class Composed(Generic[Asked, Row]):
    """The rows of the queryset that ``make`` makes, whose arguments are named."""

    def __init__(self, make: Callable[Asked, QuerySet[Any, Row]]) -> None:
        self._make = make
        self._kept: dict[tuple[object, ...], _Statement] = {}

    def __call__(self, *_: Asked.args, **arguments: Asked.kwargs) -> list[Row]:
        return self._ask(arguments, None)

    def between(self, rows: range, *_: Asked.args, **arguments: Asked.kwargs) -> list[Row]:
        """Those of the rows alone, counted from 0."""
        return self._ask(arguments, rows)

    def unmade(self, *_: Asked.args, **arguments: Asked.kwargs) -> list[Unmade[Row]]:
        """The rows as the database gave them."""
        statement, told = self._compose(arguments)
        return [Unmade(row, statement.make) for row in statement.read(told, None)]

    def _ask(self, arguments: Mapping[str, Any], rows: range | None) -> list[Row]:
        statement, told = self._compose(arguments)
        return [statement.make(row) for row in statement.read(told, rows)]

    def _compose(self, arguments: Mapping[str, Any]) -> tuple["_Statement", Mapping[str, Any]]:
        told = {name: _lengthen(value) if isinstance(value, tuple) else value for name, value in arguments.items()}
        key = tuple([(name, _shape_of(value)) for name, value in told.items()])
        statement = self._kept.get(key)
        if statement is None:
            # Two threads may both be the first: they compose the same.
            given: Any = {name: _stand_in(name, value) for name, value in told.items()}
            statement = self._kept[key] = _Statement(self._make(**given))  # type: ignore[call-arg]
        return statement, told


def _is_shape(value: object) -> bool:
    return value is None or isinstance(value, bool | Enum)


def _kind_of(value: object) -> type:
    return next(kind for kind in _FIELDS if isinstance(value, kind))


def _shape_of(value: object) -> object:
    if _is_shape(value):
        return value
    return (len(value), *map(_kind_of, value[:1])) if isinstance(value, tuple) else _kind_of(value)


def _stand_in(name: str, value: object) -> object:
    if _is_shape(value):
        return value
    if isinstance(value, tuple):
        return [Given(name, _FIELDS[_kind_of(one)](), place) for place, one in enumerate(value)]
    return Given(name, _FIELDS[_kind_of(value)]())


def _lengthen(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """With the last one repeated up to a power of two, so that few lengths occur: a set asks the same twice as once."""
    wanted = 1 << (len(values) - 1).bit_length() if values else 0
    return values + values[-1:] * (wanted - len(values))


class _Statement:
    """The SQL of a queryset, and what makes rows of its columns. Nothing in it changes, so that threads share it."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self._alias = queryset.db
        compiler = queryset.query.get_compiler(using=self._alias)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            self._sql = ""
            return
        self._sql, self._params = write_in(connections[self._alias], sql, params, lambda param: isinstance(param, Given))
        self._sliced_sql = f"{self._sql} LIMIT %s OFFSET %s"
        self._width = compiler.col_count
        self._converters = list(compiler.get_converters([column for column, *_ in compiler.select[: self._width]]).items())
        self._make_row = _row_maker(queryset, compiler)

    def read(self, arguments: Mapping[str, Any], wanted: range | None) -> Sequence[_Columns]:
        """The rows as the database gives them, each of which ``make`` takes."""
        if not self._sql:
            return []
        connection = connections[self._alias]
        params = [each.fill_in(arguments, connection) if isinstance(each, Given) else each for each in self._params]
        if wanted is None:
            return fetch_all(connection, self._sql, params)
        return fetch_all(connection, self._sliced_sql, [*params, len(wanted), wanted.start])

    def make(self, row: _Columns) -> Any:
        """Without the columns that only sort, each as its field reads it."""
        connection = connections[self._alias]
        columns = list(row[: self._width])
        for place, (converters, expression) in self._converters:
            for convert in converters:
                columns[place] = convert(columns[place], expression, connection)
        return self._make_row(columns)


def _row_maker(queryset: QuerySet[Any, Any], compiler: SQLCompiler) -> Callable[[_Columns], Any]:
    """As the queryset itself would make its rows."""
    kind = queryset._iterable_class  # noqa: SLF001 (Django names it nowhere else)
    if kind is FlatValuesListIterable:
        return lambda columns: columns[0]
    if kind is ValuesListIterable:
        return tuple
    if kind is ModelIterable:
        return _model_maker(compiler, queryset.db)
    raise TypeError(f"a composed queryset gives models or values_list, not {kind.__name__}")


def _model_maker(compiler: SQLCompiler, alias: str) -> Callable[[_Columns], Model]:
    shape: Any = compiler.klass_info
    select: Any = compiler.select
    model, first, end = shape["model"], shape["select_fields"][0], shape["select_fields"][-1] + 1
    names = [column.target.attname for column, *_ in select[first:end]]
    related: Any = get_related_populators(shape, select, alias)  # type: ignore[call-arg]  # the stubs are of a later Django
    annotations = list((compiler.annotation_col_map or {}).items())

    def make(columns: _Columns) -> Model:
        row: Model = model.from_db(alias, names, columns[first:end])
        for populator in related:
            populator.populate(columns, row)
        for name, place in annotations:
            setattr(row, name, columns[place])
        return row

    return make
