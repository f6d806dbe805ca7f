"""Notices about questions to experts: to the expert's people and to the officers of the case. Never to the
operator."""

from typing import Any

from django.dispatch import receiver

from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.experts import events
from portal.experts.models import ExpertRequest
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.text import format_day


@receiver(events.asked)
def expert_asked(*, request: ExpertRequest, **_: Any) -> None:
    text = (
        f"{request.regulator} asks {request.organisation} a question about {request.submission.reference}. "
        f"Your answer is due on {format_day(request.due_on)}."
    )
    _tell_expert(request, text, f"/expert/requests/{request.pk}/")


@receiver(events.extended)
def day_extended(*, request: ExpertRequest, **_: Any) -> None:
    text = f"Your answer about {request.submission.reference} is now due on {format_day(request.due_on)}."
    _tell_expert(request, text, f"/expert/requests/{request.pk}/")


@receiver(events.withdrawn)
def request_withdrawn(*, request: ExpertRequest, **_: Any) -> None:
    text = (
        f"{request.regulator} withdrew its question about {request.submission.reference}: "
        f"{request.withdrawal_reason}"
    )
    _tell_expert(request, text, "/expert/")


@receiver(events.answered)
def expert_answered(*, request: ExpertRequest, **_: Any) -> None:
    text = f"{request.organisation} answered your question about {request.submission.reference}."
    _tell_officers(request, text, topic=Topic.WORK)


@receiver(events.due)
def answer_due(*, request: ExpertRequest, overdue: bool, **_: Any) -> None:
    reference, day = request.submission.reference, format_day(request.due_on)
    if overdue:
        text = (
            f"{request.organisation} has not answered your question about {reference}. The answer was due on "
            f"{day}."
        )
        _tell_officers(request, text, topic=Topic.REMINDER)
        text = f"Your answer about {reference} was due on {day}. {request.regulator} is waiting for it."
    else:
        text = f"Your answer about {reference} is due on {day}."
    _tell_expert(request, text, f"/expert/requests/{request.pk}/", topic=Topic.REMINDER)


def _tell_expert(request: ExpertRequest, text: str, url: str, *, topic: Topic = Topic.WORK) -> None:
    people = people_with(Role.EXPERT, organisation_id=request.organisation_id)
    subject = f"{request.submission.reference}: {request.regulator}"
    # Without the case: an expert's notices lead to the request, not to the submission.
    notify(people=people, subject=subject, text=text, topic=topic, url=url)


def _tell_officers(request: ExpertRequest, text: str, *, topic: Topic) -> None:
    """The case's officer and who asked; all officers of the regulator if neither is there any more."""
    submission = request.submission
    wanted = {person.pk for person in (submission.assignee, request.asked_by) if person is not None}
    officers = people_with(Role.REGULATOR_OFFICER, organisation_id=request.regulator_id)
    people: list[User] = list(officers.filter(pk__in=wanted)) or list(officers)
    notify(
        people=people,
        subject=f"{submission.reference}: answer of an expert",
        text=text,
        topic=topic,
        url=f"/regulator/cases/{submission.reference}/#experts",
        submission=submission,
    )
