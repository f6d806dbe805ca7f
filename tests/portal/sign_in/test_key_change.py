"""A changed SECRET_KEY: former keys go on, secrets are encrypted anew, and a lost key is said in words."""

from __future__ import annotations

import io

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt, encrypt
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from portal.audit.models import AuditEntry
from portal.notices.models import Notice
from portal.notices.webhooks import services as webhooks
from portal.sign_in import factors, recovery_codes
from portal.sign_in.key_change import people_locked_out, second_factors
from portal.sign_in.models import EnrolmentDue
from tests.factories import House
from tests.portal.doors import signed_in, text
from tests.portal.sign_in.people import code, send_password, signed_in_with, with_app


def run(*arguments: str) -> str:
    said = io.StringIO()
    call_command("encrypt_secrets", *arguments, stdout=said)
    return said.getvalue()


def test_secrets_move_to_the_new_key_and_the_former_can_be_dropped(house: House, settings: Settings) -> None:
    secret = with_app(house.officer)
    codes = factors.new_recovery_codes(actor=house.officer)
    webhooks.add(actor=house.operator_admin, url="https://hooks.example.org/a", events=["decision.made"])
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another key " * 6
    settings.SECRET_KEY_FALLBACKS = [former]
    assert "second factors: 0 with the current key, 2 with a former key, 0 that no key opens" in run(
        "--check"
    )
    assert "2 with a former key (encrypted anew)" in run()
    assert AuditEntry.objects.filter(action="audit.secrets_encrypted").exists()
    settings.SECRET_KEY_FALLBACKS = []
    said = run("--check")
    assert (
        "second factors: 2 with the current key, 0" in said and "webhooks: 1 with the current key, 0" in said
    )
    signed_in_with(house.officer, secret)
    client = Client()
    send_password(client, house.officer)
    assert client.post("/sign-in/code/", {"code": codes[0]}).status_code == 302


def test_a_lost_key_is_said_in_words_and_what_to_do(house: House, settings: Settings) -> None:
    secret = with_app(house.officer)
    factors.new_recovery_codes(actor=house.officer)
    settings.SECRET_KEY = "another key " * 6
    client = Client()
    send_password(client, house.officer)
    for typed in (code(secret), "12345678"):
        answer = client.post("/sign-in/code/", {"code": typed})
        assert answer.status_code == 422
        assert "key was changed, and it can no longer check your codes" in text(answer)
    assert "cannot be checked any more" in text(signed_in(house.officer).get("/account/second-factor/"))
    assert people_locked_out() == [house.officer]
    with pytest.raises(CommandError, match="SECRET_KEY_FALLBACKS"):
        run("--check")
    said = run("--remove-unreadable")
    assert f"<{house.officer.email}> has no second factor that can be checked" in said
    assert "2 second factors were removed" in said
    assert not Authenticator.objects.exists()
    assert EnrolmentDue.objects.filter(user=house.officer).exists()
    assert Notice.objects.filter(user=house.officer, text__contains="could no longer be checked").exists()
    assert second_factors(renew=False).unreadable == 0


def test_recovery_codes_are_hashed_and_encrypted(house: House) -> None:
    with_app(house.officer)
    codes = factors.new_recovery_codes(actor=house.officer)
    row = Authenticator.objects.get(type="recovery_codes")
    assert len(set(codes)) == 10 and all(len(each) == 8 and each.isdecimal() for each in codes)
    assert set(row.data) == {"hashed"}
    opened = decrypt(row.data["hashed"])
    assert not any(each in opened for each in codes)
    wrong = next(each for each in ("00000000", "11111111") if each not in codes)
    assert not recovery_codes.take(row, wrong)
    assert recovery_codes.take(row, codes[2]) and not recovery_codes.take(row, codes[2])
    row.refresh_from_db()
    assert recovery_codes.left(row) == 9


def test_codes_made_before_go_on(house: House) -> None:
    with_app(house.officer)
    kind = Authenticator.Type.RECOVERY_CODES
    seed = {"seed": encrypt("ab" * 40), "used_mask": 0}
    row = Authenticator.objects.create(user=house.officer, type=kind, data=seed)
    made = row.wrap().generate_codes()
    assert recovery_codes.left(row) == 10
    assert recovery_codes.take(row, made[0]) and not recovery_codes.take(row, made[0])
