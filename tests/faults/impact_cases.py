"""Approvals under a draft in the product's database, asked line by line on standard input.

make N     -> makes N approvals and a draft that changes findings, examples and edges
publish    -> publishes the draft, which starts the run
progress   -> state, how many are looked at, and of how many
sweep      -> how many runs were queued
answer     -> a digest of all that the run keeps, and of every notice about it
undisturbed -> the same after another run, in this process and from the beginning
"""

import hashlib
import json
import resource
import sys
import time

import django

django.setup()

from django.db import connection  # noqa: E402

from portal.editions.models import Edition  # noqa: E402
from portal.editions.selectors import edition_visible_to  # noqa: E402
from portal.notices.models import Notice  # noqa: E402
from portal.review import impact_runs, tasks  # noqa: E402
from portal.review.impact_models import ImpactRun  # noqa: E402
from tests.factories import House, make_house  # noqa: E402
from tests.portal.editions.drafts import a_draft, change, lower_odds, publish  # noqa: E402
from tests.portal.review.impacts import answer, many_approvals  # noqa: E402


def make(house: House, count: int) -> str:
    many_approvals(house, count)
    row = lower_odds(a_draft("md-craps", "md-craps-2031", house.regulator_admin), 10)
    change(row, "wagers.any_seven.pays.all", "3:1", "5/H(15)")
    return row.pk


def digest() -> str:
    row = Edition.objects.get(pk="md-craps-2031")
    told = sorted(Notice.objects.filter(text__contains="replaces").values_list("user_id", "text"))
    text = json.dumps([answer(row), told], sort_keys=True)
    return f"{len(told)} notices, {hashlib.sha256(text.encode()).hexdigest()}"


def undisturbed() -> str:
    """The same in this process from the beginning, and how long it takes."""
    ImpactRun.objects.all().delete()
    Notice.objects.filter(text__contains="replaces").delete()
    impact_runs.edition_published(edition=Edition.objects.get(pk="md-craps-2031"))
    began = time.monotonic()
    while impact_runs.work_on(ImpactRun.objects.get().pk):
        pass
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"undisturbed: {time.monotonic() - began:.1f} s, {megabytes} MB at most", file=sys.stderr)
    return digest()


def main() -> None:
    house = make_house("md", "md-craps")
    print("ready", flush=True)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "make":
            reply: object = make(house, int(rest))
        elif word == "publish":
            row = edition_visible_to(house.regulator_admin, "md-craps-2031")
            reply = publish(row).state
        elif word == "sweep":
            reply = tasks.sweep_impact()
        elif word == "progress":
            reply = " ".join(map(str, ImpactRun.objects.values_list("state", "looked_at", "total").get()))
        elif word == "answer":
            reply = digest()
        else:
            reply = undisturbed()
        connection.close()
        print(reply, flush=True)


if __name__ == "__main__":
    main()
