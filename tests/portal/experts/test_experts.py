"""Questions to outside experts: who sees what, until when, and what is left of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.accounts import tokens
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.machines import create_machine
from portal.accounts.models import Role
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail_of
from portal.bundles.contents import parts
from portal.bundles.people import people_of
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.experts import reminders, selectors, services
from portal.experts.models import ExpertRequest, RequestState
from portal.notices.models import Notice
from portal.review import workflow
from portal.review.comments import comment
from portal.submissions import uploads
from tests.experts import PDF, answered, asked, case_with_files
from tests.factories import House, approved, create_laboratory, create_user, draft, in_review, today
from tests.portal.doors import signed_in, text


def page(row: ExpertRequest) -> str:
    return f"/expert/requests/{row.pk}/"


def test_the_expert_sees_question_rules_and_the_chosen_documents_and_no_more(house: House) -> None:
    case = case_with_files(house, "dice.pdf", "secret plan.pdf")
    comment(actor=house.officer, reference=case.reference, text="The operator seems nervous.")
    dice = uploads.uploads(house.officer, case).get(filename="dice.pdf")
    other = uploads.uploads(house.officer, case).get(filename="secret plan.pdf")
    row = asked(house, case, upload_ids=[dice.pk])
    second = asked(house, case, organisation_id=_other_expert(house).organisation_id, question="And chips?")
    client = signed_in(house.expert)
    shown = text(client.get(page(row)))
    assert "Are these dice true?" in shown
    assert "dice.pdf" in shown
    assert "Version 2" in shown
    for hidden in ("secret plan", "nervous", "And chips?", house.officer.name):
        assert hidden not in shown
    assert client.get(f"{page(row)}documents/{dice.pk}/").status_code == 200
    assert client.get(f"{page(row)}documents/{other.pk}/").status_code == 404
    assert client.get(f"/uploads/{dice.pk}/").status_code == 404
    assert client.get(page(second)).status_code == 404
    assert client.get("/start/")["Location"] == "/expert/"
    listed = text(client.get("/expert/"))
    assert case.reference in listed
    assert "And chips?" not in listed


def assert_ended(client: Client, row: ExpertRequest) -> None:
    """The address in the notice leads to the list, which says so and shows nothing of the request."""
    answer = client.get(page(row), follow=True)
    assert [where for where, _ in answer.redirect_chain] == ["/expert/"]
    assert "can no longer be opened" in text(answer)
    assert row.question not in text(answer)


def test_an_answer_with_files_reaches_the_officer_and_ends_access(house: House) -> None:
    case = in_review(house)
    row = asked(house, case)
    Notice.objects.all().delete()
    client = signed_in(house.expert)
    empty = client.post(page(row), {"text": ""})
    assert (empty.status_code, "Enter your answer." in text(empty)) == (422, True)
    report = SimpleUploadedFile("report.pdf", PDF, content_type="application/pdf")
    sent = client.post(page(row), {"text": "They are true.", "file": report}, follow=True)
    assert "has been sent" in text(sent)
    assert "answered" in text(sent)
    assert_ended(client, row)
    officer = signed_in(house.officer)
    shown = text(officer.get(f"/regulator/cases/{case.reference}/"))
    assert "They are true." in shown
    file = ExpertRequest.objects.get().files.get()
    assert officer.get(f"/regulator/expert-files/{file.pk}/").content == PDF
    assert client.get(f"/regulator/expert-files/{file.pk}/").status_code == 404
    assert [notice.user for notice in Notice.objects.all()] == [house.officer]


def test_withdrawing_ends_access_at_once(house: House) -> None:
    case = case_with_files(house, "dice.pdf")
    dice = uploads.uploads(house.officer, case).get()
    row = asked(house, case, upload_ids=[dice.pk])
    client = signed_in(house.expert)
    assert client.get(page(row)).status_code == 200
    officer = signed_in(house.officer)
    where = f"/regulator/experts/{row.pk}/withdraw/"
    assert officer.post(where, {"reason": ""}).status_code == 422
    officer.post(where, {"reason": "The operator withdrew the dice."})
    assert_ended(client, row)
    assert client.get(f"{page(row)}documents/{dice.pk}/").status_code == 404
    assert client.post(page(row), {"text": "Too late."}).status_code == 404
    with pytest.raises(NotPossible):
        services.extend(actor=house.officer, request_id=row.pk, due_on=today() + timedelta(days=20))
    assert "The operator withdrew the dice." in Notice.objects.filter(user=house.expert).latest("pk").text


def test_a_decision_ends_access(house: House) -> None:
    case = in_review(house)
    row = asked(house, case)
    workflow.withdraw(actor=house.submitter, reference=case.reference, reason="Not now.")
    row.refresh_from_db()
    assert row.state == RequestState.CLOSED
    assert_ended(signed_in(house.expert), row)
    with pytest.raises(NotFound):
        services.answer(actor=house.expert, request_id=row.pk, text="Late.")


def test_a_closed_account_and_a_lost_role_end_access(house: House) -> None:
    row = asked(house, in_review(house))
    house.expert.role_rows.all().delete()
    assert signed_in(house.expert).get(page(row)).status_code == 404


def test_the_day_can_be_extended(house: House) -> None:
    row = asked(house, in_review(house))
    later = today() + timedelta(days=40)
    answer = signed_in(house.officer).post(f"/regulator/experts/{row.pk}/extend/", {"due_on": str(later)})
    assert answer["Location"].endswith("#experts")
    row.refresh_from_db()
    assert row.due_on == later


def test_the_expert_keeps_the_rules_that_were_asked_about(house: House) -> None:
    row = asked(house, in_review(house))
    assert row.version == row.submission.submitted_version


@pytest.mark.parametrize("days", [0, -1, 400])
def test_the_day_lies_ahead(house: House, days: int) -> None:
    case = in_review(house)
    with pytest.raises(BadValue) as refusal:
        asked(house, case, due_on=today() + timedelta(days=days))
    assert refusal.value.field == "due_on"


def test_what_cannot_be_asked(house: House) -> None:
    case = in_review(house)
    elsewhere = case_with_files(house, "other.pdf").uploads.get()
    empty = create_laboratory()
    for given in (
        {"organisation_id": house.operator.pk},
        {"organisation_id": empty.pk},
        {"question": "  "},
        {"upload_ids": [elsewhere.pk]},
    ):
        with pytest.raises(BadValue):
            asked(house, case, **given)
    with pytest.raises(NotPossible):
        asked(house, approved(house).submission)
    with pytest.raises(NotFound):
        asked(house, draft(house))
    for actor in (house.approver, house.inspector, house.regulator_admin):
        with pytest.raises(NotPermitted):
            asked(house, case, actor=actor)
    for actor in (house.foreign_officer, house.submitter, house.expert):
        with pytest.raises((NotFound, NotPermitted)):
            asked(house, case, actor=actor)
    assert not ExpertRequest.objects.exists()


def test_only_the_asked_organisation_answers_and_once(house: House) -> None:
    row = asked(house, in_review(house))
    for actor in (_other_expert(house), house.officer, house.submitter):
        with pytest.raises((NotFound, NotPermitted)):
            services.answer(actor=actor, request_id=row.pk, text="Me.")
    services.answer(actor=house.expert, request_id=row.pk, text="Yes.")
    with pytest.raises(NotFound):
        services.answer(actor=house.expert, request_id=row.pk, text="No.")


def test_no_program_asks_or_answers(house: House) -> None:
    assert tokens.scopes_for(house.expert) == []
    admin = create_user(organisation=house.expert.organisation, roles=[Role.EXPERT_ADMIN])
    with pytest.raises(BadValue):
        create_machine(actor=admin, name="Robot", roles=[Role.EXPERT])
    case = in_review(house)
    house.officer.token, _ = tokens.create(
        actor=house.officer, name="A program", scopes=["review.write"], days=1
    )
    with pytest.raises(NotPermitted):
        asked(house, case)


def test_each_step_is_in_the_regulators_trail_and_not_in_the_operators(house: House) -> None:
    case = in_review(house)
    answered(house, case)
    actions = set(trail_of(house.officer, case).values_list("action", flat=True))
    assert {"expert.ask", "expert.answer"} <= actions
    assert not AuditEntry.objects.filter(action__startswith="expert.", organisation=house.operator).exists()
    for row in trail_of(house.operator_admin, case):
        assert not row.action.startswith("expert.")


def test_it_is_in_the_regulators_case_file_alone(house: House) -> None:
    case = in_review(house)
    answered(house, case, PDF)
    paths = [part.path for part in parts(house.officer, case)]
    assert "review/experts.json" in paths
    assert "review/experts/01.pdf" in paths
    assert not [part.path for part in parts(house.submitter, case) if "expert" in part.path]
    people = people_of(case)
    assert house.expert.name.lower() in people.names
    assert "are these dice true?" in people.notes


def test_the_operator_is_told_nothing(house: House) -> None:
    case = in_review(house)
    Notice.objects.all().delete()
    answered(house, case)
    assert not Notice.objects.filter(user__organisation=house.operator).exists()
    shown = text(signed_in(house.submitter).get(f"/operator/submissions/{case.reference}/"))
    assert "dice true" not in shown


def test_reminders_come_once_before_and_once_after(house: House) -> None:
    row = asked(house, in_review(house))
    Notice.objects.all().delete()
    ExpertRequest.objects.filter(pk=row.pk).update(due_on=today() + timedelta(days=1))
    assert (reminders.remind(), reminders.remind()) == (1, 0)
    ExpertRequest.objects.filter(pk=row.pk).update(due_on=today() - timedelta(days=1))
    assert (reminders.remind(), reminders.remind()) == (1, 0)
    assert Notice.objects.filter(user=house.expert).count() == 2
    assert Notice.objects.filter(user=house.officer).count() == 1


def test_the_ask_page_lists_the_documents_of_the_case(house: House) -> None:
    case = case_with_files(house, "dice.pdf")
    client = signed_in(house.officer)
    where = f"/regulator/cases/{case.reference}/expert/"
    assert "dice.pdf (laboratory report, confidential)" in text(client.get(where))
    refused = client.post(where, {"question": "Why?"})
    assert (refused.status_code, "Why?" in refused.content.decode()) == (422, True)
    sent = {
        "organisation_id": house.expert.organisation_id,
        "question": "Why?",
        "due_on": str(jurisdiction("nz").today() + timedelta(days=5)),
        "upload_ids": [uploads.uploads(house.officer, case).get().pk],
    }
    assert client.post(where, sent)["Location"] == f"/regulator/cases/{case.reference}/#experts"
    row = selectors.requests_of(house.officer, case).get()
    assert [each.upload.filename for each in row.shared.all()] == ["dice.pdf"]
    assert not selectors.requests_of(house.submitter, case).exists()


def _other_expert(house: House) -> Any:
    return create_user(organisation=create_laboratory(), roles=[Role.EXPERT])
