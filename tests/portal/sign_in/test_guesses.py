"""Guesses at one account from many addresses are slowed, and the owner is not locked out by them."""

from __future__ import annotations

import itertools
import time

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from portal.account_pages.forms import SignInForm
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail
from portal.notices.models import Mail, Notice
from portal.notices.resets import send_reset
from portal.sign_in import guesses, tasks
from tests.factories import PASSWORD, House
from tests.portal.doors import ClientResponse, signed_in, text
from tests.portal.sign_in.people import code, send_password, signed_in_with, with_app

OWN, FOREIGN = "192.0.2.7", "203.0.113.9"


def at(number: int) -> str:
    return f"10.1.{number // 250}.{number % 250 + 1}"


def guess(email: str, address: str, password: str = "a wrong one") -> ClientResponse:
    sent = {"username": email, "password": password}
    return Client(REMOTE_ADDR=address).post("/sign-in/", sent)


def form(email: str, address: str) -> SignInForm:
    request = RequestFactory().post("/sign-in/", REMOTE_ADDR=address)
    return SignInForm(request, {"username": email, "password": "a wrong one"})


def slow_down(email: str) -> None:
    for number in range(guesses.FREE + 1):
        form(email, at(number)).is_valid()


def test_a_thousand_guesses_from_a_thousand_addresses(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One a second: of a thousand, sixteen are compared; of those that come in a day, about a hundred."""
    clock = itertools.count(int(time.time()) + 1)
    now = [next(clock)]
    monkeypatch.setattr("time.time", lambda: now[0])
    compared = []
    for number in range(1_000):
        now[0] = next(clock)
        try:
            assert not form(house.submitter.email, at(number)).is_valid()
            compared.append(number)
        except guesses.Slowed:
            pass
    assert compared == [*range(10), 10, 40, 100, 220, 460, 940]
    assert AuditEntry.objects.filter(action="sign_in.failed").count() == len(compared)
    refused, right = (guess(house.submitter.email, FOREIGN, typed) for typed in ("a wrong one", PASSWORD))
    assert refused.status_code == 429
    assert refused["Retry-After"] == str(15 * 60 - 59)
    page = text(refused)
    assert "Yours was not checked. Try again in 15 minutes" in page
    assert "With a passkey" in page and "set one" in page
    # The right password does not help a stranger: what is refused says nothing of it.
    assert text(right) == page


def test_the_owner_is_not_locked_out(house: House) -> None:
    person = house.submitter
    guess(person.email, OWN, PASSWORD)
    slow_down(person.email)
    assert guess(person.email, FOREIGN, PASSWORD).status_code == 429
    # Where the account was signed in before, nobody waits.
    assert guess(person.email, OWN, PASSWORD).status_code == 302
    # Whoever sets a new password by e-mail, neither.
    send_reset(person.email)
    link = Mail.objects.get(about="password reset").body.split("http", 1)[1].split()[0].split("/", 3)[3]
    client = Client(REMOTE_ADDR=FOREIGN)
    form = client.get(f"/{link}", follow=True)
    new = "three quiet green tables"
    client.post(form.redirect_chain[-1][0], {"new_password1": new, "new_password2": new})
    assert guess(person.email, "203.0.113.10", new).status_code == 429
    assert guess(person.email, FOREIGN, new).status_code == 302


def test_a_trusted_browser_waits_nowhere(house: House) -> None:
    person = house.officer
    secret = with_app(person)
    client = Client(REMOTE_ADDR=OWN)
    send_password(client, person)
    client.post("/sign-in/code/", {"code": code(secret), "trust": "on"})
    client.post("/sign-out/")
    slow_down(person.email)
    client.defaults["REMOTE_ADDR"] = FOREIGN
    assert client.post("/sign-in/", {"username": person.email, "password": PASSWORD}).status_code == 302
    client.post("/sign-out/")
    # The secret of one person's browser is no way around the wait of another.
    slow_down(house.approver.email)
    sent = {"username": house.approver.email, "password": PASSWORD}
    assert client.post("/sign-in/", sent).status_code == 429


def test_nothing_tells_whether_an_account_exists(house: House) -> None:
    """The same answers after the same number of questions to the database, whose rows are written as well."""

    def course(email: str) -> list[tuple[int, int, str]]:
        found = []
        for number in range(guesses.FREE + 3):
            with CaptureQueriesContext(connection) as queries:
                answer = guess(email, at(number))
            asked = [q["sql"] for q in queries if "SAVEPOINT" not in q["sql"]]
            found.append((answer.status_code, len(asked), text(answer).replace(email, "")))
        return found

    known, unknown = course(house.submitter.email), course("nobody@example.org")
    assert known == unknown


def test_the_person_is_told_once_and_the_trail_has_it(
    house: House, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    person = house.submitter
    queued: list[tuple[str, str]] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tasks.note_slowed, "delay", lambda *args: queued.append(args))
        with django_capture_on_commit_callbacks(execute=True):
            for number in range(guesses.FREE + 5):
                guess(person.email, at(number))
                guess("nobody@example.org", at(number))
    assert sorted(queued) == [("nobody@example.org", "password"), (person.email, "password")]
    assert [tasks.note_slowed(*each) for each in sorted(queued)] == [False, True]
    told = Notice.objects.get(user=person).text
    assert "by e-mail does not. Your password was not guessed" in told
    for kind in (guesses.PASSWORD, guesses.PRESENT_PASSWORD, guesses.CODE):
        tasks.note_slowed(person.email, kind)  # in full: a notice has room for 300 characters
    assert not Notice.objects.filter(user=person).exclude(text__endswith=".").exists()
    assert "sign_in.slowed" in {row.action for row in trail(house.operator_admin)}
    assert not AuditEntry.objects.filter(before__icontains="nobody").exists()


def test_the_present_password_is_slowed_too(house: House) -> None:
    client = signed_in(house.submitter)
    new = {"new_password1": "three quiet green tables", "new_password2": "three quiet green tables"}

    def send(address: str, typed: str) -> ClientResponse:
        return client.post("/account/password/", {"old_password": typed, **new}, REMOTE_ADDR=address)

    for number in range(guesses.FREE + 1):
        send(at(number), "a wrong one")
    refused = send(FOREIGN, PASSWORD)
    assert refused.status_code == 422
    assert "yours was not checked" in text(refused)
    # It slows nobody who signs in.
    assert guess(house.submitter.email, FOREIGN, PASSWORD).status_code == 302


def test_codes_are_slowed_for_strangers_and_not_for_the_owner(house: House) -> None:
    person = house.officer
    secret = with_app(person)
    signed_in_with(person, secret, REMOTE_ADDR=OWN)
    client = Client()
    send_password(client, person)
    for number in range(guesses.FREE + 1):
        client.post("/sign-in/code/", {"code": "000000"}, REMOTE_ADDR=at(number))
    Authenticator.objects.filter(user=person).update(last_used_at=None)
    slowed = client.post("/sign-in/code/", {"code": code(secret, 1)}, REMOTE_ADDR=FOREIGN)
    assert "yours was not checked" in text(slowed)
    assert client.post("/sign-in/code/", {"code": code(secret, 1)}, REMOTE_ADDR=OWN).status_code == 302
    assert AuditEntry.objects.filter(action="second_factor.failed", object_id=person.pk).count() == 11


def test_tries_that_were_right_do_not_count(house: House) -> None:
    for number in range(guesses.FREE * 2):
        assert guess(house.submitter.email, at(number), PASSWORD).status_code == 302
