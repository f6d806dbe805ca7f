"""Database triggers for editions, whatever program writes to the database.

- A built-in edition changes only with the core, by `load_built_in_editions`, which sets a later `loaded_at`.
- What is proposed or published is not rewritten, and what is in force stays. No edition gets another id.
- An edition is published from a proposal, by a person who neither proposed nor drafted it; withdrawn by two.
- An edition is published on top of a published one, which is not withdrawn under it.
- Who drafted an edition is not forgotten once it is proposed.
- The explanations proposed with an edition stay as they are.

No row is replaced by another one (`INSERT OR REPLACE` of SQLite), and no table emptied at once (`TRUNCATE`).
"""

from django.db import models

from portal.audit.append_only import Guard, replaces
from portal.audit.triggers import Trigger, postgresql_lines, sqlite_lines
from portal.editions.models import Drafter, Edition, Explanation

EDITIONS, DRAFTERS, EXPLANATIONS = (each._meta.db_table for each in (Edition, Drafter, Explanation))
KEPT = "a proposed or published edition is not changed"
TWO_PEOPLE = "an edition is published by a second person"
TWO_TO_WITHDRAW = "an edition is withdrawn by two people"
DRAFTERS_STAY = "the drafters of a proposed or published edition stay"
EXPLANATIONS_STAY = "the explanations of a proposed or published edition are not changed"
PARENT_STAYS = "an edition follows on a published one"
REPLACED = "a row is not replaced by another"
EMPTIED = "a table of editions is not emptied"

_CONTENTS = (
    "document", "digest", "book", "examples", "contents_digest", "id", "title", "jurisdiction", "game",
    "parent_id", "in_force_from",
)  # fmt: skip
_PROPOSAL = ("proposed_by_id", "proposed_at", "proposed_digest")
_PEOPLE = ("published_by_id", "published_at", *_PROPOSAL)


def _changed(columns: tuple[str, ...]) -> str:
    return " OR ".join(f"NEW.{column} {{ne}} OLD.{column}" for column in columns)


_NOT_PUBLISHED = "('draft', 'proposed')"
_PUBLISHED = "('scheduled', 'in_force')"
_PARENT_PUBLISHED = (
    f"EXISTS (SELECT 1 FROM editions_edition p WHERE p.id = NEW.parent_id AND p.state IN {_PUBLISHED})"  # noqa: S608
)
_OTHERS = "editions_edition f WHERE f.id <> NEW.id"
_FOLLOWED_BY_ANOTHER = (
    f"EXISTS (SELECT 1 FROM {_OTHERS} AND f.parent_id = {{parent}} AND f.state IN {_PUBLISHED})"  # noqa: S608
)
# The edition of a row of another table is no draft.
_FROZEN = "EXISTS (SELECT 1 FROM editions_edition e WHERE e.id = {row}.edition_id AND e.state <> 'draft')"
_DRAFTED_BY_PUBLISHER = (
    "EXISTS (SELECT 1 FROM editions_drafter d "
    "WHERE d.edition_id = NEW.id AND d.user_id = NEW.published_by_id)"
)

_TRIGGERS = (
    Trigger(
        "keep_edition_update",
        "UPDATE",
        EDITIONS,
        "(OLD.built_in AND NOT (NEW.built_in AND NEW.loaded_at > OLD.loaded_at))"
        " OR (NEW.built_in AND NOT OLD.built_in) OR NEW.id <> OLD.id"
        f" OR (NOT OLD.built_in AND OLD.state <> 'draft' AND ({_changed(_CONTENTS)}))"
        f" OR (NOT OLD.built_in AND OLD.state IN {_PUBLISHED} AND NEW.state IN {_PUBLISHED}"
        f" AND ({_changed(_PEOPLE)}))"
        f" OR (OLD.state = 'proposed' AND NEW.state <> 'draft' AND ({_changed(_PROPOSAL)}))"
        " OR (NOT OLD.built_in AND OLD.state = 'in_force' AND NEW.state <> 'in_force')",
        KEPT,
    ),
    Trigger("keep_edition_delete", "DELETE", EDITIONS, "OLD.built_in OR OLD.state <> 'draft'", KEPT),
    Trigger(
        "publish_edition_update",
        "UPDATE",
        EDITIONS,
        f"NOT OLD.built_in AND OLD.state IN {_NOT_PUBLISHED} AND NEW.state IN {_PUBLISHED}"
        " AND (OLD.state = 'draft' OR NEW.published_by_id IS NULL"
        " OR NEW.proposed_by_id {ne} OLD.proposed_by_id OR NEW.proposed_by_id = NEW.published_by_id"
        " OR NEW.proposed_digest {ne} OLD.proposed_digest"
        f" OR {_DRAFTED_BY_PUBLISHER})",
        TWO_PEOPLE,
    ),
    # One published successor of a parent is not replaced by another (UPDATE OR REPLACE of SQLite).
    Trigger(
        "follow_edition_update",
        "UPDATE",
        EDITIONS,
        f"NOT NEW.built_in AND OLD.state IN {_NOT_PUBLISHED} AND NEW.state IN {_PUBLISHED}"
        f" AND NEW.parent_id IS NOT NULL AND (NOT {_PARENT_PUBLISHED}"
        f" OR {_FOLLOWED_BY_ANOTHER.format(parent='NEW.parent_id')})",
        PARENT_STAYS,
    ),
    Trigger(
        "followed_edition_update",
        "UPDATE",
        EDITIONS,
        f"OLD.state IN {_PUBLISHED} AND NEW.state IN {_NOT_PUBLISHED}"
        f" AND {_FOLLOWED_BY_ANOTHER.format(parent='OLD.id')}",
        PARENT_STAYS,
    ),
    Trigger(
        "publish_edition_insert", "INSERT", EDITIONS, "NOT NEW.built_in AND NEW.state <> 'draft'", TWO_PEOPLE
    ),
    Trigger(
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
    Trigger("keep_drafter_update", "UPDATE", DRAFTERS, "TRUE", DRAFTERS_STAY),
    Trigger("keep_drafter_delete", "DELETE", DRAFTERS, _FROZEN.format(row="OLD"), DRAFTERS_STAY),
    Trigger("keep_explanation_insert", "INSERT", EXPLANATIONS, _FROZEN.format(row="NEW"), EXPLANATIONS_STAY),
    Trigger(
        "keep_explanation_update",
        "UPDATE",
        EXPLANATIONS,
        f"NEW.id <> OLD.id OR NEW.edition_id <> OLD.edition_id OR {_FROZEN.format(row='OLD')}",
        EXPLANATIONS_STAY,
    ),
    Trigger("keep_explanation_delete", "DELETE", EXPLANATIONS, _FROZEN.format(row="OLD"), EXPLANATIONS_STAY),
)


def _replaced(model: type[models.Model]) -> Trigger:
    table = model._meta.db_table
    return Trigger(f"keep_{table}_replaced", "INSERT", table, replaces(model), REPLACED)


def _emptied(table: str) -> tuple[str, ...]:
    name = f"keep_{table}_emptied"
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION '{EMPTIED}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE OR REPLACE TRIGGER {name} BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {name}()",
    )


def _guard(model: type[models.Model]) -> Guard:
    table = model._meta.db_table
    own = [trigger for trigger in _TRIGGERS if trigger.table == table]
    replaced = _replaced(model)
    return Guard(
        table,
        (*(trigger.name for trigger in own), replaced.name, f"keep_{table}_emptied"),
        {
            "sqlite": tuple(line for trigger in (*own, replaced) for line in sqlite_lines(trigger)),
            "postgresql": (
                *(line for trigger in own for line in postgresql_lines(trigger)),
                *_emptied(table),
            ),
        },
    )


GUARDS = (_guard(Edition), _guard(Drafter), _guard(Explanation))
