"""Public pages that are kept ready, and answered with 304, beside an empty view.

    python -m benchmarks.public [--rounds 7] [--requests 60]

All are asked without an account through the whole of Django (every middleware) in one process, in turns,
so that the speed of the machine and what else it does drop out. The goals are p50 ratios of at most 1.5 for a
page that is kept and 1.2 for a 304.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from benchmarks.web import measured

PAGES = (
    "/",
    "/register/",
    "/try/",
    "/try/md-craps/",
    "/calculator/",
    "/rulebook/",
    "/rulebook/nz-revised/4.10/",
    "/rulebook/md-craps/all/",
    "/compare/matrix/",
    "/compare/everywhere/odds/",
    "/register/casinos/",
    "/contact/",
    "/search/",
    "/glossary/",
)
KEPT, UNCHANGED = 1.5, 1.2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=60, help="of each kind in a round")
    args = parser.parse_args()
    data = tempfile.mkdtemp(prefix="baize-bench-")
    try:
        client = _client(data)
        missed = False
        for address in PAGES:
            etag = client.get(address)["ETag"]
            kinds = {
                "empty": _asker(client, "/empty/", 200),
                "kept": _asker(client, address, 200, accept_encoding="gzip"),
                "304": _asker(client, address, 304, if_none_match=etag),
            }
            empty, kept, unchanged = measured(kinds, args.rounds, args.requests)
            missed |= kept > KEPT * empty or unchanged > UNCHANGED * empty
            print(
                f"{address:28} kept {kept / empty:.2f} times, 304 {unchanged / empty:.2f} times "
                f"an empty view ({empty * 1e3:.2f} ms)"
            )
    finally:
        shutil.rmtree(data, ignore_errors=True)
    print(f"goals: kept at most {KEPT}, 304 at most {UNCHANGED}")
    return 1 if missed else 0


def _asker(client: Any, address: str, status: int, **headers: str) -> Callable[[], None]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}

    def ask() -> None:
        answer = client.get(address, headers=sent)
        if answer.status_code != status:
            raise SystemExit(f"{address} answered {answer.status_code}")

    return ask


def _client(data: str) -> Any:
    """Someone without an account, on the product with a throw-away data folder."""
    os.environ.update(DEMO="1", BAIZE_DATA=data, CELERY_BROKER_URL="memory://")
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.http import HttpResponse
    from django.test import Client
    from django.urls import path

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_editions", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from portal.public import urls

    # Among the public pages, so that finding it takes as long as finding one of them.
    urls.urlpatterns.insert(0, path("empty/", lambda request: HttpResponse()))
    return Client()


if __name__ == "__main__":
    sys.exit(main())
