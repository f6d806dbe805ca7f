"""Notices that an organisation was deactivated or activated again, to those it worked with."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from portal.accounts import events
from portal.accounts.jurisdictions import jurisdiction_name
from portal.accounts.models import Kind, Organisation, Role, User
from portal.accounts.selectors import people_with, regulators_gone
from portal.experts.models import UNDER_REVIEW, ExpertRequest
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.review.deactivated import left_of
from portal.submissions.models import Submission
from portal.text import format_day

_DECIDING = (Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN)
_SUBMITTING = (Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN)


@receiver(events.organisation_deactivated)
def deactivated(*, organisation: Organisation, **_: Any) -> None:
    since = organisation.deactivated_at
    subject = f"{organisation} was deactivated"
    start = f"{subject} on {format_day(since.astimezone(organisation.zone))}." if since else f"{subject}."
    _TOLD[Kind(organisation.kind)](organisation, subject, start, ended=True)


@receiver(events.organisation_reactivated)
def reactivated(*, organisation: Organisation, **_: Any) -> None:
    subject = f"{organisation} is active again"
    _TOLD[Kind(organisation.kind)](organisation, subject, f"{subject}: its people can sign in.", ended=False)


def _about_operator(operator: Organisation, subject: str, start: str, *, ended: bool) -> None:
    """To those who decide about its cases, in each jurisdiction in which it has a casino."""
    for code in sorted(set(operator.properties.order_by().values_list("jurisdiction", flat=True))):
        left = left_of([operator], [code])
        text = start
        if ended and left:
            text += (
                f" {left[0].words} in {jurisdiction_name(code)} stand: decide whether to revoke or let run, "
                "and how open cases go on."
            )
        topic = Topic.WORK if ended and left else Topic.PROGRESS
        _tell(people_with(*_DECIDING, jurisdiction=code), subject, text, topic, _queue(operator))


def _about_regulator(regulator: Organisation, subject: str, start: str, *, ended: bool) -> None:
    """To the operators with casinos in its jurisdictions."""
    for code in regulator.jurisdiction_codes:
        text = start
        if ended:
            text += f" Your cases in {jurisdiction_name(code)} and your approvals stand as they are."
            if regulators_gone(code):
                text += " Nothing can be submitted until another regulator is responsible."
        people = people_with(*_SUBMITTING).filter(organisation__properties__jurisdiction=code).distinct()
        _tell(people, subject, text, Topic.PROGRESS, "/operator/")


def _about_experts(experts: Organisation, subject: str, start: str, *, ended: bool) -> None:
    """To the officers whose questions wait for it."""
    rows = ExpertRequest.objects.filter(
        organisation=experts, answered_at=None, withdrawn_at=None, submission__state__in=UNDER_REVIEW
    )
    for row in rows.select_related("submission", "asked_by__organisation").order_by("pk"):
        text = f"{start} Your question about {row.submission.reference} is with it."
        if ended:
            text += " Withdraw it and ask somebody else, or wait."
        _tell([row.asked_by], subject, text, Topic.WORK, _case(row.submission))


_TOLD = {Kind.OPERATOR: _about_operator, Kind.REGULATOR: _about_regulator, Kind.EXPERT: _about_experts}


def _tell(people: Iterable[User], subject: str, text: str, topic: Topic, url: str) -> None:
    notify(people=people, subject=subject, text=text[:300], topic=topic, url=url)


def _queue(operator: Organisation) -> str:
    return f"/regulator/queue/?state=all&operator={operator.pk}"


def _case(submission: Submission) -> str:
    return f"/regulator/cases/{submission.reference}/"
