"""security.txt, and that the privacy page says what the code does."""

from __future__ import annotations

from datetime import datetime, timedelta

from axes.models import AccessLog
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.audit import sign_in_records
from tests.factories import PASSWORD, House
from tests.portal.doors import fields, text


def lines(client: Client) -> dict[str, str]:
    content = client.get("/.well-known/security.txt").content.decode()
    return dict(line.split(": ", 1) for line in content.splitlines())


def test_security_txt_is_valid(db: None, client: Client, settings: Settings) -> None:
    told = lines(client)
    assert told["Contact"] == told["Policy"] == f"{settings.SITE_URL}/security/"
    assert told["Canonical"] == f"{settings.SITE_URL}/.well-known/security.txt"
    expires = datetime.fromisoformat(told["Expires"])
    assert timedelta(days=30) < expires - timezone.now() < timedelta(days=365)
    settings.SECURITY_CONTACT = ["mailto:security@example.org"]
    assert lines(client)["Contact"] == "mailto:security@example.org"
    assert "security.txt" in text(client.get("/security/"))


def test_sign_in_records_are_kept_as_long_as_the_page_says(house: House, settings: Settings) -> None:
    client = Client()
    client.post("/sign-in/", {"username": house.officer.email, "password": PASSWORD})
    row = AccessLog.objects.latest("pk")
    AccessLog.objects.filter(pk=row.pk).update(attempt_time=timezone.now() - timedelta(days=91))
    assert sign_in_records.delete_old() == 1
    page = text(Client().get("/privacy/"))
    assert f"deleted after {settings.SIGN_IN_RECORD_DAYS} days" in page


def test_reading_sets_no_cookie_and_no_cookie_outlives_the_browser(house: House) -> None:
    reader = Client()
    for page in ("/", "/privacy/", "/register/", "/rulebook/nz-revised/", "/compare/", "/try/md-craps/"):
        assert not reader.get(page).cookies, page
    client = Client()
    form = fields(client.get("/sign-in/"))
    client.post("/sign-in/", {**form, "username": house.officer.email, "password": PASSWORD})
    client.get("/regulator/")
    assert {"sessionid", "csrftoken", "person"} <= set(client.cookies)
    for name, cookie in client.cookies.items():
        assert not cookie["max-age"] and not cookie["expires"], name
        assert cookie["httponly"] and cookie["samesite"] == "Lax", name
