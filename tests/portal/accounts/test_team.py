"""Roles, leaving, and who may touch whom."""

from functools import partial

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.test import RequestFactory
from pytest_django import Settings

from portal.accounts import closing, selectors, services
from portal.accounts.models import Role, User, UserRole
from portal.accounts.permissions import PERMISSIONS, can, require
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from tests.factories import PASSWORD, House, close_account, create_user, in_review


def test_roles_are_set_and_recorded(house: House) -> None:
    roles = [Role.OPERATOR_SUBMITTER, Role.OPERATOR_VIEWER]
    services.set_roles(actor=house.operator_admin, user_id=house.viewer.pk, roles=roles)
    assert User.objects.get(pk=house.viewer.pk).roles == set(roles)
    row = AuditEntry.objects.get(action="user.roles")
    assert (row.before, row.after) == (
        {"roles": ["operator_viewer"]},
        {"roles": ["operator_submitter", "operator_viewer"]},
    )


@pytest.mark.parametrize("who", ["regulator_admin", "outsider"])
def test_people_of_another_house_do_not_exist(house: House, who: str) -> None:
    actor = getattr(house, who)
    if who == "outsider":
        UserRole.objects.create(user=actor, role=Role.OPERATOR_ADMIN)
        actor.__dict__.pop("roles", None)
    for service in (closing.close_machine, closing.reactivate_user):
        with pytest.raises(NotFound):
            service(actor=actor, user_id=house.viewer.pk)
    with pytest.raises(NotFound):
        services.set_roles(actor=actor, user_id=house.viewer.pk, roles=[Role.OPERATOR_VIEWER])
    with pytest.raises(NotFound):
        closing.close_machine(actor=house.operator_admin, user_id=999_999)


@pytest.mark.parametrize("who", ["submitter", "viewer", "officer"])
def test_managing_takes_an_administrator(house: House, who: str) -> None:
    with pytest.raises(NotPermitted):
        closing.close_machine(actor=getattr(house, who), user_id=house.viewer.pk)


def test_a_deactivated_person_cannot_sign_in_and_can_come_back(house: House) -> None:
    request = RequestFactory().post("/sign-in/")
    close_account(house.viewer, house.operator_admin)
    assert authenticate(request, username=house.viewer.email, password=PASSWORD) is None
    with pytest.raises(NotPossible, match="no open account"):  # again: nothing happens
        close_account(house.viewer, house.operator_admin)
    assert AuditEntry.objects.filter(action="user.deactivate").count() == 1
    closing.reactivate_user(actor=house.operator_admin, user_id=house.viewer.pk)
    assert authenticate(request, username=house.viewer.email, password=PASSWORD) == house.viewer


def test_a_persons_account_is_closed_with_its_work_handed_over(house: House) -> None:
    with pytest.raises(NotPossible, match="hands it over first"):
        closing.close_machine(actor=house.regulator_admin, user_id=house.officer.pk)
    assert User.objects.get(pk=house.officer.pk).is_active


def test_no_account_closes_while_it_has_cases(house: House) -> None:
    """Whatever skips the hand-over is refused by the database."""
    case = in_review(house)
    end = partial(closing.end_account, actor=house.regulator_admin, user=house.officer)
    skipped = (end, partial(User.objects.filter(pk=house.officer.pk).update, is_active=False))
    for close in skipped:
        with pytest.raises(IntegrityError, match="hands over its cases first"), transaction.atomic():
            close()
    case.refresh_from_db()
    assert User.objects.get(pk=house.officer.pk).is_active
    assert case.assignee == house.officer
    close_account(house.officer, house.regulator_admin)
    case.refresh_from_db()
    assert case.assignee is None


def test_nobody_deactivates_themselves(house: House) -> None:
    with pytest.raises(NotPossible, match="your own account"):
        close_account(house.operator_admin, house.operator_admin)


def test_a_house_keeps_an_administrator(house: House) -> None:
    with pytest.raises(NotPossible, match="only active operator administrator"):
        services.set_roles(
            actor=house.operator_admin, user_id=house.operator_admin.pk, roles=[Role.OPERATOR_VIEWER]
        )
    second = create_user(organisation=house.operator, roles=[Role.OPERATOR_ADMIN])
    services.set_roles(actor=second, user_id=house.operator_admin.pk, roles=[Role.OPERATOR_VIEWER])


def test_teams_are_seen_by_their_own_house(house: House) -> None:
    assert set(selectors.team(house.viewer)) == {house.submitter, house.viewer, house.operator_admin}
    assert house.officer in selectors.team(house.site_admin)


def test_one_address_one_account_in_any_case(house: House) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create(email=house.viewer.email.upper(), name="Twin")


def test_permissions_are_by_role_and_end_with_the_account(house: House) -> None:
    assert can(house.approver, "review.decide")
    assert not can(house.officer, "review.decide")
    assert not can(None, "review.decide")
    house.approver.is_active = False
    assert not can(house.approver, "review.decide")
    with pytest.raises(NotPermitted, match="approver"):
        require(house.officer, "review.decide")


def test_no_role_of_one_side_holds_a_permission_to_act_for_the_other(house: House) -> None:
    for name, roles in PERMISSIONS.items():
        kinds = {role.split("_")[0] for role in roles}
        if name.startswith(("review.", "submission.", "query.")) and name != "submission.view":
            assert len(kinds) == 1, name


def test_properties_belong_to_an_operator(house: House) -> None:
    made = services.add_property(actor=house.operator_admin, name=" Quay  House ", jurisdiction="md")
    assert (made.name, made.organisation) == ("Quay House", house.operator)
    table = services.add_table(actor=house.operator_admin, property_id=made.pk, label="CR-9")
    assert selectors.tables(house.viewer).filter(pk=table.pk).exists()
    services.set_table_active(actor=house.operator_admin, table_id=table.pk, active=False)
    table.refresh_from_db()
    assert not table.active
    with pytest.raises(BadValue, match="already"):
        services.add_property(actor=house.operator_admin, name="quay house", jurisdiction="md")
    with pytest.raises(BadValue) as refusal:
        services.add_property(actor=house.operator_admin, name="Elsewhere", jurisdiction="atlantis")
    assert refusal.value.field == "jurisdiction"
    with pytest.raises(NotPermitted):
        services.add_property(actor=house.submitter, name="Mine", jurisdiction="md")


def test_another_operators_property_does_not_exist(house: House) -> None:
    theirs = selectors.properties(house.outsider).get()
    with pytest.raises(NotFound):
        services.change_property(actor=house.operator_admin, property_id=theirs.pk, name="Ours now")
    with pytest.raises(NotFound):
        services.add_table(actor=house.operator_admin, property_id=theirs.pk, label="X")


def test_a_regulator_sees_the_properties_of_its_jurisdictions(house: House) -> None:
    assert house.property in selectors.properties(house.officer)
    assert house.property not in selectors.properties(house.foreign_officer)


def test_organisations_are_made_by_the_site_administrator(house: House) -> None:
    made = services.create_organisation(
        actor=house.site_admin, name="Two Shores", kind="regulator", jurisdictions=["md", "bc"]
    )
    assert made.jurisdiction_codes == ("bc", "md")
    with pytest.raises(NotPermitted):
        services.create_organisation(actor=house.operator_admin, name="X", kind="operator")
    for wrong in ({"kind": "regulator"}, {"kind": "operator", "jurisdictions": ["md"]}, {"kind": "bank"}):
        with pytest.raises(BadValue):
            services.create_organisation(actor=house.site_admin, name="Y", **wrong)


def test_demo_accounts_are_offered_in_demo_mode_only(house: House, settings: Settings) -> None:
    create_user(email=f"nz-x@{selectors.DEMO_DOMAIN}", organisation=house.operator, roles=["operator_viewer"])
    settings.DEMO = True
    assert [a["roles"] for a in selectors.demo_accounts()] == [["Viewer"]]
    settings.DEMO = False
    assert selectors.demo_accounts() == []
