"""Moves a database from before submissions named their tables, and compares what the public is told.

    BAIZE_DATA=<folder> DEMO=1 python -m benchmarks.migrate_tables [cases]

The database is one of a commit before `submissions/0006_tables`, with its demonstration data. So many cases
are added to it by the models of that time; then it is migrated. Every row has to be there still, every leaf
of the register has to be the same, and each table and the register have to answer as before for past days.
"""

import hashlib
import itertools
import os
import random
import sys
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402  # after django.setup
from django.db import connection  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402

from craps.codec import canonical_bytes  # noqa: E402
from portal.accounts.models import Table  # noqa: E402
from portal.register import selectors as register  # noqa: E402
from portal.submissions.models import CoveredTable  # noqa: E402
from portal.submissions.tables import approval_at  # noqa: E402

BEFORE = [
    ("accounts", "0003_table_code"),
    ("submissions", "0005_by_game"),
    ("review", "0005_finding_reading"),
    ("register", "0002_log"),
]
PER_CASINO = 20
START = date(2024, 1, 1)
ENDS = ("superseded", "superseded", "superseded", "revoked", "surrendered", "expired")
PAUSES = ("suspended", "superseded", "surrendered", "revoked", "expired")
APPROVED = ("approved", "approved_with_conditions")
DAYS = [START + timedelta(days=37 * n) for n in range(29)]


def main(cases: int) -> int:
    executor = MigrationExecutor(connection)
    if ("submissions", "0006_tables") in executor.loader.applied_migrations:
        print("This database is migrated already: take one from before.")
        return 2
    old = executor.loader.project_state(BEFORE).apps
    generate(old, cases)
    counts, leaves = row_counts(), leaf_digest(old)
    at_tables, on_days = dict(tables_before(old)), {day: register_before(old, day) for day in DAYS}
    started = time.perf_counter()
    call_command("migrate", verbosity=0)
    took = time.perf_counter() - started
    after = row_counts()
    lost = {table: (count, after.get(table)) for table, count in counts.items() if after.get(table) != count}
    for own in ("django_migrations", "django_content_type", "auth_permission"):  # Django's own, of new models
        lost.pop(own, None)
    differs = [
        (table, day)
        for table in Table.objects.all()
        for day in [None, *DAYS]
        if at_tables[table.pk, day] != getattr(approval_at(table, day), "reference", None)
    ]
    register_differs = [
        day for day in DAYS if on_days[day] != {entry.reference for entry in register.entries(on=day)}
    ]
    print(f"{connection.vendor}: {counts['submissions_submission']} cases, {Table.objects.count()} tables")
    print(f"migrated in {took:.1f} s; {CoveredTable.objects.count()} tables of approvals recorded")
    print(f"rows lost or added in {len(lost)} of {len(counts)} tables of the database {lost or ''}")
    print(f"leaves of the register the same: {leaves == leaf_digest(old)}")
    print(f"answers of tables that differ: {len(differs)} of {len(at_tables)}")
    print(f"days on which the register differs: {len(register_differs)} of {len(DAYS)}")
    return bool(lost or differs or register_differs or leaves != leaf_digest(old))


def generate(old: Any, cases: int) -> None:
    """Casinos with three tables, one out of use, and approvals that follow each other, some with gaps."""
    chance = random.Random(16)
    model = old.get_model
    operator = model("accounts", "Organisation").objects.create(name="Generated", kind="operator")
    edition = model("editions", "Edition").objects.get(pk="md-craps")
    person = model("accounts", "User").objects.order_by("pk").first()
    position = itertools.count(model("register", "Entry").objects.count())
    number = itertools.count(1)
    for casino in range(cases // PER_CASINO):
        place = model("accounts", "Property").objects.create(
            organisation=operator, name=f"Casino {casino}", jurisdiction="md"
        )
        model("accounts", "Table").objects.bulk_create(
            model("accounts", "Table")(property=place, code=f"g{casino:06d}{n}", label=f"C-{n}", active=n < 2)
            for n in range(3)
        )
        rows, entries, day = [], [], START
        for place_in_line in range(PER_CASINO):
            last = place_in_line == PER_CASINO - 1
            state = (
                chance.choice(("in_force", "suspended"))
                if last
                else chance.choice((*ENDS, "refused", "draft"))
            )
            held = state not in ("refused", "draft")
            ends = None if last or not held else day + timedelta(days=chance.randint(0, 60))
            at = datetime(day.year, day.month, day.day, tzinfo=UTC)
            reference = f"XX-{next(number):07d}"
            rows.append(
                model("submissions", "Submission")(
                    reference=reference,
                    organisation=operator,
                    property=place,
                    edition=edition,
                    jurisdiction="md",
                    game="craps",
                    state=state,
                    created_by=person,
                    submitted_at=None if state == "draft" else at,
                    decided_at=None if state == "draft" else at,
                    in_force_from=day if held else None,
                    in_force_to=ends,
                )
            )
            if state != "draft":
                entries.append((reference, "approved" if held else "refused", day))
            if held and state != "in_force":
                entries.append((reference, state, ends or day + timedelta(days=5)))
            if ends:
                day = ends if state == "superseded" else ends + timedelta(days=chance.randint(0, 20))
        model("submissions", "Submission").objects.bulk_create(rows)
        known = dict(
            model("submissions", "Submission").objects.filter(property=place).values_list("reference", "pk")
        )
        model("register", "Entry").objects.bulk_create(
            model("register", "Entry")(
                position=next(position),
                kind="decision",
                leaf={"reference": reference, "outcome": outcome, "decided_on": on.isoformat()},
                leaf_hash=hashlib.sha256(reference.encode()).hexdigest(),
                submission_id=known[reference],
                reference=reference,
                jurisdiction="md",
                outcome=outcome,
                decided_on=on,
            )
            for reference, outcome, on in entries
        )


def tables_before(old: Any) -> Iterator[tuple[tuple[int, date | None], str | None]]:
    """What held at each table today and on each day, as it was decided by casino and game."""
    cases: dict[tuple[int, str], list[Any]] = {}
    for row in old.get_model("submissions", "Submission").objects.all():
        cases.setdefault((row.property_id, row.game), []).append(row)
    for table in old.get_model("accounts", "Table").objects.all():
        there = cases.get((table.property_id, table.game), [])
        now = [row.reference for row in there if row.state in ("in_force", "suspended")]
        yield (table.pk, None), now[0] if now else None
        for day in DAYS:
            held = [
                (row.in_force_from, row.pk, row.reference)
                for row in there
                if row.in_force_from and row.in_force_from <= day
                if row.in_force_to is None or row.in_force_to >= day
            ]
            yield (table.pk, day), max(held)[2] if held else None


def register_before(old: Any, day: date) -> set[str]:
    """What was in force at the end of a day, as the register decided it."""
    cases = {row.pk: row for row in old.get_model("submissions", "Submission").objects.all()}
    entries = old.get_model("register", "Entry").objects.filter(kind="decision").order_by("position")
    approved: dict[int, str] = {}
    last: dict[int, str] = {}
    for entry in entries.defer("leaf"):
        if entry.outcome in (*APPROVED, "refused"):
            approved[entry.submission_id] = entry.outcome
            last.pop(entry.submission_id, None)
        elif entry.decided_on and entry.decided_on <= day:
            last[entry.submission_id] = entry.outcome
    return {
        cases[pk].reference
        for pk, outcome in approved.items()
        if outcome in APPROVED
        and last.get(pk) not in PAUSES
        and cases[pk].in_force_from
        and cases[pk].in_force_from <= day
        and (cases[pk].in_force_to is None or cases[pk].in_force_to >= day)
    }


def row_counts() -> dict[str, int]:
    with connection.cursor() as cursor:
        counts = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
            counts[table] = cursor.fetchone()[0]
    return counts


def leaf_digest(old: Any) -> str:
    whole = hashlib.sha256()
    for leaf in (
        old.get_model("register", "Entry").objects.order_by("position").values_list("leaf", flat=True)
    ):
        whole.update(canonical_bytes(leaf))
    return whole.hexdigest()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
