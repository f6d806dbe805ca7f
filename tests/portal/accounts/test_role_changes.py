"""Roles that decide take two administrators, and a waiting day."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from portal.accounts import closing, role_changes, services
from portal.accounts.models import Invitation, Role, RoleChange, User, UserRole
from portal.accounts.organisation_services import invite_administrator
from portal.accounts.same_person import mailbox, plain_name
from portal.audit.models import AuditEntry
from portal.demo.clock import freeze_time
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Mail, Notice
from portal.review import workflow
from tests.factories import House, close_account, create_user, digest, recommended
from tests.portal.doors import signed_in


@pytest.fixture
def second(house: House) -> User:
    return create_user(
        organisation=house.regulator, roles=[Role.REGULATOR_ADMIN], name="Second Administrator"
    )


def propose(house: House, person: User, *roles: str) -> RoleChange:
    services.set_roles(actor=house.regulator_admin, user_id=person.pk, roles=[*person.roles, *roles])
    return RoleChange.objects.get(closed_at=None)


def test_nobody_gives_themselves_roles(house: House) -> None:
    administrator = house.regulator_admin
    with pytest.raises(NotPermitted, match="cannot give yourself"):
        services.set_roles(
            actor=administrator,
            user_id=administrator.pk,
            roles=[Role.REGULATOR_ADMIN, Role.REGULATOR_APPROVER],
        )
    answer = signed_in(administrator).post(
        f"/team/{administrator.pk}/",
        {"roles": ["regulator_admin", "regulator_officer", "regulator_approver"]},
    )
    assert answer.status_code == 403
    assert User.objects.get(pk=administrator.pk).roles == {Role.REGULATOR_ADMIN}


def test_only_the_one_administrator_of_an_operator_gives_themselves_roles(house: House) -> None:
    """Somebody who works alone could submit nothing otherwise; where there is another, that one is asked."""
    alone = house.operator_admin
    both = [Role.OPERATOR_ADMIN, Role.OPERATOR_SUBMITTER]
    own = f"/team/{alone.pk}/"
    assert "cannot give yourself" not in signed_in(alone).get(own).content.decode()
    services.set_roles(actor=alone, user_id=alone.pk, roles=both)
    assert AuditEntry.objects.get(action="user.roles").actor == alone
    other = create_user(organisation=house.operator, roles=[Role.OPERATOR_ADMIN], name="Other One")
    assert "cannot give yourself roles" in signed_in(other).get(f"/team/{other.pk}/").content.decode()
    with pytest.raises(NotPermitted, match=f"Ask {alone.name}"):
        services.set_roles(actor=other, user_id=other.pk, roles=both)
    services.set_roles(actor=alone, user_id=alone.pk, roles=[Role.OPERATOR_ADMIN])  # what one has is given up
    services.set_roles(actor=alone, user_id=other.pk, roles=both)
    assert User.objects.get(pk=other.pk).roles == set(both)


@pytest.mark.parametrize("column", ["given_by", "confirmed_by"])
def test_the_database_refuses_a_role_one_gave_oneself(house: House, column: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        UserRole.objects.create(
            user=house.regulator_admin, role=Role.REGULATOR_APPROVER, **{column: house.regulator_admin}
        )


def test_the_database_refuses_one_administrator_as_both(house: House) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        UserRole.objects.create(
            user=house.inspector,
            role=Role.REGULATOR_APPROVER,
            given_by=house.regulator_admin,
            confirmed_by=house.regulator_admin,
        )
    change = propose(house, house.inspector, Role.REGULATOR_APPROVER)
    for person in (house.regulator_admin, house.inspector):
        with pytest.raises(IntegrityError), transaction.atomic():
            RoleChange.objects.filter(pk=change.pk).update(
                confirmed=True, closed_by=person, closed_at=timezone.now()
            )


def test_a_role_that_decides_waits_for_another_administrator(house: House, second: User) -> None:
    change = propose(house, house.inspector, Role.REGULATOR_APPROVER)
    assert User.objects.get(pk=house.inspector.pk).roles == {Role.REGULATOR_INSPECTOR}
    assert Notice.objects.filter(user=second, url="/team/").exists()
    for person in (house.regulator_admin, house.inspector, house.site_admin):
        with pytest.raises((NotPermitted, NotFound)):
            role_changes.confirm_roles(actor=person, change_id=change.pk)
    role_changes.confirm_roles(actor=second, change_id=change.pk)
    given = UserRole.objects.get(user=house.inspector, role=Role.REGULATOR_APPROVER)
    assert (given.given_by, given.confirmed_by) == (house.regulator_admin, second)
    assert AuditEntry.objects.get(action="user.roles").actor == second
    with pytest.raises(NotFound):
        role_changes.confirm_roles(actor=second, change_id=change.pk)


def test_without_another_administrator_the_site_administrator_confirms(house: House) -> None:
    change = propose(house, house.inspector, Role.REGULATOR_OFFICER)
    page = signed_in(house.site_admin)
    shown = page.get(f"/organisations/{house.regulator.pk}/").content.decode()
    assert f"/team/changes/{change.pk}/" in shown
    page.post(f"/team/changes/{change.pk}/", {"decision": "confirm"})
    assert Role.REGULATOR_OFFICER in User.objects.get(pk=house.inspector.pk).roles


@pytest.mark.parametrize("who", ["regulator_admin", "site_admin"])
def test_a_proposal_is_taken_back_or_declined(house: House, who: str) -> None:
    change = propose(house, house.inspector, Role.REGULATOR_OFFICER)
    signed_in(getattr(house, who)).post(f"/team/changes/{change.pk}/", {"decision": "decline"})
    change.refresh_from_db()
    assert change.closed_at is not None and not change.confirmed
    assert User.objects.get(pk=house.inspector.pk).roles == {Role.REGULATOR_INSPECTOR}


def test_roles_are_taken_away_and_inspectors_named_at_once(house: House) -> None:
    services.set_roles(
        actor=house.regulator_admin,
        user_id=house.officer_and_approver.pk,
        roles=[Role.REGULATOR_INSPECTOR, Role.REGULATOR_OFFICER],
    )
    assert User.objects.get(pk=house.officer_and_approver.pk).roles == {
        Role.REGULATOR_INSPECTOR,
        Role.REGULATOR_OFFICER,
    }
    assert not RoleChange.objects.exists()


@pytest.mark.parametrize("who", ["foreign_officer", "operator_admin", "officer", "outsider"])
def test_a_proposal_is_not_others_business(house: House, who: str) -> None:
    change = propose(house, house.inspector, Role.REGULATOR_OFFICER)
    with pytest.raises(NotFound):
        role_changes.confirm_roles(actor=getattr(house, who), change_id=change.pk)
    answer = signed_in(getattr(house, who)).post(f"/team/changes/{change.pk}/", {"decision": "decline"})
    assert answer.status_code == 404


def test_an_invitation_to_a_role_that_decides_is_sent_when_confirmed(house: House, second: User) -> None:
    invitation = services.invite(
        actor=house.regulator_admin, email="new@regulator.example", roles=[Role.REGULATOR_APPROVER]
    )
    assert not Mail.objects.filter(to="new@regulator.example").exists()
    with pytest.raises(NotPermitted):
        role_changes.confirm_invitation(actor=house.regulator_admin, invitation_id=invitation.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk).update(confirmed_by=house.regulator_admin)
    page = signed_in(second)
    assert "new@regulator.example" in page.get("/team/").content.decode()
    page.post(f"/team/invitations/{invitation.pk}/decide/", {"decision": "confirm"})
    assert Mail.objects.filter(to="new@regulator.example").count() == 1


def test_the_first_administrator_is_invited_by_the_site_administrator_alone(house: House) -> None:
    invite_administrator(
        actor=house.site_admin, organisation_id=house.regulator.pk, email="first@regulator.example"
    )
    assert Mail.objects.filter(to="first@regulator.example").exists()
    # Where there are administrators they see it, and can withdraw it.
    told = Notice.objects.get(user=house.regulator_admin, text__contains="first@regulator.example")
    assert house.site_admin.name in told.text
    row = Invitation.objects.get(email="first@regulator.example")
    services.cancel_invitation(actor=house.regulator_admin, invitation_id=row.pk)


def test_a_new_approver_decides_nothing_for_a_day(house: House, second: User) -> None:
    case = recommended(house)
    change = propose(house, house.inspector, Role.REGULATOR_APPROVER)
    role_changes.confirm_roles(actor=second, change_id=change.pk)
    new = User.objects.get(pk=house.inspector.pk)
    said: dict[str, Any] = {"reference": case.reference, "digest": digest(case), "no_conflict": True}
    said["reason"] = "As recommended."
    with pytest.raises(NotPossible, match="24 hours"):
        workflow.refuse(actor=new, **said)
    assert "Your role is new" in signed_in(new).get(f"/regulator/cases/{case.reference}/").content.decode()
    with freeze_time(timezone.now() + timedelta(hours=24, minutes=1)):
        workflow.refuse(actor=User.objects.get(pk=new.pk), **said)


def test_nobody_decides_for_the_one_who_brought_them_in(house: House, second: User) -> None:
    """An officer who is administrator too cannot bring in the second pair of eyes."""
    case = recommended(house)
    new = create_user(organisation=house.regulator)
    UserRole.objects.create(
        user=new,
        role=Role.REGULATOR_APPROVER,
        since=timezone.now() - timedelta(days=3),
        given_by=house.officer,
    )
    with pytest.raises(NotPossible, match="gave you your role"):
        workflow.refuse(
            actor=new,
            reference=case.reference,
            digest=digest(case),
            reason="As recommended.",
            no_conflict=True,
        )


@pytest.mark.parametrize(
    "twin", [{"email": "o.fficer+two@example.org"}, {"name": "óne, officer"}], ids=["mailbox", "name"]
)
def test_one_person_with_two_accounts_does_not_decide_alone(house: House, twin: dict[str, str]) -> None:
    User.objects.filter(pk=house.officer.pk).update(name="Officer One", email="officer@example.org")
    case = recommended(house)
    other = create_user(organisation=house.regulator, roles=[Role.REGULATOR_APPROVER], **twin)
    with pytest.raises(NotPossible, match="same name or mailbox"):
        workflow.refuse(
            actor=other,
            reference=case.reference,
            digest=digest(case),
            reason="As recommended.",
            no_conflict=True,
        )


def test_a_second_account_is_refused_where_it_can_be_known(house: House) -> None:
    User.objects.filter(pk=house.officer.pk).update(name="Mere Paewai", email="mere.paewai@example.org")
    with pytest.raises(BadValue, match="mailbox of Mere Paewai"):
        services.invite(
            actor=house.regulator_admin, email="merepaewai+2@example.org", roles=[Role.REGULATOR_INSPECTOR]
        )
    with pytest.raises(BadValue, match="an account named Mere Paewai"):
        services.change_name(actor=house.approver, name="Paewai  MERE")


def test_an_account_opened_again_waits_again(house: House) -> None:
    close_account(house.approver, house.regulator_admin)
    closing.reactivate_user(actor=house.regulator_admin, user_id=house.approver.pk)
    since = UserRole.objects.get(user=house.approver).since
    assert since > timezone.now() - timedelta(minutes=5)


def test_mailboxes_and_names() -> None:
    assert mailbox("A.B+x@Example.org") == mailbox("ab@example.org") != mailbox("ab@example.com")
    assert plain_name("  José  Ortiz-Vega ") == plain_name("ortiz vega, JOSE") != plain_name("Jose Ortiz")


def test_pages_say_what_waits(house: House, client: Client) -> None:
    propose(house, house.inspector, Role.REGULATOR_APPROVER)
    page = signed_in(house.regulator_admin)
    shown = page.get("/team/").content.decode()
    assert "To be confirmed" in shown and "Take back" in shown and house.site_admin.name in shown
    assert "To be confirmed" in page.get(f"/team/{house.inspector.pk}/").content.decode()
    assert "To be confirmed" not in signed_in(house.officer).get("/team/").content.decode()
