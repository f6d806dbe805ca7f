"""Conditions that a database refuses to write, as triggers for both databases. Each part lists its own."""

from typing import NamedTuple

from portal.audit.append_only import Guard


class Trigger(NamedTuple):
    """One condition that refuses a write. `{ne}` stands for a comparison in which null is a value."""

    name: str
    event: str
    table: str
    when: str
    message: str


def guard(table: str, triggers: tuple[Trigger, ...]) -> Guard:
    """Those of the triggers that are on this table."""
    own = [trigger for trigger in triggers if trigger.table == table]
    return Guard(
        table,
        tuple(trigger.name for trigger in own),
        {
            "sqlite": tuple(line for trigger in own for line in sqlite_lines(trigger)),
            "postgresql": tuple(line for trigger in own for line in postgresql_lines(trigger)),
        },
    )


def sqlite_lines(trigger: Trigger) -> tuple[str, ...]:
    when = trigger.when.replace("{ne}", "IS NOT")
    return (
        f"CREATE TRIGGER IF NOT EXISTS {trigger.name} BEFORE {trigger.event} ON {trigger.table} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{trigger.message}'); END",
    )


def postgresql_lines(trigger: Trigger) -> tuple[str, ...]:
    """The condition is in the function: WHEN of PostgreSQL cannot ask another table."""
    when = trigger.when.replace("{ne}", "IS DISTINCT FROM")
    row = "OLD" if trigger.event == "DELETE" else "NEW"
    return (
        f"CREATE OR REPLACE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {when} "
        f"THEN RAISE EXCEPTION '{trigger.message}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        f"RETURN {row}; END $$",
        f"CREATE OR REPLACE TRIGGER {trigger.name} BEFORE {trigger.event} ON {trigger.table} "
        f"FOR EACH ROW EXECUTE FUNCTION {trigger.name}()",
    )
