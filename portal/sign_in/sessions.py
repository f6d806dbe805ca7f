"""The browsers in which people are signed in, and ending them one by one or all."""

from datetime import timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.accounts.permissions import require_second_factor
from portal.errors import NotFound
from portal.middleware import client_address
from portal.sign_in import session
from portal.sign_in.browsers import clean_user_agent
from portal.sign_in.models import BrowserSession, TrustedBrowser


def record_session(request: HttpRequest, user: User) -> None:
    """Note that a person is signed in with this browser."""
    key = request.session.session_key
    if key:
        told = {
            "user": user,
            "address": client_address(request)[:64],
            "user_agent": clean_user_agent(request.headers.get("User-Agent", "")),
            "way": session.way(request),
        }
        BrowserSession.objects.update_or_create(session_key=key, defaults=told)


def used(request: HttpRequest) -> None:
    address = client_address(request)[:64]
    rows = BrowserSession.objects.filter(session_key=request.session.session_key)
    rows.update(last_used_at=timezone.now(), address=address)


def forget(session_key: str) -> None:
    BrowserSession.objects.filter(session_key=session_key).delete()


def forget_all(user: User) -> None:
    """Their sessions have ended already: those of a former password do."""
    BrowserSession.objects.filter(user=user).delete()


def delete_old() -> int:
    """Delete what is kept of sessions that have ended, and of trust that has."""
    now = timezone.now()
    trust = TrustedBrowser.objects.filter(trusted_at__lt=now - timedelta(days=settings.TRUSTED_BROWSER_DAYS))
    rows = BrowserSession.objects.filter(last_used_at__lt=now - timedelta(days=1))
    return rows.delete()[0] + trust.delete()[0]


def browser_sessions(actor: User) -> list[BrowserSession]:
    """Those that are still alive, the last used first. Ended ones are forgotten on the way."""
    rows = list(BrowserSession.objects.filter(user=actor))
    alive = [row for row in rows if _store().exists(row.session_key)]
    ended = [row.pk for row in rows if row not in alive]
    if ended:
        BrowserSession.objects.filter(pk__in=ended).delete()
    return alive


@transaction.atomic
def end_session(*, actor: User, session_id: int) -> BrowserSession:
    row = BrowserSession.objects.filter(user=actor, pk=session_id).first()
    if row is None:
        raise NotFound("You are no longer signed in there.")
    require_second_factor(actor)
    _end(BrowserSession.objects.filter(pk=row.pk))
    send_changed(actor, "session.end", actor, before={"browser": row.browser})
    return row


@transaction.atomic
def end_other_sessions(*, actor: User, keep: str) -> int:
    """End every session of the actor but the one with this key. Return how many."""
    require_second_factor(actor)
    count = _end(BrowserSession.objects.filter(user=actor).exclude(session_key=keep))
    send_changed(actor, "session.end_others", actor, before={"sessions": count})
    return count


def end_sessions_of(user: User) -> int:
    """End all sessions of a person: called by services that record why."""
    return _end(BrowserSession.objects.filter(user=user))


def _end(rows: QuerySet[BrowserSession]) -> int:
    keys = list(rows.values_list("session_key", flat=True))
    for key in keys:
        _store().delete(key)
    rows.delete()
    return len(keys)


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore()
