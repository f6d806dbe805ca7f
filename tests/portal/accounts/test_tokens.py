"""Tokens: made once, narrow, ending; and what they never do."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from portal.accounts import closing, machines, services, tokens
from portal.accounts.models import Role, Token, User
from portal.accounts.permissions import PEOPLE_ONLY, PERMISSIONS, can, require
from portal.accounts.scopes import SCOPES
from portal.audit.models import AuditEntry
from portal.calendars.services import feed_of, make_address
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Mail, Notice
from portal.review import workflow
from portal.review.comments import comment
from portal.submissions import selectors as submissions
from portal.validation.drafts import create_draft
from tests.factories import House, close_account, create_user, digest, draft, recommended, submitted
from tests.portal.doors import signed_in


def make(actor: User, *scopes: str, **given: Any) -> tuple[Token, str]:
    given = {"name": "Pipeline", "days": 30, "scopes": scopes or ("read",), **given}
    return tokens.create(actor=actor, **given)


def come_in(raw: str) -> User:
    found = tokens.authenticate(raw)
    assert found is not None
    return found[0]


def machine(house: House, *roles: str) -> User:
    return machines.create_machine(
        actor=house.operator_admin, name="Rules bot", roles=roles or ("operator_submitter",)
    )


# -- made once ----------------------------------------------------------------------------------------------


def test_a_token_opens_the_account_it_was_made_for(house: House) -> None:
    token, raw = make(house.submitter, "read")
    user, came_with = tokens.authenticate(raw) or (None, None)
    assert (user, came_with) == (house.submitter, token)
    assert user is not None and user.token == token


def test_only_a_hash_of_a_secret_of_256_bits_is_kept(house: House) -> None:
    token, raw = make(house.submitter)
    secret = raw.removeprefix(token.prefix + "_")
    assert len(secret) == 43
    assert token.secret_hash == hashlib.sha256(secret.encode()).hexdigest()
    kept = [*Token.objects.values_list(), *AuditEntry.objects.values_list(), *Mail.objects.values_list()]
    assert secret not in str([*kept, *Notice.objects.values_list()])


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: "",
        lambda raw: raw[:-1],
        lambda raw: raw + "x",
        lambda raw: raw[:-1] + ("A" if raw[-1] != "A" else "B"),
        lambda raw: raw.swapcase(),
        lambda raw: raw.replace("baize_", "baise_"),
        lambda raw: " " + raw,
        lambda raw: raw + "\n",
        lambda raw: raw + "\x00",
        lambda raw: "baize_%_" + raw[-43:],
        lambda raw: raw[:15] + "é" * 43,
    ],
)
def test_anything_but_the_token_opens_nothing(house: House, change: Any) -> None:
    _, raw = make(house.submitter)
    assert tokens.authenticate(change(raw)) is None


def test_one_indexed_question_opens_the_door(house: House, django_assert_num_queries: Any) -> None:
    _, raw = make(house.submitter)
    tokens.authenticate(raw)  # notes the use
    with django_assert_num_queries(1):
        found = tokens.authenticate(raw)
        assert found is not None and found[0].organisation == house.operator
    with django_assert_num_queries(0):
        tokens.authenticate("Basic abc")


def test_creating_a_token_is_notified_and_recorded(house: House) -> None:
    make(house.submitter, "read", "submissions.write")
    entry = AuditEntry.objects.get(action="token.create")
    assert entry.actor == house.submitter and entry.organisation == house.operator
    assert entry.after and entry.after["scopes"] == ["read", "submissions.write"]
    notice = Notice.objects.get(user=house.submitter)
    assert "Pipeline" in notice.text and notice.url == "/account/tokens/"
    assert Mail.objects.get(to=house.submitter.email).subject == "A new token: Pipeline"


# -- narrow -------------------------------------------------------------------------------------------------


def test_a_token_does_what_its_scopes_allow_and_no_more(house: House) -> None:
    made = draft(house)
    reader = come_in(make(house.submitter, "read")[1])
    assert submissions.submission(reader, made.reference) == made
    with pytest.raises(NotPermitted, match=r"lacks the scope submissions\.write"):
        create_draft(actor=reader, property_id=house.property.pk, edition_id=house.edition.pk)
    writer = come_in(make(house.submitter, "submissions.write", name="Writer")[1])
    assert create_draft(actor=writer, property_id=house.property.pk, edition_id=house.edition.pk)
    assert not can(writer, "submission.submit")
    # Signed in, the same person may.
    assert can(house.submitter, "submission.submit")


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("role", [role for role in Role if role != Role.SITE_ADMIN])
def test_no_scope_gives_what_the_role_does_not(house: House, role: Role, scope: str) -> None:
    organisation = house.operator if role.startswith("operator") else house.regulator
    person = create_user(organisation=organisation, roles=[role])
    offered = {s.name for s in tokens.scopes_for(person)}
    if scope not in offered:
        with pytest.raises(BadValue) as refusal:
            make(person, scope)
        assert refusal.value.field == "scopes"
        return
    person = come_in(make(person, scope)[1])
    allowed = {name for name in PERMISSIONS if can(person, name)}
    assert allowed <= SCOPES[scope].permissions
    assert allowed <= {name for name, roles in PERMISSIONS.items() if role in roles}


def test_scopes_name_permissions_that_exist_and_leave_administration_out() -> None:
    given = frozenset().union(*(scope.permissions for scope in SCOPES.values()))
    assert given <= set(PERMISSIONS)
    assert not given & {"team.manage", "property.manage", "edition.manage", "site.manage"}


def test_a_changed_role_holds_at_once(house: House) -> None:
    _, raw = make(house.submitter, "submissions.write")
    assert can(come_in(raw), "submission.edit")
    services.set_roles(actor=house.operator_admin, user_id=house.submitter.pk, roles=[Role.OPERATOR_VIEWER])
    assert not can(come_in(raw), "submission.edit")


def test_what_no_scope_gives_takes_signing_in(house: House) -> None:
    token, raw = make(house.operator_admin, "audit.read")
    admin = come_in(raw)
    with pytest.raises(NotPermitted, match="Sign in"):
        require(admin, "team.manage")
    for attempt in (
        lambda: make(admin),
        lambda: tokens.revoke(actor=admin, token_id=token.pk),
    ):
        with pytest.raises(NotPermitted, match="Sign in"):
            attempt()


def test_the_trail_says_which_token_acted(house: House) -> None:
    token, raw = make(house.submitter, "submissions.write")
    create_draft(actor=come_in(raw), property_id=house.property.pk, edition_id=house.edition.pk)
    entry = AuditEntry.objects.filter(action__startswith="draft.").latest("pk")
    assert entry.actor == house.submitter and entry.actor_name.endswith(f"token {token.prefix}")


# -- ending -------------------------------------------------------------------------------------------------


def test_a_token_ends_on_its_day(house: House) -> None:
    token, raw = make(house.submitter, days=1)
    Token.objects.filter(pk=token.pk).update(
        created_at=timezone.now() - timedelta(days=2), expires_at=timezone.now() - timedelta(seconds=1)
    )
    assert tokens.authenticate(raw) is None


@pytest.mark.parametrize("days", [0, -1, 366, 100_000])
def test_a_token_lasts_a_year_at_most(house: House, days: int) -> None:
    with pytest.raises(BadValue, match="1 to 365") as refusal:
        make(house.submitter, days=days)
    assert refusal.value.field == "days"


def test_the_database_holds_that_a_token_ends(house: House) -> None:
    token, _ = make(house.submitter)
    with pytest.raises(IntegrityError), transaction.atomic():
        Token.objects.filter(pk=token.pk).update(expires_at=token.created_at)
    with pytest.raises(IntegrityError), transaction.atomic():
        Token.objects.filter(pk=token.pk).update(revoked_at=timezone.now())


def test_a_revoked_token_opens_nothing_and_stays_revoked(house: House) -> None:
    token, raw = make(house.submitter)
    tokens.revoke(actor=house.submitter, token_id=token.pk)
    assert tokens.authenticate(raw) is None
    tokens.revoke(actor=house.submitter, token_id=token.pk)  # again: nothing happens
    assert AuditEntry.objects.filter(action="token.revoke").count() == 1


def test_a_closed_account_closes_its_tokens(house: House) -> None:
    _, raw = make(house.viewer)
    close_account(house.viewer, house.operator_admin)
    assert tokens.authenticate(raw) is None


def test_what_was_ended_with_an_account_does_not_come_back(house: House) -> None:
    _, raw = make(house.viewer)
    session = signed_in(house.viewer)
    assert session.get("/account/").status_code == 200
    make_address(actor=house.viewer)
    close_account(house.viewer, house.operator_admin)
    closing.reactivate_user(actor=house.operator_admin, user_id=house.viewer.pk)
    assert tokens.authenticate(raw) is None
    assert session.get("/account/").status_code == 302
    assert feed_of(house.viewer) is None
    assert signed_in(User.objects.get(pk=house.viewer.pk)).get("/account/").status_code == 200


def test_a_new_password_ends_tokens_and_other_sessions(house: House) -> None:
    _, raw = make(house.viewer)
    session = signed_in(house.viewer)
    services.set_password(actor=house.viewer, password="seven slow green herons")
    assert tokens.authenticate(raw) is None
    assert session.get("/account/").status_code == 302
    assert AuditEntry.objects.get(action="token.end").before == {"tokens": ["Pipeline"]}


@pytest.mark.parametrize("permission", sorted(PEOPLE_ONLY))
def test_no_token_of_a_person_decides(house: House, permission: str) -> None:
    person = create_user(
        organisation=house.regulator, roles=[Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER]
    )
    scopes = [scope.name for scope in tokens.scopes_for(person)]
    acting = come_in(make(person, *scopes)[1])
    assert acting.token is not None
    # As if a scope still had it, such as one of an older release.
    acting.token.__dict__["permissions"] = frozenset(PERMISSIONS)
    assert not can(acting, permission)
    if acting.has_role(*PERMISSIONS[permission]):
        with pytest.raises(NotPermitted, match="No token allows this"):
            require(acting, permission)


def test_no_scope_has_what_only_people_do() -> None:
    for scope in SCOPES.values():
        assert not scope.permissions & PEOPLE_ONLY, scope.name


def test_tokens_of_others_do_not_exist(house: House) -> None:
    token, _ = make(house.submitter)
    for stranger in (house.viewer, house.operator_admin, house.outsider, house.officer, house.site_admin):
        assert not tokens.tokens(stranger).exists()
        with pytest.raises(NotFound):
            tokens.revoke(actor=stranger, token_id=token.pk)


def test_last_used_is_written_once_a_minute(house: House) -> None:
    token, raw = make(house.submitter)
    tokens.authenticate(raw)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    tokens.authenticate(raw)
    token.refresh_from_db()
    assert token.last_used_at == first
    Token.objects.filter(pk=token.pk).update(last_used_at=first - timedelta(minutes=2))
    tokens.authenticate(raw)
    token.refresh_from_db()
    assert token.last_used_at >= first


def test_a_name_is_given_once_among_the_live(house: House) -> None:
    token, _ = make(house.submitter)
    with pytest.raises(BadValue, match="already"):
        make(house.submitter, name="pipeline")
    tokens.revoke(actor=house.submitter, token_id=token.pk)
    make(house.submitter)
    for wrong in ({"name": "  "}, {"name": "x" * 121}, {"name": "No scope", "scopes": ()}):
        with pytest.raises(BadValue):
            make(house.submitter, **wrong)


def test_an_account_has_25_live_tokens_at_most(house: House) -> None:
    for number in range(tokens.MAX_LIVE):
        make(house.submitter, name=f"Program {number}")
    with pytest.raises(NotPossible, match="25 live tokens"):
        make(house.submitter, name="One more")


def test_its_end_is_announced_once_a_week_ahead(house: House) -> None:
    late, _ = make(house.submitter, name="Late", days=30)
    soon, _ = make(house.submitter, name="Soon", days=30)
    make(house.submitter, name="Short", days=3)
    Token.objects.filter(pk=soon.pk).update(
        created_at=timezone.now() - timedelta(days=24), expires_at=timezone.now() + timedelta(days=6)
    )
    Notice.objects.all().delete()
    assert tokens.warn_of_expiry() == 1
    assert tokens.warn_of_expiry() == 0
    assert "Soon" in Notice.objects.get(user=house.submitter).text
    late.refresh_from_db()
    assert late.warned_at is None


# -- machine accounts ---------------------------------------------------------------------------------------


def test_a_machine_account_acts_by_token_only(house: House) -> None:
    bot = machine(house)
    assert bot.organisation == house.operator and not bot.has_usable_password()
    _, raw = make(house.operator_admin, "submissions.write", user_id=bot.pk)
    assert can(come_in(raw), "submission.edit")
    assert Notice.objects.filter(
        user=house.operator_admin, text__contains="machine account Rules bot"
    ).exists()
    assert not Notice.objects.filter(user=bot).exists()


@pytest.mark.parametrize("permission", sorted(PEOPLE_ONLY))
def test_a_machine_never_decides(house: House, permission: str) -> None:
    roles = ["regulator_officer", "regulator_approver"]
    bot = machines.create_machine(actor=house.regulator_admin, name="Desk bot", roles=roles)
    assert not can(bot, permission)
    if bot.has_role(*PERMISSIONS[permission]):
        with pytest.raises(NotPermitted, match="Only a person"):
            require(bot, permission)


def test_four_eyes_are_two_peoples(house: House) -> None:
    """With every role and every scope there is, a program neither takes a case nor settles one."""
    roles = ["regulator_officer", "regulator_approver"]
    bot = machines.create_machine(actor=house.regulator_admin, name="Desk bot", roles=roles)
    scopes = [scope.name for scope in tokens.scopes_for(bot)]
    bot = come_in(make(house.regulator_admin, *scopes, user_id=bot.pk)[1])
    waiting, decided = submitted(house), recommended(house)
    with pytest.raises(NotPermitted, match="Only a person"):
        workflow.claim(actor=bot, reference=waiting.reference)
    with pytest.raises(NotPermitted, match="Only a person"):
        workflow.approve(actor=bot, reference=decided.reference, digest=digest(decided), no_conflict=True)
    assert workflow.moves_open_to(bot, decided) == set()
    assert comment(actor=bot, reference=waiting.reference, text="Seen by the nightly check.")


def test_a_machine_is_no_administrator(house: House) -> None:
    with pytest.raises(BadValue) as refusal:
        machine(house, "operator_admin")
    assert refusal.value.field == "roles"
    bot = machine(house)
    with pytest.raises(BadValue):
        services.set_roles(actor=house.operator_admin, user_id=bot.pk, roles=["operator_admin"])


def test_machines_are_made_by_the_administrator_of_the_house(house: House) -> None:
    for person in (house.submitter, house.officer):
        with pytest.raises(NotPermitted):
            machines.create_machine(actor=person, name="Mine", roles=["operator_viewer"])
    bot = machine(house)
    with pytest.raises(BadValue, match="already"):
        machine(house)
    assert list(machines.machines(house.viewer)) == [bot]
    assert not machines.machines(house.outsider).exists()
    other = create_user(organisation=house.outsider.organisation, roles=[Role.OPERATOR_ADMIN])
    with pytest.raises(NotFound):
        make(other, user_id=bot.pk)
    with pytest.raises(NotFound):  # a colleague is not a machine
        make(house.operator_admin, user_id=house.viewer.pk)
    with pytest.raises(NotPermitted):
        make(house.submitter, user_id=bot.pk)


def test_a_machines_tokens_are_its_administrators(house: House) -> None:
    bot = machine(house)
    token, raw = make(house.operator_admin, user_id=bot.pk)
    assert list(tokens.tokens(house.operator_admin)) == [token]
    assert not tokens.tokens(house.submitter).exists()
    closing.close_machine(actor=house.operator_admin, user_id=bot.pk)
    assert tokens.authenticate(raw) is None
    with pytest.raises(NotPossible, match="closed"):
        make(house.operator_admin, name="Another", user_id=bot.pk)
