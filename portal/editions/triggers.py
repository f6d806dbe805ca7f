"""Database triggers that refuse to edit a built-in edition and to rewrite or unpublish one in force.

A built-in edition changes only with the core, by `load_built_in_editions`, which sets a later `loaded_at`.
"""

from portal.audit.append_only import Guard

TABLE = "editions_edition"
_FROZEN_COLUMNS = ("document", "digest", "id", "title", "jurisdiction", "game", "parent_id", "in_force_from")
_MESSAGE = "a published edition is not changed"


def _on_update(differs: str) -> str:
    rewritten = " OR ".join(f"NEW.{column} {differs} OLD.{column}" for column in _FROZEN_COLUMNS)
    return (
        "(OLD.built_in AND NOT (NEW.built_in AND NEW.loaded_at > OLD.loaded_at))"
        f" OR (NOT OLD.built_in AND OLD.state <> 'draft' AND ({rewritten}))"
        " OR (NOT OLD.built_in AND OLD.state = 'in_force' AND NEW.state <> 'in_force')"
    )


_ON_DELETE = "OLD.built_in OR OLD.state <> 'draft'"


def _sqlite(name: str, event: str, when: str) -> str:
    return (
        f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON {TABLE} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END"
    )


def _postgresql(name: str, event: str, when: str) -> str:
    return (
        f"CREATE OR REPLACE TRIGGER {name} BEFORE {event} ON {TABLE} "
        f"FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION keep_edition()"
    )


_FUNCTION = (
    "CREATE OR REPLACE FUNCTION keep_edition() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"RAISE EXCEPTION '{_MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
)

GUARD = Guard(
    TABLE,
    ("keep_edition_update", "keep_edition_delete"),
    {
        "sqlite": (
            _sqlite("keep_edition_update", "UPDATE", _on_update("IS NOT")),
            _sqlite("keep_edition_delete", "DELETE", _ON_DELETE),
        ),
        "postgresql": (
            _FUNCTION,
            _postgresql("keep_edition_update", "UPDATE", _on_update("IS DISTINCT FROM")),
            _postgresql("keep_edition_delete", "DELETE", _ON_DELETE),
        ),
    },
)
