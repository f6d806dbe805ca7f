"""Database triggers for editions, whatever program writes to the database.

- A built-in edition changes only with the core, by `load_built_in_editions`, which sets a later `loaded_at`.
- What is proposed or published is not rewritten, and what is in force stays.
- An edition is published from a proposal, by a person who neither proposed nor drafted it; withdrawn by two.
- Who drafted an edition is not forgotten once it is proposed.
- The explanations published with an edition stay as they are.
"""

from typing import NamedTuple

from portal.audit.append_only import Guard

EDITIONS = "editions_edition"
DRAFTERS = "editions_drafter"
EXPLANATIONS = "editions_explanation"
KEPT = "a proposed or published edition is not changed"
TWO_PEOPLE = "an edition is published by a second person"
TWO_TO_WITHDRAW = "an edition is withdrawn by two people"
DRAFTERS_STAY = "the drafters of a proposed or published edition stay"
EXPLANATIONS_STAY = "the explanations of a published edition are not changed"

_CONTENTS = (
    "document", "digest", "book", "examples", "contents_digest", "id", "title", "jurisdiction", "game",
    "parent_id", "in_force_from",
)  # fmt: skip
_PROPOSAL = ("proposed_by_id", "proposed_at", "proposed_digest")
_PEOPLE = ("published_by_id", "published_at", *_PROPOSAL)


class _Trigger(NamedTuple):
    """One condition that refuses a write. `{ne}` stands for a comparison in which null is a value."""

    name: str
    event: str
    table: str
    when: str
    message: str


def _changed(columns: tuple[str, ...]) -> str:
    return " OR ".join(f"NEW.{column} {{ne}} OLD.{column}" for column in columns)


_NOT_PUBLISHED = "('draft', 'proposed')"
_PUBLISHED = "('scheduled', 'in_force')"
_IS_PUBLIC = f"e.state IN {_PUBLISHED}"
_DRAFTED_BY_PUBLISHER = (
    "EXISTS (SELECT 1 FROM editions_drafter d "
    "WHERE d.edition_id = NEW.id AND d.user_id = NEW.published_by_id)"
)

_TRIGGERS = (
    _Trigger(
        "keep_edition_update",
        "UPDATE",
        EDITIONS,
        "(OLD.built_in AND NOT (NEW.built_in AND NEW.loaded_at > OLD.loaded_at))"
        " OR (NEW.built_in AND NOT OLD.built_in)"
        f" OR (NOT OLD.built_in AND OLD.state <> 'draft' AND ({_changed(_CONTENTS)}))"
        f" OR (NOT OLD.built_in AND OLD.state IN {_PUBLISHED} AND NEW.state IN {_PUBLISHED}"
        f" AND ({_changed(_PEOPLE)}))"
        f" OR (OLD.state = 'proposed' AND NEW.state <> 'draft' AND ({_changed(_PROPOSAL)}))"
        " OR (NOT OLD.built_in AND OLD.state = 'in_force' AND NEW.state <> 'in_force')",
        KEPT,
    ),
    _Trigger("keep_edition_delete", "DELETE", EDITIONS, "OLD.built_in OR OLD.state <> 'draft'", KEPT),
    _Trigger(
        "publish_edition_update",
        "UPDATE",
        EDITIONS,
        f"NOT OLD.built_in AND OLD.state IN {_NOT_PUBLISHED} AND NEW.state IN {_PUBLISHED}"
        " AND (OLD.state = 'draft' OR NEW.published_by_id IS NULL"
        " OR NEW.proposed_by_id {ne} OLD.proposed_by_id OR NEW.proposed_by_id = NEW.published_by_id"
        " OR NEW.proposed_digest {ne} OLD.contents_digest"
        f" OR {_DRAFTED_BY_PUBLISHER})",
        TWO_PEOPLE,
    ),
    _Trigger(
        "publish_edition_insert", "INSERT", EDITIONS, "NOT NEW.built_in AND NEW.state <> 'draft'", TWO_PEOPLE
    ),
    _Trigger(
        "withdraw_edition_update",
        "UPDATE",
        EDITIONS,
        "(OLD.state = 'scheduled' AND NEW.state NOT IN ('scheduled', 'in_force')"
        " AND (NEW.state <> 'draft' OR OLD.withdrawal_asked_by_id IS NULL OR NEW.withdrawn_by_id IS NULL"
        " OR NEW.withdrawal_asked_by_id {ne} OLD.withdrawal_asked_by_id"
        " OR NEW.withdrawn_by_id = OLD.withdrawal_asked_by_id))"
        " OR (OLD.state = 'scheduled' AND NEW.state = 'scheduled' AND NEW.withdrawal_asked_by_id IS NOT NULL"
        " AND OLD.withdrawal_asked_by_id IS NOT NULL"
        " AND NEW.withdrawal_asked_by_id <> OLD.withdrawal_asked_by_id)",
        TWO_TO_WITHDRAW,
    ),
    *(
        _Trigger(
            f"keep_drafter_{event.lower()}",
            event,
            DRAFTERS,
            "EXISTS (SELECT 1 FROM editions_edition e WHERE e.id = OLD.edition_id AND e.state <> 'draft')",
            DRAFTERS_STAY,
        )
        for event in ("UPDATE", "DELETE")
    ),
    *(
        _Trigger(
            f"keep_explanation_{event.lower()}",
            event,
            EXPLANATIONS,
            f"EXISTS (SELECT 1 FROM editions_edition e WHERE e.id = {row}.edition_id AND {_IS_PUBLIC})",  # noqa: S608
            EXPLANATIONS_STAY,
        )
        for event, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD"))
    ),
)


def _sqlite(trigger: _Trigger) -> tuple[str, ...]:
    when = trigger.when.replace("{ne}", "IS NOT")
    return (
        f"CREATE TRIGGER IF NOT EXISTS {trigger.name} BEFORE {trigger.event} ON {trigger.table} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{trigger.message}'); END",
    )


def _postgresql(trigger: _Trigger) -> tuple[str, ...]:
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


def _guard(table: str) -> Guard:
    own = [trigger for trigger in _TRIGGERS if trigger.table == table]
    return Guard(
        table,
        tuple(trigger.name for trigger in own),
        {
            "sqlite": tuple(line for trigger in own for line in _sqlite(trigger)),
            "postgresql": tuple(line for trigger in own for line in _postgresql(trigger)),
        },
    )


GUARDS = (_guard(EDITIONS), _guard(DRAFTERS), _guard(EXPLANATIONS))
