"""The regulator's queue, the register and a table's page with 100,000 cases beside the same with 100.

Part of benchmarks.web; on PostgreSQL. The register and the tables: benchmarks/_tables.py.

Two processes serve the two databases; a round asks them in turn, request by request, so that what else the
machine does drops out. Wall time is measured, because the database works in a process of its own. Most cases
are closed and some thousands wait. The default page shows its 25 rows on both sides; of a hundred cases a
narrow view shows fewer, which counts against the large side. The goal is a ratio of at most 2.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from benchmarks import _tables

GOAL = 2.0
FEW, MANY = 100, 100_000
CLOSED = {"superseded": 58, "refused": 12, "withdrawn": 12, "expired": 8, "surrendered": 7, "revoked": 3}
WAITING = {"submitted": 40, "in_review": 45, "query_open": 8, "recommended": 7}
NAMES = ("Aurora", "Birchwood", "Cascade", "Dovecote", "Elmhurst", "Foxglove", "Gannet", "Harrier")
WORDS = """
    odds pass line come field hardway buy lay place vigorish wager table dice layout legend payout fire bonus
    minimum maximum chip stickman boxperson supervisor training licence laboratory drawing schedule posted
    floor shooter point seven paid lost returned approved clause waiver reason trial players accept signed
"""


def main(rounds: int, requests: int) -> int:
    """Prints the ratio for each view of the queue; 1 if one of them misses the goal."""
    from tests import services

    with ExitStack() as running:
        url = running.enter_context(services.postgres())
        sides = [running.enter_context(Side(f"{url.rpartition('/')[0]}/baize_{n}", n)) for n in (FEW, MANY)]
        few, many = sides
        print(f"{MANY:,} cases took {many.loading:.0f} s to load, {FEW} took {few.loading:.0f} s")
        worst = 0.0
        for view in few.views:
            medians = measured(sides, view, rounds, requests)
            ratio = medians[1] / medians[0]
            worst = max(worst, ratio)
            took = " and ".join(f"{median * 1e3:.1f} ms" for median in medians)
            print(f"{view:34} p50 {took} with {FEW} and {MANY:,} cases: {ratio:.2f} times")
    print(f"p50 over {rounds} rounds of {requests} requests; the worst view is {worst:.2f} times")
    return 1 if worst > GOAL else 0


def measured(sides: list[Side], view: str, rounds: int, requests: int) -> list[float]:
    for side in sides:
        for _ in range(5):
            side.ask(view)
    medians: list[list[float]] = [[] for _ in sides]
    for _ in range(rounds):
        times: list[list[float]] = [[] for _ in sides]
        for _ in range(requests):
            for side, taken in zip(sides, times, strict=True):
                taken.append(side.ask(view))
        for found, taken in zip(medians, times, strict=True):
            found.append(statistics.median(taken))
    return [statistics.median(found) for found in medians]


class Side:
    """A process with the portal on one database, asked for a view by its name."""

    def __init__(self, url: str, number: int) -> None:
        self.url, self.number = url, number

    def __enter__(self) -> Side:
        command = [sys.executable, "-m", "benchmarks._queue", self.url, str(self.number)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        hello = json.loads(self._line())
        self.views, self.loading = hello["views"], hello["loading"]
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)

    def ask(self, view: str) -> float:
        assert self.process.stdin is not None
        print(view, file=self.process.stdin, flush=True)
        return float(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        line: str = self.process.stdout.readline()
        if not line:
            raise SystemExit("a side of the benchmark ended early; what it said stands above")
        return line


# The other process ---------------------------------------------------------------------------------------


def serve(url: str, number: int) -> None:
    data = tempfile.mkdtemp(prefix="baize-bench-")
    try:
        _create_database(url)
        os.environ.update(DEMO="1", BAIZE_DATA=data, CELERY_BROKER_URL="memory://", DATABASE_URL=url)
        os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.test import Client

        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        began = time.monotonic()
        officer, views = load(number)
        client = Client()
        client.force_login(officer, backend="django.contrib.auth.backends.ModelBackend")
        print(json.dumps({"views": list(views), "loading": time.monotonic() - began}), flush=True)
        for line in sys.stdin:
            started = time.perf_counter()
            answer = client.get(views[line.strip()])
            taken = time.perf_counter() - started
            shown = answer.content.count(b"/regulator/cases/") or answer.content.count(b"NZ-202")
            if answer.status_code != 200 or not shown:
                raise SystemExit(f"{line.strip()}: {answer.status_code}, {shown} cases")
            print(taken, flush=True)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def load(number: int) -> tuple[Any, dict[str, str]]:
    """That many cases of one jurisdiction, and the views that are measured."""
    from django.db import connection

    from portal.accounts.models import Role
    from portal.audit.append_only import guard_tables, unguard_tables
    from portal.submissions.models import Submission
    from tests.factories import create_operator, create_property, create_user, make_house

    house, chance = make_house(), random.Random(7)  # the same cases every time
    officers = [house.officer] + [
        create_user(organisation=house.regulator, roles=[Role.REGULATOR_OFFICER]) for _ in range(5)
    ]
    operators = [create_operator(name=f"{name} Leisure") for name in NAMES]
    casinos = [
        create_property(organisation=operator, name=f"{operator.name} Casino {place}")
        for operator in operators
        for place in range(min(50, max(1, number // 20)))
    ]
    unguard_tables()  # the database lets no case be approved without a decision
    for first in range(0, number, 5000):
        _cases(range(first, min(first + 5000, number)), number, house, officers, casinos, chance)
    public = _tables.load(house, casinos, number, chance)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE submissions_submission s SET current_version_id = v.id, submitted_version_id = v.id "
            "FROM submissions_version v WHERE v.submission_id = s.id AND s.submitted_version_id IS NULL"
        )
        cursor.execute("VACUUM ANALYZE")
    guard_tables()
    newest = Submission.objects.order_by("-submitted_at", "-pk")
    middle = newest[number // 2]
    assert middle.submitted_at is not None
    return officers[0], {
        "default": "/regulator/queue/",
        "one state, one officer": "/regulator/queue/?state=in_review&officer=me",
        "closed cases of one operator": f"/regulator/queue/?state=superseded&operator={operators[-1].pk}",
        "late": "/regulator/queue/?clock=late",
        "search, what waits": "/regulator/queue/?q=harrier",
        "search for a reference, every state": "/regulator/queue/?state=all&q=NZ-2025-0077",
        "search for a common word": "/regulator/queue/?state=all&q=casino",
        "every state, half-way down": "/regulator/queue/?state=all&after="
        f"{middle.submitted_at.isoformat().replace('+', '%2B')}~{middle.pk}",
        "dashboard": "/regulator/",
        **public,
    }


def _cases(
    span: range, number: int, house: Any, officers: list[Any], casinos: list[Any], chance: random.Random
) -> None:
    from django.utils import timezone

    from portal.review.models import Flag, Move
    from portal.submissions.models import CLOCK_RUNS, DECIDED, CaseWords, Submission, Version
    from portal.validation.models import Run

    now, made = timezone.now(), []
    waiting = 40 if number <= FEW else 4000
    for n in span:
        kinds = WAITING if n % (number // waiting) == 0 else CLOSED
        state = chance.choices(list(kinds), list(kinds.values()))[0]
        days = chance.randrange(0, 60) if kinds is WAITING else chance.randrange(60, 3000)
        casino, at = chance.choice(casinos), now - timedelta(days=days, seconds=chance.randrange(86_400))
        made.append(
            Submission(
                reference=f"NZ-2025-{n:04d}",
                organisation_id=casino.organisation_id,
                property=casino,
                edition=house.edition,
                jurisdiction="nz",
                game="craps",
                state=state,
                state_since=at,
                assignee=None if state == "submitted" else chance.choice(officers),
                created_by=house.submitter,
                created_at=at,
                submitted_at=at,
                decided_at=at if state in DECIDED else None,
                due_on=(at + timedelta(days=28)).date() if state in CLOCK_RUNS else None,
            )
        )
    rows = Submission.objects.bulk_create(made)
    rules = {"edition": house.edition.pk, "chip_unit": "5"}
    versions = Version.objects.bulk_create(
        Version(submission=row, number=1, ruleset=rules, digest=f"{row.pk:064x}", author=house.submitter)
        for row in rows
    )
    Run.objects.bulk_create(
        Run(
            version=version,
            verdict="refer",
            checked=40,
            breaches=version.pk % 3,
            refers=version.pk % 2,
            infos=0,
            edges=[],
            core_version="1",
            edition_digest="0" * 64,
            ruleset_digest=version.digest,
        )
        for version in versions
    )
    Move.objects.bulk_create(
        Move(submission=row, name=name, from_state="draft", to_state=state, at=row.created_at)
        for row in rows
        for name, state in (("submit", "submitted"), ("claim", "in_review"))
    )
    Flag.objects.bulk_create(
        Flag(submission=row, flag="urgent", raised_by=officers[0]) for row in rows if row.pk % 50 == 0
    )
    known = WORDS.split()
    CaseWords.objects.bulk_create(
        CaseWords(
            submission=row,
            words=" ".join([row.reference.lower(), row.property.name.lower(), *chance.sample(known, 30)]),
        )
        for row in rows
    )


def _create_database(url: str) -> None:
    import psycopg

    server, _, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
