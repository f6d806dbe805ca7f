"""Is the portal alive, and is it ready to work? For load balancers, monitors and `make run`."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal.celery import app

log = logging.getLogger(__name__)

WORKER_SEEN = "worker-seen"
# Four missed signs of life: a worker busy with one long document is not called lost.
LATELY = 4 * settings.WORKER_SEEN_EVERY
# What a part wants known about itself that is no reason to send its visitors elsewhere: name and question.
extra_checks: dict[str, Callable[[], str]] = {}


def record_heartbeat() -> None:
    """Called by the worker every few seconds, through beat and broker: it proves that all three work."""
    cache.set(WORKER_SEEN, timezone.now().timestamp(), timeout=24 * 60 * 60)


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, broker and worker all answer; 503 otherwise, saying which does not.

    A part that is degraded says so in its own line, and the portal stays ready.
    """
    parts = {"database": _database, "broker": _broker, "worker": _worker}
    found = {name: _ask(name, question) for name, question in parts.items()}
    is_ready = all(answer == "ok" for answer in found.values())
    told = {name: _ask(name, question) for name, question in extra_checks.items()}
    return JsonResponse({"ready": is_ready, **found, **told}, status=200 if is_ready else 503)


def _ask(name: str, question: Callable[[], str]) -> str:
    try:
        return question()
    except Exception:  # whatever is wrong with it, the answer is that it is not ready; the log has the reason
        log.exception("%s is not ready", name)
        return "does not answer"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _broker() -> str:
    with app.connection_for_write(connect_timeout=3) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=3)
    return "ok"


def _worker() -> str:
    seen = cache.get(WORKER_SEEN)
    if seen is None:
        return "not seen yet"
    ago = int(timezone.now().timestamp() - seen)
    return "ok" if ago <= LATELY else f"last seen {ago} seconds ago"
