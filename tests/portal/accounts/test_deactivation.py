"""An organisation ends: what lets people and programs in stops at once, and nothing of it comes back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from portal import what_ends
from portal.accounts import closing, deactivation, machines, organisation_services, services, tokens
from portal.accounts.models import Invitation, Organisation, Role, Token, User
from portal.accounts.selectors import people_with
from portal.audit.models import AuditEntry
from portal.calendars import services as calendars
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices import digests
from portal.notices.models import Delivery, DeliveryState, Endpoint, Notice
from portal.notices.services import notify
from portal.notices.webhooks import outbox
from portal.notices.webhooks import services as webhooks
from portal.review import workflow
from portal.review.deactivated import operators_left
from portal.sign_in.models import BrowserSession, TrustedBrowser
from portal.submissions.models import State, Submission
from tests.experts import asked
from tests.factories import PASSWORD, House, approved, draft, in_review, present, submitted
from tests.portal.doors import signed_in, text

REASON = "The licence was sold to another group."


def deactivate(house: House, organisation: Organisation | None = None, **given: Any) -> Organisation:
    found = organisation or house.operator
    values: dict[str, Any] = {"actor": house.site_admin, "organisation_id": found.pk, "reason": REASON}
    return deactivation.deactivate(**values | given)


def reactivate(house: House) -> Organisation:
    return deactivation.reactivate(
        actor=house.site_admin, organisation_id=house.operator.pk, reason="It was a mistake."
    )


def again(user: User) -> User:
    """The person as the next request finds them."""
    return User.objects.get(pk=user.pk)


def test_everything_that_lets_somebody_in_ends_at_once_and_nothing_comes_back(house: House) -> None:
    admin = house.operator_admin
    client = signed_in(house.submitter)
    assert client.get("/operator/").status_code == 200
    TrustedBrowser.objects.create(user=house.submitter, secret_hash="x" * 64)
    machine = machines.create_machine(actor=admin, name="Floor system", roles=[Role.OPERATOR_VIEWER])
    _, of_person = tokens.create(actor=house.submitter, name="Mine", scopes=["read"], days=7)
    _, of_machine = tokens.create(actor=admin, name="Its", scopes=["read"], days=7, user_id=machine.pk)
    invitation = services.invite(actor=admin, email="new@example.org", roles=[Role.OPERATOR_VIEWER])
    endpoint, _ = webhooks.add(actor=admin, url="https://example.org/hook", events=["decision.made"])
    delivery = webhooks.send_test(actor=admin, endpoint_id=endpoint.pk)
    _, feed = calendars.make_address(actor=house.submitter)
    elsewhere = signed_in(house.outsider)

    deactivate(house)

    def nothing_works() -> None:
        assert client.get("/operator/")["Location"].startswith("/sign-in/")
        assert not BrowserSession.objects.filter(user__organisation=house.operator).exists()
        assert not TrustedBrowser.objects.exists()
        assert tokens.authenticate(of_person) is None
        assert tokens.authenticate(of_machine) is None
        assert not again(machine).is_active
        endpoint.refresh_from_db()
        delivery.refresh_from_db()
        assert (endpoint.active, delivery.state) == (False, DeliveryState.FAILED)
        assert outbox.deliver(delivery.pk) is False
        assert present(Invitation.objects.get(pk=invitation.pk)).cancelled_at is not None
        assert calendars.read(feed) is None

    nothing_works()
    assert elsewhere.get("/operator/").status_code == 200, "another operator goes on"
    reactivate(house)
    nothing_works()
    assert signed_in(again(house.submitter)).get("/operator/").status_code == 200
    entries = AuditEntry.objects.filter(actor=house.site_admin, action__startswith="organisation.")
    assert list(entries.order_by("pk").values_list("action", flat=True)) == [
        "organisation.deactivate",
        "organisation.reactivate",
    ]
    assert present(present(entries.order_by("pk").first()).after)["reason"] == REASON


def test_sign_in_is_refused_with_words_and_only_after_the_right_password(house: House) -> None:
    deactivate(house)
    sent = {"username": house.submitter.email, "password": PASSWORD}
    page = text(Client().post("/sign-in/", sent))
    assert f"{house.operator} was deactivated on" in page
    assert REASON not in page
    assert "was deactivated" not in text(Client().post("/sign-in/", sent | {"password": "wrong words"}))


def test_a_session_begun_in_the_same_moment_does_not_outlast_it(house: House) -> None:
    client = signed_in(house.submitter)
    deactivate(house)
    late = signed_in(house.submitter)  # as if it had been begun just before
    for each in (client, late):
        assert each.get("/operator/").status_code == 302
    reactivate(house)
    for each in (client, late):
        assert each.get("/operator/").status_code == 302


def test_nobody_gets_in_by_another_way(house: House) -> None:
    invitation = services.invite(
        actor=house.operator_admin, email="new@example.org", roles=[Role.OPERATOR_VIEWER]
    )
    Invitation.objects.filter(pk=invitation.pk).update(token_hash="h" * 64)
    closing_ = house.viewer
    User.objects.filter(pk=closing_.pk).update(is_active=False)
    stale = again(house.operator_admin)
    deactivate(house)
    with pytest.raises(NotPossible, match="was deactivated"):
        services.invite(actor=stale, email="b@example.org", roles=[Role.OPERATOR_VIEWER])
    with pytest.raises(NotPossible, match="was deactivated"):
        tokens.create(actor=stale, name="Late", scopes=["read"], days=7)
    with pytest.raises(NotPossible, match="was deactivated"):
        machines.create_machine(actor=stale, name="Late", roles=[Role.OPERATOR_VIEWER])
    with pytest.raises(NotPossible, match="was deactivated"):
        webhooks.add(actor=stale, url="https://example.org/late", events=["decision.made"])
    with pytest.raises(NotPossible, match="was deactivated"):
        closing.reactivate_user(actor=house.site_admin, user_id=closing_.pk)
    with pytest.raises(NotPossible, match="was deactivated"):
        organisation_services.invite_administrator(
            actor=house.site_admin, organisation_id=house.operator.pk, email="c@example.org"
        )
    with pytest.raises(NotPermitted):
        services.add_property(actor=again(house.operator_admin), name="New casino", jurisdiction="nz")


def test_the_database_lets_nobody_into_a_deactivated_organisation(house: House) -> None:
    made = draft(house)
    endpoint = Endpoint.objects.create(
        organisation=house.operator, url="https://example.org/", secret="s", created_by=house.operator_admin
    )
    deactivate(house)
    soon = timezone.now() + timedelta(days=1)
    writes = (
        lambda: User.objects.create(email="x@example.org", name="X", organisation=house.operator),
        lambda: Invitation.objects.create(
            email="x@example.org",
            organisation=house.operator,
            token_hash="t",
            invited_by=house.site_admin,
            expires_at=soon,
        ),
        lambda: Token.objects.create(
            user=house.submitter,
            name="x",
            prefix="p",
            secret_hash="h",
            created_by=house.site_admin,
            expires_at=soon,
        ),
        lambda: Endpoint.objects.filter(pk=endpoint.pk).update(active=True),
        lambda: Submission.objects.filter(pk=made.pk).update(state=State.SUBMITTED),
        lambda: Organisation.objects.filter(pk=house.operator.pk).update(deactivated_because=""),
    )
    for write in writes:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()


def test_its_cases_and_approvals_stand_and_the_regulator_is_told(house: House) -> None:
    approval, case = approved(house).submission, in_review(house)
    Notice.objects.all().delete()
    deactivate(house)
    for row, state in ((approval, State.IN_FORCE), (case, State.IN_REVIEW)):
        row.refresh_from_db()
        assert row.state == state
    told = Notice.objects.filter(text__contains="was deactivated on")
    assert {notice.user for notice in told} == {
        house.officer,
        house.approver,
        house.officer_and_approver,
        house.regulator_admin,
    }
    assert "1 approval and 1 open case" in present(told.first()).text
    [left] = operators_left(house.officer)
    assert (left.approvals, left.cases) == (1, 1)
    assert operators_left(house.foreign_officer) == []
    reader = signed_in(house.officer)
    assert "1 approval and 1 open case" in text(reader.get("/regulator/"))
    assert "decide whether to revoke it or let it run" in text(
        reader.get(f"/regulator/cases/{approval.reference}/")
    )
    assert "The case stays open" in text(reader.get(f"/regulator/cases/{case.reference}/"))
    assert Client().get(f"/register/{approval.reference}/").status_code == 200
    workflow.revoke(
        actor=house.approver, reference=approval.reference, reason="No operator.", urgency="At once."
    )
    reactivate(house)
    assert operators_left(house.officer) == []


def test_without_a_regulator_nothing_is_submitted_and_operators_are_told(house: House) -> None:
    with_it, waits = submitted(house), draft(house)
    Notice.objects.all().delete()
    deactivate(house, house.regulator)
    told = {notice.user for notice in Notice.objects.filter(text__contains="Nothing can be submitted")}
    assert told == {house.submitter, house.operator_admin, house.outsider}
    with pytest.raises(NotPossible, match="no other regulator is responsible for New Zealand"):
        workflow.submit(
            actor=house.submitter,
            reference=waits.reference,
            digest=present(waits.current_version).digest,
            name="A",
            role="B",
        )
    page = text(signed_in(house.submitter).get(f"/operator/submissions/{with_it.reference}/"))
    assert f"{house.regulator} was deactivated on" in page
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.filter(pk=waits.pk).update(state=State.SUBMITTED)
    with_it.refresh_from_db()
    assert with_it.state == State.SUBMITTED
    with pytest.raises(NotFound):
        workflow.claim(actor=again(house.officer), reference=with_it.reference)


def test_a_laboratory_that_ends_is_told_to_those_who_asked(house: House) -> None:
    case = in_review(house)
    asked(house, case)
    Notice.objects.all().delete()
    deactivate(house, house.expert.organisation)
    [notice] = Notice.objects.all()
    assert (notice.user, case.reference in notice.text) == (house.officer, True)


def test_nobody_is_written_to_any_more(house: House) -> None:
    deactivate(house)
    assert not people_with(Role.OPERATOR_SUBMITTER, organisation_id=house.operator.pk).exists()
    before = Notice.objects.count()
    notify(people=[again(house.submitter)], subject="S", text="T")
    assert Notice.objects.count() == before
    assert digests.send_digests() == 0


def test_only_the_site_administrator_does_it_with_a_reason_and_once(house: House) -> None:
    for actor in (house.operator_admin, house.regulator_admin, house.outsider):
        with pytest.raises(NotPermitted):
            deactivate(house, actor=actor)
        with pytest.raises(NotPermitted):
            what_ends.effects(actor, house.operator.pk)
    with pytest.raises(BadValue) as refused:
        deactivate(house, reason="  ")
    assert refused.value.field == "reason"
    with pytest.raises(NotPossible, match="is active"):
        reactivate(house)
    deactivate(house)
    with pytest.raises(NotPossible, match="already"):
        deactivate(house)


def test_the_page_says_what_will_happen_and_nothing_happens_before(house: House) -> None:
    approval = approved(house).submission
    reader = signed_in(house.site_admin)
    address = f"/organisations/{house.operator.pk}/deactivate/"
    page = text(reader.get(address))
    for said in ("Nothing has happened yet", "People (3)", "Approvals (1)", approval.reference):
        assert said in page
    assert reader.post(address, {"reason": ""}).status_code == 422
    assert Organisation.objects.get(pk=house.operator.pk).is_active
    assert reader.post(address, {"reason": REASON}).status_code == 302
    assert REASON in text(reader.get(f"/organisations/{house.operator.pk}/"))
    answer = reader.post(f"/organisations/{house.operator.pk}/reactivate/", {"reason": "A mistake."})
    assert answer.status_code == 302
    assert Organisation.objects.get(pk=house.operator.pk).is_active
    assert Delivery.objects.count() == 0
