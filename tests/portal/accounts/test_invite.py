"""Inviting people and what becomes of an invitation."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from portal.accounts import selectors, services
from portal.accounts.invitation_limits import MOST_FROM_A_SENDER
from portal.accounts.invitations import MOST_TIMES_SENT, resend_invitation
from portal.accounts.models import Invitation, Role, User
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Mail
from portal.notices.services import deliver
from tests.factories import House
from tests.portal.doors import signed_in


def invite(house: House, **given: object) -> tuple[Invitation, str]:
    """The invitation and the token its e-mail carries: the only place that has it."""
    made = services.invite(
        **{  # type: ignore[arg-type]
            "actor": house.operator_admin,
            "email": "New.Person@Example.org",
            "roles": [Role.OPERATOR_SUBMITTER],
            **given,
        }
    )
    found = re.search(r"/invitation/([\w-]+)/", Mail.objects.latest("pk").body)
    assert found
    return made, found[1]


def accept(token: str, **given: str) -> User:
    return services.accept_invitation(
        **{"token": token, "name": "New Person", "password": "seven slow green herons", **given}
    )


def test_an_accepted_invitation_makes_an_account_with_its_roles(house: House) -> None:
    made, token = invite(house)
    user = accept(token)
    assert (user.email, user.organisation, user.roles) == (
        "new.person@example.org",
        house.operator,
        frozenset({"operator_submitter"}),
    )
    assert user.check_password("seven slow green herons")
    made.refresh_from_db()
    assert made.accepted_by == user
    assert not selectors.invitations(house.operator_admin).exists()


def test_the_token_is_kept_as_a_hash_only(house: House) -> None:
    made, token = invite(house)
    assert token not in str(vars(made))
    assert made.token_hash == selectors.hash_token(token)


def test_the_mail_is_wiped_once_it_has_gone_out(house: House, settings: object) -> None:
    settings.DEMO = False  # type: ignore[attr-defined]
    _, token = invite(house)
    row = Mail.objects.latest("pk")
    assert deliver(row.pk)
    row.refresh_from_db()
    assert token not in row.body
    assert token in mail.outbox[0].body
    assert mail.outbox[0].to == ["new.person@example.org"]


def test_a_link_works_once(house: House) -> None:
    _, token = invite(house)
    accept(token)
    with pytest.raises(NotFound, match="already been used"):
        accept(token)
    assert User.objects.filter(email="new.person@example.org").count() == 1


def test_a_link_expires(house: House) -> None:
    made, token = invite(house)
    Invitation.objects.filter(pk=made.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(NotFound, match="expired"):
        accept(token)


def test_a_cancelled_link_is_dead(house: House) -> None:
    made, token = invite(house)
    services.cancel_invitation(actor=house.operator_admin, invitation_id=made.pk)
    with pytest.raises(NotFound, match="withdrawn"):
        accept(token)


def test_a_second_invitation_replaces_the_first(house: House) -> None:
    _, first = invite(house)
    _, second = invite(house)
    with pytest.raises(NotFound):
        accept(first)
    assert accept(second).pk


def test_a_made_up_token_is_not_known(house: House) -> None:
    with pytest.raises(NotFound, match="unknown"):
        accept("made-up")


@pytest.mark.parametrize("password", ["", "short", "password1234", "new.person@example.org"])
def test_a_weak_password_is_refused_and_leaves_the_link_alive(house: House, password: str) -> None:
    _, token = invite(house)
    with pytest.raises(BadValue) as refusal:
        accept(token, password=password)
    assert refusal.value.field == "password"
    assert accept(token).pk


def test_a_name_is_needed(house: House) -> None:
    _, token = invite(house)
    with pytest.raises(BadValue) as refusal:
        accept(token, name="  ")
    assert refusal.value.field == "name"


@pytest.mark.parametrize("who", ["submitter", "viewer", "officer", "approver"])
def test_only_an_administrator_invites(house: House, who: str) -> None:
    with pytest.raises(NotPermitted):
        services.invite(actor=getattr(house, who), email="a@example.org", roles=[Role.OPERATOR_VIEWER])
    assert not Invitation.objects.exists()


def test_an_administrator_invites_into_the_own_house_only(house: House) -> None:
    with pytest.raises(NotFound):
        services.invite(
            actor=house.operator_admin,
            email="a@example.org",
            roles=[Role.REGULATOR_APPROVER],
            organisation=house.regulator,
        )


@pytest.mark.parametrize("roles", [[], [Role.REGULATOR_APPROVER], [Role.SITE_ADMIN], ["emperor"]])
def test_roles_fit_the_house(house: House, roles: list[str]) -> None:
    with pytest.raises(BadValue) as refusal:
        services.invite(actor=house.operator_admin, email="a@example.org", roles=roles)
    assert refusal.value.field == "roles"


@pytest.mark.parametrize(
    "email", ["", "nobody", "a b@example.org", "a@", "a@example.org\nBcc: b@example.org"]
)
def test_an_address_has_to_be_one(house: House, email: str) -> None:
    with pytest.raises(BadValue) as refusal:
        services.invite(actor=house.operator_admin, email=email, roles=[Role.OPERATOR_VIEWER])
    assert refusal.value.field == "email"


def test_a_team_member_is_not_invited_again(house: House) -> None:
    with pytest.raises(BadValue, match="already in your team"):
        services.invite(
            actor=house.operator_admin, email=house.viewer.email.upper(), roles=[Role.OPERATOR_VIEWER]
        )


def test_someone_elses_account_is_not_given_away(house: House) -> None:
    """Inviting an address that has an account elsewhere tells the inviter nothing; accepting it fails."""
    _, token = invite(house, email=house.outsider.email)
    with pytest.raises(BadValue, match="already has an account"):
        accept(token)
    house.outsider.refresh_from_db()
    assert house.outsider.organisation != house.operator


def test_another_houses_invitation_cannot_be_cancelled(house: House) -> None:
    made, _ = invite(house)
    with pytest.raises(NotFound):
        services.cancel_invitation(actor=house.regulator_admin, invitation_id=made.pk)
    assert made.pk in selectors.invitations(house.operator_admin).values_list("pk", flat=True)


def test_each_step_is_in_the_trail(house: House) -> None:
    _, token = invite(house)
    user = accept(token)
    rows = AuditEntry.objects.filter(action__startswith="invitation.").order_by("pk")
    assert [(r.action, r.actor) for r in rows] == [
        ("invitation.create", house.operator_admin),
        ("invitation.accept", user),
    ]
    assert token not in str([(r.before, r.after) for r in rows])


def some_time_ago(made: Invitation, **delta: int) -> None:
    Invitation.objects.filter(pk=made.pk).update(sent_at=timezone.now() - timedelta(**delta))


def newest_token() -> str:
    found = re.search(r"/invitation/([\w-]+)/", Mail.objects.latest("pk").body)
    assert found
    return found[1]


def test_sent_again_the_new_link_works_and_the_old_one_does_not(house: House) -> None:
    made, first = invite(house)
    some_time_ago(made, days=8)
    Invitation.objects.filter(pk=made.pk).update(expires_at=timezone.now() - timedelta(days=1))
    resend_invitation(actor=house.operator_admin, invitation_id=made.pk)
    with pytest.raises(NotFound, match="unknown"):
        accept(first)
    assert accept(newest_token()).email == "new.person@example.org"
    entry = AuditEntry.objects.get(action="invitation.resend")
    assert (entry.actor, entry.after["times_sent"] if entry.after else 0) == (house.operator_admin, 2)


def test_it_is_not_sent_again_at_once_nor_without_end(house: House) -> None:
    made, first = invite(house)
    with pytest.raises(NotPossible, match="five minutes"):
        resend_invitation(actor=house.operator_admin, invitation_id=made.pk)
    some_time_ago(made, hours=1)
    Invitation.objects.filter(pk=made.pk).update(times_sent=MOST_TIMES_SENT)
    with pytest.raises(NotPossible, match="10 times"):
        resend_invitation(actor=house.operator_admin, invitation_id=made.pk)
    assert accept(first).pk, "a refused sending leaves the link alone"


def test_what_was_accepted_or_withdrawn_is_not_sent_again(house: House) -> None:
    made, token = invite(house)
    accept(token)
    other, _ = invite(house, email="other@example.org")
    services.cancel_invitation(actor=house.operator_admin, invitation_id=other.pk)
    for row in (made, other):
        some_time_ago(row, days=1)
        with pytest.raises(NotFound):
            resend_invitation(actor=house.operator_admin, invitation_id=row.pk)


@pytest.mark.parametrize("who", ["regulator_admin", "submitter"])
def test_only_its_own_administrator_sends_an_invitation_again(house: House, who: str) -> None:
    made, _ = invite(house)
    some_time_ago(made, hours=1)
    with pytest.raises((NotFound, NotPermitted)):
        resend_invitation(actor=getattr(house, who), invitation_id=made.pk)


def test_the_team_page_shows_what_became_of_each_invitation(house: House) -> None:
    _, token = invite(house, email="here@example.org")
    accept(token)
    invite(house, email="open@example.org")
    late, _ = invite(house, email="late@example.org")
    Invitation.objects.filter(pk=late.pk).update(expires_at=timezone.now() - timedelta(days=1))
    client = signed_in(house.operator_admin)
    rows = client.get("/team/").content.decode().split("<h2>Invitations</h2>")[1]
    states = re.findall(r'scope="row">(\w+)@example.org.*?class="badge[^>]*>(\w+)<', rows, re.DOTALL)
    assert set(states) == {("here", "Accepted"), ("open", "Sent"), ("late", "Expired")}
    some_time_ago(late, hours=1)
    answer = client.post(f"/team/invitations/{late.pk}/again/", follow=True)
    assert "A new link has been sent to late@example.org" in answer.content.decode()


def test_a_mailbox_is_not_filled_with_invitations(house: House) -> None:
    spellings = [
        "a.b@example.org",
        "ab@example.org",
        "ab+x@example.org",
        "AB@example.org",
        "a.b+y@example.org",
    ]
    for email in spellings:
        invite(house, email=email)
    with pytest.raises(NotPossible, match="5 invitations in the last 24 hours"):
        invite(house, email="a.b+z@example.org")
    invite(house, email="other@example.org")
    Invitation.objects.update(sent_at=timezone.now() - timedelta(hours=25))
    invite(house, email="a.b+z@example.org")


def test_a_sender_is_limited_by_the_day(house: House) -> None:
    made, _ = invite(house)
    Invitation.objects.filter(pk=made.pk).update(times_sent=MOST_FROM_A_SENDER)
    with pytest.raises(NotPossible, match="which is the limit"):
        invite(house, email="one.more@example.org")


@pytest.mark.parametrize(
    "name",
    [
        "See https://evil.example",
        "www.evil.example",
        "win at evil.example now",
        "a@b",
        "<b>x</b>",
        "a\u202eb",
    ],
)
def test_a_greeting_holds_a_name_and_nothing_else(house: House, name: str) -> None:
    with pytest.raises(BadValue, match="without a web or e-mail address"):
        invite(house, name=name)
    # Stored before names were checked: neither the invited person's nor the sender's is printed.
    User.objects.filter(pk=house.operator_admin.pk).update(name=name)
    invite(house, actor=User.objects.get(pk=house.operator_admin.pk))
    assert name not in Mail.objects.latest("pk").body
    with pytest.raises(BadValue):
        services.change_name(actor=house.viewer, name=name)


@pytest.mark.parametrize("name", ["Dr. José Ortiz-Vega", "J. R. O’Neill", "Mere Paewai", "李小龍"])
def test_names_of_people_are_names(house: House, name: str) -> None:
    assert services.change_name(actor=house.viewer, name=name).name == name
    invite(house, name=name)
    assert f"Hello {name}," in Mail.objects.latest("pk").body
