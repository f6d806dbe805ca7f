"""The register's log with 100,000 entries: recomputing all of it, signing, and proofs.

    python -m benchmarks.log [--entries 100000]

Everything is recomputed from the stored entries before each signature, so that has to stay far below the
minute within which an entry is to be signed. A proof comes from hashes that each process keeps. Times are
processor time.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from craps import load_ruleset

EXAMINED_WITHIN, PROVED_WITHIN = 30.0, 0.05  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000)
    args = parser.parse_args()
    data = tempfile.mkdtemp(prefix="baize-bench-")
    try:
        _fill(data, args.entries)
        from portal.register import checkpoints, integrity, log

        examined, found = _timed(integrity.check_integrity)
        signed, checkpoint = _timed(checkpoints.sign)
        first, _ = _timed(lambda: log.inclusion(0, args.entries))
        places = [random.randrange(args.entries) for _ in range(200)]
        later = statistics.median(_timed(partial(log.inclusion, at, args.entries))[0] for at in places)
    finally:
        shutil.rmtree(data, ignore_errors=True)
    print(
        f"{found.size:,} entries: recomputed in {examined:.1f} s, signed in {signed:.1f} s; "
        f"first proof of a process {first:.2f} s, later ones {later * 1e3:.1f} ms (median of 200)"
    )
    print(f"goals: recomputed within {EXAMINED_WITHIN:.0f} s, a proof within {PROVED_WITHIN * 1e3:.0f} ms")
    whole = not found.problems and checkpoint is not None and checkpoint.size == args.entries
    return 0 if whole and examined < EXAMINED_WITHIN and later < PROVED_WITHIN else 1


def _timed(act: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    found = act()
    return time.process_time() - began, found


def _fill(data: str, entries: int) -> None:
    os.environ |= {"DEMO": "1", "BAIZE_DATA": data, "DJANGO_SETTINGS_MODULE": "portal.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from portal.accounts.models import Kind, Organisation, Property, User
    from portal.editions.services import load_built_in_editions
    from portal.register import public_fields
    from portal.register.models import Entry
    from portal.register.services import columns
    from portal.submissions.models import Submission
    from portal.submissions.wording import describe_choices

    load_built_in_editions()
    operator = Organisation.objects.create(name="Operator", kind=Kind.OPERATOR)
    casino = Property.objects.create(organisation=operator, name="Casino", jurisdiction="md")
    person = User.objects.create(email="a@example.org", name="A", organisation=operator)
    case = Submission.objects.create(
        reference="MD-2026-0001",
        organisation=operator,
        property=casino,
        edition_id="md-craps",
        jurisdiction="md",
        game="craps",
        created_by=person,
    )
    now = case.created_at
    Submission.objects.filter(pk=case.pk).update(state="approved", submitted_at=now, decided_at=now)
    facts = {
        "reference": case.reference,
        "jurisdiction": "md",
        "outcome": "approved",
        "operator": operator.name,
        "property": casino.name,
        "edition": "md-craps",
        "decided_on": "2026-11-16",
        "chosen": describe_choices(load_ruleset({"edition": "md-craps"})),
    }
    rows = []
    for position in range(entries):
        leaf = public_fields.decision_leaf(facts | {"ruleset_digest": f"{position:064x}"})
        rows.append(
            Entry(
                position=position,
                leaf=leaf,
                leaf_hash=public_fields.leaf_hash(leaf),
                submission=case,
                **columns(leaf),
            )
        )
        if len(rows) == 5000 or position == entries - 1:
            Entry.objects.bulk_create(rows)
            rows = []


if __name__ == "__main__":
    sys.exit(main())
