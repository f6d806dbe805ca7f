"""Pages as signed-in people ask for them: the live check of a draft, and the regulator's queue.

    python -m benchmarks.web [live|queue] [--rounds 7] [--requests 40]

The live check stands beside an empty page. The queue with 100,000 cases stands beside the same with 100
(benchmarks/_queue.py).

Live check and empty page are asked through the whole of Django (middleware, session, sign-in, database,
template) in one process, one after the other, so that the speed of the machine and what else it does drop
out. Each round gives a median of its requests; the figure is the ratio of the medians of the rounds.
Processor time is what is measured: on a busy machine a longer request is interrupted more often. The goal is
at most 3 for each step.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from benchmarks import _queue

GOAL = 3.0
STEPS = ("odds", "vig", "wagers", "limits", "payouts")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", nargs="?", choices=["live", "queue"])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=40, help="of each kind in a round")
    args = parser.parse_args()
    missed = 0
    if args.which != "queue":
        missed += live_check(args)
    if args.which != "live":
        missed += _queue.main(args.rounds, args.requests)
    return 1 if missed else 0


def live_check(args: argparse.Namespace) -> int:
    with Portal() as portal:
        empty = portal.asker("get", "/empty/", {})
        worst = 0.0
        for slug in STEPS:
            checked = portal.asker("post", f"{portal.draft}{slug}/check/", portal.form_of(slug))
            kinds = {"an empty page": empty, f"the live check of {slug}": checked}
            base, took = measured(kinds, args.rounds, args.requests)
            ratio = took / base
            worst = max(worst, ratio)
            print(f"{slug:8} {took * 1e3:.2f} ms, an empty page {base * 1e3:.2f} ms: {ratio:.2f} times")
    print(f"p50 over {args.rounds} rounds of {args.requests} requests; the worst step is {worst:.2f} times")
    return 1 if worst > GOAL else 0


def measured(kinds: dict[str, Callable[[], None]], rounds: int, requests: int) -> list[float]:
    """The median of each kind's rounds. Within a round the kinds take turns, request by request."""
    medians: dict[str, list[float]] = {name: [] for name in kinds}
    for ask in kinds.values():
        for _ in range(5):
            ask()
    for _ in range(rounds):
        times: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(requests):
            for name, ask in kinds.items():
                started = time.process_time()
                ask()
                times[name].append(time.process_time() - started)
        for name, found in times.items():
            medians[name].append(statistics.median(found))
    return [statistics.median(found) for found in medians.values()]


class Portal:
    """The product on a throw-away data folder, with one draft and one person signed in."""

    def __enter__(self) -> Portal:
        self.data = tempfile.mkdtemp(prefix="baize-bench-")
        os.environ.update(DEMO="1", BAIZE_DATA=self.data, CELERY_BROKER_URL="memory://")
        os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("load_demo", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        settings.ROOT_URLCONF = "benchmarks.web"
        self._sign_in()
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.data, ignore_errors=True)

    def _sign_in(self) -> None:
        from django.test import Client

        from portal.accounts.models import Property
        from portal.accounts.selectors import people_with
        from portal.validation.drafts import create_draft

        casino = Property.objects.filter(jurisdiction="md").order_by("pk")[0]
        person = people_with("operator_submitter", organisation_id=casino.organisation_id)[0]
        draft = create_draft(actor=person, property_id=casino.pk, edition_id="md-craps")
        self.draft = f"/operator/submissions/{draft.reference}/draft/"
        self.client = Client()
        self.client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")

    def form_of(self, slug: str) -> dict[str, Any]:
        """What a browser would send from the step's page: every field as it stands."""
        from tests.portal.doors import fields

        return fields(self.client.get(f"{self.draft}{slug}/"), "step-form")

    def asker(self, method: str, where: str, data: dict[str, Any]) -> Callable[[], None]:
        sent: dict[str, Any] = {"data": data}
        if method == "post":  # as a browser sends a form
            sent = {"data": urlencode(data), "content_type": "application/x-www-form-urlencoded"}

        def ask() -> None:
            answer = getattr(self.client, method)(where, headers={"hx-request": "true"}, **sent)
            if answer.status_code != 200:
                raise SystemExit(f"{where} answered {answer.status_code}")

        return ask


def _urls() -> list[Any]:
    """The product's addresses and one more: a page with nothing on it, for people who are signed in."""
    from django.contrib.auth.decorators import login_required
    from django.http import HttpResponse
    from django.urls import include, path

    empty = login_required(lambda request: HttpResponse())
    return [path("empty/", empty), path("", include("portal.urls"))]


def __getattr__(name: str) -> Any:
    """Django asks this module for its addresses, once it is set up."""
    if name == "urlpatterns":
        return _urls()
    raise AttributeError(name)


if __name__ == "__main__":
    sys.exit(main())
