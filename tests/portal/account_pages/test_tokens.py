"""Pages of tokens and machine accounts."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from portal.accounts import machines, tokens
from portal.accounts.models import Role, Token, User
from portal.audit.models import AuditEntry
from portal.notices.resets import send_reset
from tests.factories import PASSWORD, House
from tests.portal.doors import signed_in, text

GIVEN = {"name": "Pipeline", "scopes": ["read"], "days": "30", "password": PASSWORD}


def shown(response: Any) -> str:
    found = re.search(r'id="token">([^<]+)<', response.content.decode())
    assert found is not None
    return found[1]


def test_a_token_is_made_and_shown_once(house: House) -> None:
    client = signed_in(house.submitter)
    answer = client.post("/account/tokens/new/", GIVEN)
    assert answer.status_code == 201 and "no-store" in answer["Cache-Control"]
    raw = shown(answer)
    assert tokens.authenticate(raw) is not None
    page = client.get("/account/tokens/")
    assert "Pipeline" in text(page) and raw not in page.content.decode()
    # A reload of the answer sends the form again: nothing new comes of it.
    again = client.post("/account/tokens/new/", GIVEN)
    assert again.status_code == 422 and Token.objects.count() == 1


def test_the_password_is_asked_for_again(house: House) -> None:
    client = signed_in(house.submitter)
    for wrong, words in (("", "Enter your password"), ("guess", "That is not your password")):
        answer = client.post("/account/tokens/new/", GIVEN | {"password": wrong})
        assert answer.status_code == 422 and words in text(answer)
        assert wrong == "" or wrong not in answer.content.decode().replace("guess their", "")
    assert not Token.objects.exists()
    assert AuditEntry.objects.filter(action="sign_in.failed").count() == 1


def test_guessing_the_password_here_is_locked_out_too(house: House) -> None:
    client = signed_in(house.submitter)
    answers = [client.post("/account/tokens/new/", GIVEN | {"password": f"guess {n}"}) for n in range(5)]
    assert answers[-1].status_code == 429
    assert client.post("/account/tokens/new/", GIVEN).status_code == 429
    assert not Token.objects.exists()


def test_the_form_offers_what_the_roles_allow(house: House) -> None:
    page = signed_in(house.viewer).get("/account/tokens/new/").content.decode()
    assert 'value="read"' in page and 'value="submissions.write"' not in page
    answer = signed_in(house.viewer).post(
        "/account/tokens/new/", GIVEN | {"scopes": ["read", "review.write"]}
    )
    assert answer.status_code == 422 and not Token.objects.exists()
    for days in ("0", "400", "many"):
        answer = signed_in(house.viewer).post("/account/tokens/new/", GIVEN | {"days": days})
        assert answer.status_code == 422 and "Choose from the list" in text(answer)


def test_revoking_asks_first(house: House) -> None:
    token, raw = tokens.create(actor=house.submitter, name="Old script", scopes=["read"], days=30)
    client = signed_in(house.submitter)
    where = f"/account/tokens/{token.pk}/revoke/"
    assert "This cannot be undone" in text(client.get(where))
    assert tokens.authenticate(raw) is not None
    assert client.post(where).status_code == 302
    assert tokens.authenticate(raw) is None
    page = text(client.get("/account/tokens/"))
    assert "Old script has been revoked" in page and f"Revoked by {house.submitter.name}" in page
    assert "already expired or been revoked" in text(client.get(where))


def test_without_tokens_the_page_says_what_they_are_for(house: House) -> None:
    assert "You have no token" in text(signed_in(house.officer).get("/account/tokens/"))
    assert "machine account" in text(signed_in(house.operator_admin).get("/account/tokens/"))
    assert "No machine account" not in text(signed_in(house.submitter).get("/account/tokens/"))
    assert signed_in(house.site_admin).get("/account/tokens/").status_code == 200


def test_an_administrator_adds_a_machine_account_and_its_token(house: House) -> None:
    client = signed_in(house.operator_admin)
    empty = client.post("/team/machines/new/", {"name": ""})
    assert empty.status_code == 422 and "Enter a name for the account" in text(empty)
    answer = client.post("/team/machines/new/", {"name": "Rules bot", "roles": ["operator_submitter"]})
    bot = User.objects.get(is_machine=True)
    assert answer["Location"] == f"/team/{bot.pk}/"
    assert "It has no token yet, so it cannot act" in text(client.get(answer["Location"]))
    made = client.post(f"/team/{bot.pk}/token/", GIVEN | {"scopes": ["submissions.write"]})
    assert made.status_code == 201
    found = tokens.authenticate(shown(made))
    assert found is not None and found[0] == bot
    assert "Rules bot" in text(client.get("/account/tokens/"))
    team = text(client.get("/team/"))
    assert "Rules bot Submitter 1" in team and "machine.invalid" not in team
    # Everyone in the team sees that it is there; only the administrator changes it.
    assert "Rules bot" in text(signed_in(house.viewer).get("/team/"))


def test_a_machine_account_is_closed_and_opened_like_any_other(house: House) -> None:
    bot = machines.create_machine(actor=house.operator_admin, name="Bot", roles=["operator_viewer"])
    client = signed_in(house.operator_admin)
    page = client.get(f"/team/{bot.pk}/")
    assert "With a token only" in text(page) and 'value="operator_admin"' not in page.content.decode()
    client.post(f"/team/{bot.pk}/access/", {"access": "closed"})
    closed = text(client.get(f"/team/{bot.pk}/"))
    assert "its tokens are refused" in closed and "Create a token" not in closed
    assert client.post(f"/team/{bot.pk}/token/", GIVEN).status_code == 422
    client.post(f"/team/{bot.pk}/access/", {"access": "open"})
    assert "With a token only" in text(client.get(f"/team/{bot.pk}/"))


def test_tokens_are_not_made_for_colleagues_nor_by_them(house: House) -> None:
    bot = machines.create_machine(actor=house.operator_admin, name="Bot", roles=["operator_viewer"])
    assert signed_in(house.operator_admin).get(f"/team/{house.viewer.pk}/token/").status_code == 404
    assert signed_in(house.submitter).get(f"/team/{bot.pk}/token/").status_code == 403
    assert signed_in(house.submitter).get("/team/machines/new/").status_code == 403
    assert signed_in(house.regulator_admin).get(f"/team/{bot.pk}/token/").status_code == 404


def test_a_machine_account_cannot_sign_in(house: House, settings: Any) -> None:
    settings.DEMO = True
    bot = machines.create_machine(
        actor=house.regulator_admin, name="Bot", roles=[Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER]
    )
    for password in ("", "!", bot.password):
        Client().post("/sign-in/", {"username": bot.email, "password": password})
    client = Client()
    assert send_reset(bot.email) == 0
    assert client.post("/sign-in/demo/", {"account": bot.email}).status_code == 404
    assert not AuditEntry.objects.filter(action="sign_in", actor=bot).exists()
