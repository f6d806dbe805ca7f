"""Append-only tables, guarded in code and by database triggers.

Rows of a model that inherits `AppendOnly` can be added and read only. The triggers are created after every
`migrate`, because SQLite loses a table's triggers when a later migration rebuilds the table. A part that
needs another rule adds a `Guard`, which is created and dropped with the rest. Before migrations
run on SQLite the guards are dropped: one that asks another table would stop the rebuilding of that table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db import connections, models, transaction

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(Exception):
    """Code tried to change or delete an append-only row."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    def update(self, **kwargs: Any) -> int:
        raise AppendOnlyError(f"{self.model.__name__} rows can never be changed.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError(f"{self.model.__name__} rows can never be deleted.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        raise AppendOnlyError(f"{self.model.__name__} rows can never be changed.")


class AppendOnly(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows can never be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError(f"{type(self).__name__} rows can never be deleted.")


class Guard(NamedTuple):
    """Triggers on one table: their names, and the statements that create them, by database vendor."""

    table: str
    triggers: tuple[str, ...]
    statements: Mapping[str, tuple[str, ...]]


GUARDS: list[Guard] = []


def guarded_tables() -> list[str]:
    return sorted(_guarded())


def replaces(model: type[models.Model]) -> str:
    """The condition of a trigger: a row to be inserted has a key that another row has.

    `INSERT OR REPLACE` of SQLite deletes that other row without asking the trigger of DELETE, unless
    recursive triggers are on. Our connections have them on (portal/environment.py); this is for all others.
    """
    table = model._meta.db_table
    columns = {field.name: field.column for field in model._meta.local_concrete_fields}
    keys: list[Sequence[str]] = [(field.name,) for field in model._meta.local_concrete_fields if field.unique]
    keys += [each.fields for each in model._meta.total_unique_constraints]
    same = (" AND ".join(f'o."{columns[name]}" = NEW."{columns[name]}"' for name in key) for key in keys)
    return " OR ".join(f'EXISTS (SELECT 1 FROM "{table}" o WHERE {each})' for each in same)  # noqa: S608


def guard_tables(using: str = "default") -> None:
    """Create the triggers, also those whose condition has changed since they were created."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
        tables = [table for table in guarded_tables() if table in present]
        for statement in _STATEMENTS[connection.vendor](tables):
            cursor.execute(statement)
        for guard in GUARDS:
            if guard.table in present:
                if connection.vendor == "sqlite":  # which has no CREATE OR REPLACE TRIGGER
                    for name in guard.triggers:
                        cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                for statement in guard.statements[connection.vendor]:
                    cursor.execute(statement)


def unguard_tables(using: str = "default") -> None:
    """Drop the triggers, to empty a test database. Never used in production."""
    connection = connections[using]
    with connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
        guards: list[tuple[str, tuple[str, ...]]] = [
            *((table, _trigger_names(table)) for table in guarded_tables()),
            *((guard.table, guard.triggers) for guard in GUARDS),
        ]
        for table, names in guards:
            if table not in present:
                continue
            on = f' ON "{table}"' if connection.vendor == "postgresql" else ""
            for name in names:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def drop_guards_before_rebuilding(using: str = "default") -> None:
    """Drop the guards of a SQLite database; `guard_tables` creates them again."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for guard in GUARDS:
                for name in guard.triggers:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def _guarded() -> dict[str, type[AppendOnly]]:
    return {m._meta.db_table: m for m in apps.get_models() if issubclass(m, AppendOnly)}


def _trigger_names(table: str) -> tuple[str, ...]:
    return tuple(f"keep_{table}_{event}" for event in ("update", "delete", "truncate", "replace"))


def _sqlite(tables: list[str]) -> list[str]:
    return [
        f'CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON "{table}" '
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for table in tables
        for name, event in zip(_trigger_names(table)[:2], ("UPDATE", "DELETE"), strict=True)
    ] + [_refuse_replacing(table) for table in tables]


def _refuse_replacing(table: str) -> str:
    return (
        f'CREATE TRIGGER IF NOT EXISTS {_trigger_names(table)[3]} BEFORE INSERT ON "{table}" '
        f"WHEN {replaces(_guarded()[table])} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    )


def _postgresql(tables: list[str]) -> list[str]:
    function = (
        "CREATE OR REPLACE FUNCTION keep_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; "
        "END $$"
    )
    events = (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT"))
    return [function] + [
        f'CREATE OR REPLACE TRIGGER {name} BEFORE {event} ON "{table}" '
        f"FOR EACH {scope} EXECUTE FUNCTION keep_append_only()"
        for table in tables
        for name, (event, scope) in zip(_trigger_names(table)[:3], events, strict=True)
    ]


_STATEMENTS = {"sqlite": _sqlite, "postgresql": _postgresql}
