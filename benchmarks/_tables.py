"""Tables and a register of the size of the cases, for the queue's benchmark: what the public pages read.

One approval at one table is real, made by the portal's services, so that the table's page shows all it has.
Around it stand the others, inserted as rows.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

OUTCOMES = {"superseded": "approved", "expired": "approved", "surrendered": "approved", "revoked": "approved"}


def load(house: Any, casinos: list[Any], number: int, chance: random.Random) -> dict[str, str]:
    """Adds them and returns the public views that are measured."""
    from django.urls import reverse

    from portal.accounts.models import Table
    from portal.register.models import Place
    from tests.factories import approved, create_table

    table = create_table(property=house.property)
    decision = approved(house)
    Place.objects.bulk_create(Place(slug=f"place-{casino.pk}", property=casino) for casino in casinos)
    each = max(1, number // 5 // len(casinos))  # 20,000 tables with 100,000 cases
    tables = Table.objects.bulk_create(
        (Table(property=casino, label=f"CR-{place:02d}") for casino in casinos for place in range(each)),
        batch_size=5000,
    )
    _coverage(tables, chance)
    _register(number)
    place = Place.objects.get(property=house.property)
    return {
        "register": "/register/",
        "register, one jurisdiction": "/register/?jurisdiction=nz",
        "register, one operator": f"/register/?operator={casinos[-1].organisation.name.replace(' ', '+')}",
        "register, a search": "/register/?q=NZ-2025-0077",
        "an entry of the register": f"/register/{decision.submission.reference}/",
        "a casino": reverse("public:casino", args=[place.slug]),
        "a table": reverse("public:table", args=[table.code]),
    }


def _coverage(tables: list[Any], chance: random.Random) -> None:
    """Each table was under one of its casino's superseded approvals, and most are under none now."""
    from django.utils import timezone

    from portal.submissions.models import CoveredTable, Submission

    today = timezone.now().date()
    closed: dict[int, list[int]] = {}
    rows = Submission.objects.filter(state="superseded").values_list("property_id", "pk")
    for casino, pk in rows:
        closed.setdefault(casino, []).append(pk)
    CoveredTable.objects.bulk_create(
        (
            CoveredTable(
                submission_id=chance.choice(closed[table.property_id]),
                table=table,
                state="ended",
                ended_as="superseded",
                in_force_from=today - timedelta(days=900),
                in_force_to=today - timedelta(days=chance.randrange(1, 800)),
            )
            for table in tables
            if table.property_id in closed
        ),
        batch_size=5000,
    )


def _register(number: int) -> None:
    """An entry for each case that was approved or refused."""
    from django.db.models import Max

    from portal.register.models import Entry
    from portal.submissions.models import Submission

    top = Entry.objects.aggregate(top=Max("position"))["top"] or 0
    decided = Submission.objects.filter(state__in=[*OUTCOMES, "refused"], register_entries=None)
    entries = []
    rows = decided.select_related("organisation", "property", "edition").defer("edition__document")
    for position, row in enumerate(rows.order_by("decided_at").iterator(), top + 1):
        if row.decided_at is None:
            continue
        approved = row.state in OUTCOMES
        outcome = OUTCOMES.get(row.state, "refused")
        facts = {"kind": "decision", "reference": row.reference, "outcome": outcome, "jurisdiction": "nz"}
        entries.append(
            Entry(
                position=position,
                kind="decision",
                leaf=facts,
                leaf_hash=f"{position:064x}",
                submission=row,
                reference=row.reference,
                jurisdiction="nz",
                outcome=outcome,
                operator=row.organisation.name if approved else "",
                property=row.property.name if approved else "",
                edition_id=row.edition_id if approved else "",
                edition_title=row.edition.title if approved else "",
                decided_on=row.decided_at.date(),
                entered_at=row.decided_at,
            )
        )
    Entry.objects.bulk_create(entries, batch_size=5000)
