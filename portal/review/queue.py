"""The regulator's queue: which cases, in which order, and how many of each state.

Every filter rests on an index, and nothing is counted further than a reader cares to know: a page costs the
same with a hundred thousand cases as with a hundred.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from portal.accounts.absences import own_and_deputised
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.review import search
from portal.review.models import Move
from portal.review.transitions import TRANSITIONS
from portal.submissions import selectors as submissions
from portal.submissions.models import NO_DAY, WAITING, State, Submission
from portal.validation.models import Run

# Counted one further, to know that there are more.
MOST_COUNTED = 1000
SOON = timedelta(days=7)
AGES = {"7": "more than 7 days ago", "30": "more than 30 days ago", "90": "more than 90 days ago"}
CLOCKS = {"late": "Late", "soon": "Due within 7 days", "stopped": "Clock paused"}
BACK_WITH_THE_OFFICER = ("answer_query", "withdraw_query", "send_back")
ORDERS = {"due": "Due first", "oldest": "Submitted first", "newest": "Submitted last"}


def queue(
    actor: User,
    *,
    state: str = "",
    jurisdiction: str = "",
    game: str = "",
    operator: str = "",
    assignee: str = "",
    flag: str = "",
    clock: str = "",
    age: str = "",
    query: str = "",
    order: str = "",
) -> QuerySet[Submission]:
    """The regulator's cases, ordered by one key and then by their number, so that a page can begin anywhere.

    `state` is one state, "" for all that wait for the regulator, or "all"; `game` is as editions call it.
    `assignee` is "me" (with those for whom the actor stands in), "none" or a person's id; `clock`, `age` and
    `order` are keys of the tables above. An unknown value is ignored.
    """
    rows = _lean(_cases(actor))
    if state in State.values:
        rows = rows.filter(state=state)
    elif state != "all":
        rows = rows.filter(state__in=WAITING)
    if jurisdiction:
        rows = rows.filter(jurisdiction=jurisdiction)
    if game:
        rows = rows.filter(game=game)
    if _is_id(operator):
        rows = rows.filter(organisation_id=int(operator))
    if assignee == "me":
        rows = rows.filter(assignee__in=own_and_deputised(actor))
    elif assignee == "none":
        rows = rows.filter(assignee__isnull=True)
    elif _is_id(assignee):
        rows = rows.filter(assignee_id=int(assignee))
    if flag:
        rows = rows.filter(flags__flag=flag)
    if clock in CLOCKS:
        rows = rows.filter(_clock(actor, clock))
    if age in AGES:
        rows = rows.filter(submitted_at__lte=timezone.now() - timedelta(days=int(age)))
    return _ordered(search.find(rows, query), order or usual_order(state))


def usual_order(state: str) -> str:
    """What waits is read by its day; what is closed has none, and the latest is what people look for."""
    return "due" if state in ("", *WAITING) else "newest"


def queue_counts(actor: User) -> dict[str, int]:
    """How many cases stand in each state, none counted beyond MOST_COUNTED + 1; every state is there."""
    cases = _cases(actor).order_by().values("pk")
    parts: list[str] = []
    parameters: list[Any] = []
    for state in State.values:
        try:
            sql, params = cases.filter(state=state)[: MOST_COUNTED + 1].query.sql_with_params()
        except EmptyResultSet:  # not a regulator's person, or one that oversees no jurisdiction
            return dict.fromkeys(State.values, 0)
        parts.append(f"(SELECT COUNT(*) FROM ({sql}) one)")  # noqa: S608  # written by the ORM
        parameters.extend(params)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(parts)}", parameters)
        return dict(zip(State.values, cursor.fetchone(), strict=True))


def count_of(rows: QuerySet[Submission]) -> int:
    """How many, counted no further than MOST_COUNTED + 1."""
    return rows.order_by()[: MOST_COUNTED + 1].count()


def count_words(number: int) -> str:
    """A count as people read it; beyond what is counted it says so."""
    return f"more than {MOST_COUNTED:,}" if number > MOST_COUNTED else str(number)


def latest_runs(rows: Iterable[Submission]) -> dict[int, Run]:
    """The latest check of each submitted version, by the id of its submission, in one query."""
    by_version = {row.submitted_version_id: row.pk for row in rows if row.submitted_version_id}
    runs = Run.objects.filter(version__in=by_version).order_by("pk").only("version_id", "breaches", "refers")
    return {by_version[run.version_id]: run for run in runs}


def news_of(rows: Iterable[Submission]) -> dict[int, str]:
    """What brought a case back to its officer, in words, where that was the last thing that happened."""
    moves = Move.objects.filter(submission__in=[row.pk for row in rows]).order_by("pk")
    news: dict[int, str] = {}
    submitted: set[int] = set()
    for pk, name in moves.values_list("submission_id", "name"):
        news.pop(pk, None)
        if name in BACK_WITH_THE_OFFICER:
            news[pk] = TRANSITIONS[name].past
        elif name == "submit" and pk in submitted:
            news[pk] = "Submitted again"
        elif name == "submit":
            submitted.add(pk)
    return news


def _cases(actor: User) -> QuerySet[Submission]:
    rows = submissions.submissions(actor)
    return rows if can(actor, "review.view") else rows.none()


def _lean(rows: QuerySet[Submission]) -> QuerySet[Submission]:
    """Without the rule sets, which are long and which no queue shows."""
    return rows.select_related(None).select_related("organisation", "property", "edition", "assignee")


def _ordered(rows: QuerySet[Submission], order: str) -> QuerySet[Submission]:
    if order == "newest":
        return rows.order_by("-submitted_at", "-pk")
    if order == "due":
        return rows.annotate(due_key=Coalesce("due_on", Value(NO_DAY))).order_by("due_key", "pk")
    return rows.order_by("submitted_at", "pk")


def _clock(actor: User, which: str) -> Q:
    if which == "stopped":
        return Q(state=State.QUERY_OPEN)
    days = Q()  # each jurisdiction has its own today
    for code in actor.organisation.jurisdiction_codes if actor.organisation else ():
        today = jurisdiction(code).today()
        near = Q(due_on__lt=today) if which == "late" else Q(due_on__range=(today, today + SOON))
        days |= Q(jurisdiction=code) & near
    return days


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
