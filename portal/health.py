"""Liveness and readiness for load balancers, monitors and `make run`."""

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal.celery import app
from portal.schedule import WORKER_SEEN_EVERY

log = logging.getLogger(__name__)

WORKER_SEEN = "worker-seen"
# Four missed heartbeats: a worker busy with one long document does not count as lost.
HEARTBEAT_TIMEOUT = 4 * WORKER_SEEN_EVERY
# Further lines of /readyz that do not affect readiness: name and check.
extra_checks: dict[str, Callable[[], str]] = {}


def record_heartbeat() -> None:
    """Store the time. The worker calls this through beat and broker, which shows that all three work."""
    cache.set(WORKER_SEEN, timezone.now().timestamp(), timeout=24 * 60 * 60)


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Return 200 if database, broker and worker all answer, otherwise 503 naming the ones that do not.

    A failed extra check is reported in its own line, and the portal stays ready.
    """
    checks = {"database": _database, "broker": _broker, "worker": _worker}
    required = {name: _run(name, check) for name, check in checks.items()}
    extra = {name: _run(name, check) for name, check in extra_checks.items()}
    is_ready = all(result == "ok" for result in required.values())
    return JsonResponse({"ready": is_ready, **required, **extra}, status=200 if is_ready else 503)


def _run(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception:  # any failure means not ready; the log has the reason
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
    return "ok" if ago <= HEARTBEAT_TIMEOUT else f"last seen {ago} seconds ago"
