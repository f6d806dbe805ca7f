"""Consultations and comments for tests, made by the product's own services."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.consultations import comments, moderation, services
from portal.consultations.models import Comment, Consultation
from portal.editions.models import Edition
from portal.notices.models import Mail
from tests.factories import House
from tests.portal.editions.drafts import a_draft, change

FORM: dict[str, Any] = {
    "about": "whole",
    "name": "Mere Tamihana",
    "name_withheld": False,
    "on_behalf_of": "",
    "email": "mere@example.org",
    "text": "Ten times is too little.",
}


# A value of each edition that decides money: path, value, clause. And one more that does not.
CHANGES = {
    "nz-revised": ("wagers.field.pays.2 12", "3:1", "4.14"),
    "md-craps": ("odds.pass_line.most.all", "10", "6/E"),
}
MORE = ("table.dice", "6", "3.3")


def changed_draft(house: House) -> Edition:
    """A draft of the house's regulator that changes a value which decides money."""
    row = a_draft(house.edition.pk, actor=house.regulator_admin)
    return change(row, *CHANGES[house.edition.pk], actor=house.regulator_admin)


def opened(house: House, draft: Edition | None = None, **fields: Any) -> Consultation:
    draft = draft or changed_draft(house)
    given: dict[str, Any] = {
        "title": "A higher payout",
        "introduction": "We ask what you think of it.",
        "questions": ["Is the date right?"],
        "closes_on": jurisdiction(draft.jurisdiction).today() + timedelta(days=30),
        "digest": draft.contents_digest,
    }
    return services.open_consultation(actor=house.regulator_admin, edition_id=draft.pk, **given | fields)


def sent(row: Consultation, **fields: Any) -> Comment | None:
    """Send a comment. None if it was not kept."""
    before = set(row.comments.values_list("pk", flat=True))
    comments.send(slug=row.slug, **{**FORM, **fields})
    return row.comments.exclude(pk__in=before).first()


def link_in_mail(kind: str = "confirm") -> str:
    """The token of the latest e-mail that has one."""
    mail = Mail.objects.filter(body__contains=f"/consultations/{kind}/").latest("pk")
    found = re.search(rf"/consultations/{kind}/([^/]+)/", mail.body)
    assert found
    return found[1]


def confirmed(row: Consultation, **fields: Any) -> Comment:
    comment = sent(row, **fields)
    assert comment
    comments.confirm(token=link_in_mail(), comment_ids=[comment.pk])
    comment.refresh_from_db()
    return comment


def published(house: House, row: Consultation, marked: str = "", **fields: Any) -> Comment:
    comment = confirmed(row, **fields)
    return moderation.publish(actor=house.regulator_admin, comment_id=comment.pk, marked=marked)


def answered(house: House, row: Consultation, *given: Comment, actor: User | None = None) -> None:
    moderation.answer(
        actor=actor or house.regulator_admin,
        consultation_id=row.pk,
        comment_ids=[comment.pk for comment in given],
        text="We keep ten times.",
    )


def closed(house: House, row: Consultation) -> Consultation:
    return services.close_early(
        actor=house.regulator_admin, consultation_id=row.pk, reason="All has been said."
    )


def concluded(house: House, row: Consultation) -> Consultation:
    """Closed, with the regulator's statement."""
    closed(house, row)
    return services.publish_statement(
        actor=house.regulator_admin, consultation_id=row.pk, text="We thank all who wrote."
    )
