"""The register's log as it grows: an entry, its checkpoint and its proof, up to a million entries.

    python -m benchmarks.log [--entries 1000 1000000] [--postgres]

One round enters a decision, signs the log and proves the entry. A round in the largest log has to cost at
most three times one in the smallest. Each log is a process with a database of its own; rounds alternate
between them, and the figure is a ratio of medians. Checking the whole log runs in the background and is timed
once for each size. Times are processor time and, for rounds, wall time; SQLite by default, throw-away
PostgreSQL servers with --postgres.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

AT_MOST, PROVED_WITHIN = 3.0, 0.05  # times; seconds
ROUNDS = 60
PARTS = ("enter", "sign", "prove", "old_proof", "round", "wall")


class Figures(NamedTuple):
    """Medians in seconds: processor time of each part of a round; of a whole round also wall time."""

    size: int
    check: float
    parts: dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, nargs="+", default=[1_000, 1_000_000])
    parser.add_argument("--postgres", action="store_true", help="on throw-away PostgreSQL servers")
    parser.add_argument("--log-of", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.log_of:
        return _serve(args.log_of)
    with contextlib.ExitStack() as stack:
        logs = [stack.enter_context(_Log(size, args.postgres)) for size in sorted(args.entries)]
        checks = [json.loads(log.ask()) for log in logs]
        rounds: list[list[dict[str, float]]] = [[] for _ in logs]
        for _ in range(ROUNDS):
            for log, done in zip(logs, rounds, strict=True):
                done.append(json.loads(log.ask("round")))
        found = [
            Figures(log.size, check, {part: statistics.median(one[part] for one in done) for part in PARTS})
            for log, check, done in zip(logs, checks, rounds, strict=True)
        ]
    for figures in found:
        print(_shown(figures))
    times, wall = (found[-1].parts[part] / found[0].parts[part] for part in ("round", "wall"))
    print(
        f"a round at {found[-1].size:,} entries costs {times:.2f} times one at {found[0].size:,} "
        f"({wall:.2f} times by the clock; medians of {ROUNDS} alternating rounds); "
        f"goal: at most {AT_MOST:.0f} times"
    )
    return 0 if times <= AT_MOST and found[-1].parts["old_proof"] <= PROVED_WITHIN else 1


class _Log(contextlib.ExitStack):
    """A process with a log of this size in a database of its own. It does a round when it is asked to."""

    def __init__(self, size: int, postgres: bool) -> None:
        super().__init__()
        self.size = size
        data = tempfile.mkdtemp(prefix="baize-bench-")
        self.callback(shutil.rmtree, data, ignore_errors=True)
        environment = {**os.environ, "BAIZE_DATA": data}
        if postgres:
            from tests import services

            environment["DATABASE_URL"] = self.enter_context(services.postgres())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.log", "--log-of", str(size)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.callback(self.process.wait)
        assert self.process.stdin and self.process.stdout
        self.callback(self.process.stdin.close)

    def ask(self, what: str = "") -> str:
        assert self.process.stdin and self.process.stdout
        if what:
            self.process.stdin.write(f"{what}\n")
            self.process.stdin.flush()
        answer: str = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"The process with {self.size:,} entries ended: code {self.process.wait()}.")
        return answer


def _serve(size: int) -> int:
    """In the process of one log: fill it, check it, then one round for each line read."""
    case = _prepare()
    _fill(case, size)
    from portal.register import checkpoints

    checkpoints.sign()  # what was filled in bulk
    check, report = _timed(checkpoints.check)
    assert not report.problems, report.problems
    print(json.dumps(check), flush=True)
    for number, _ in enumerate(sys.stdin):
        print(json.dumps(_round(case, size, number)), flush=True)
    return 0


def _round(case: Any, size: int, number: int) -> dict[str, float]:
    from django.db import transaction

    from portal.register import checkpoints, log
    from portal.register.services import enter_decision

    def enter() -> Any:
        with transaction.atomic():
            return enter_decision(submission=case, facts=_facts(case, f"{size + number:064x}"))

    began = time.perf_counter()
    entered, entry = _timed(enter)
    sign, signed = _timed(checkpoints.sign)
    assert signed is not None and signed.size == entry.position + 1
    proved, proof = _timed(partial(log.entry_proof, entry))
    assert proof["size"] == signed.size
    wall = time.perf_counter() - began
    old_proof, _ = _timed(partial(log.inclusion, random.randrange(size), signed.size))
    spent = (entered, sign, proved, old_proof, entered + sign + proved, wall)
    return dict(zip(PARTS, spent, strict=True))


def _shown(found: Figures) -> str:
    enter, sign, prove, old, whole, wall = (f"{found.parts[part] * 1e3:.1f} ms" for part in PARTS)
    return (
        f"{found.size:,} entries: entered {enter}, signed {sign}, proved {prove}, together {whole} ({wall} "
        f"by the clock); proof of any entry {old}; the whole log checked in {found.check:.1f} s"
    )


def _timed(act: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    found = act()
    return time.process_time() - began, found


def _prepare() -> Any:
    os.environ |= {"DEMO": "1", "DJANGO_SETTINGS_MODULE": "portal.settings"}
    import django

    django.setup()
    import logging

    logging.disable(logging.WARNING)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from portal.accounts.models import Kind, Organisation, Property, User
    from portal.audit.append_only import guard_tables, unguard_tables
    from portal.editions.services import load_built_in_editions
    from portal.submissions.models import Submission

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
    unguard_tables()  # the database lets no case be approved without a decision
    Submission.objects.filter(pk=case.pk).update(state="approved", submitted_at=now, decided_at=now)
    guard_tables()
    return case


def _facts(case: Any, digest: str) -> dict[str, Any]:
    return {
        "reference": case.reference,
        "jurisdiction": "md",
        "outcome": "approved",
        "operator": case.organisation.name,
        "property": case.property.name,
        "edition": "md-craps",
        "decided_on": "2026-11-16",
        "ruleset_digest": digest,
        "conditions": ["The operator reports the first month of play."],
        "all_tables": True,
    }


def _fill(case: Any, entries: int) -> None:
    """Add entries in bulk until there are so many."""
    from portal.register import checkpoints
    from portal.register.models import Entry
    from portal.register.services import COUNTER
    from portal.submissions.models import Counter

    rows = []
    for entry in _entries(case, checkpoints.count(), entries):
        rows.append(entry)
        if len(rows) == 5000:
            Entry.objects.bulk_create(rows)
            rows = []
    Entry.objects.bulk_create(rows)
    Counter.objects.update_or_create(name=COUNTER, defaults={"value": entries})


def _entries(case: Any, start: int, end: int) -> Iterator[Any]:
    from portal.register import public_fields
    from portal.register.models import Entry
    from portal.register.services import columns

    for position in range(start, end):
        leaf = public_fields.decision_leaf(_facts(case, f"{position:064x}"))
        leaf_hash = public_fields.leaf_hash(leaf)
        yield Entry(position=position, leaf=leaf, leaf_hash=leaf_hash, submission=case, **columns(leaf))


if __name__ == "__main__":
    sys.exit(main())
