"""Pages for what is not there, not allowed or broken: they help, and show nothing of the inside."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from portal.urls import urlpatterns as real
from tests.factories import House
from tests.portal.doors import signed_in, text


def _fails(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret of the inside")


urlpatterns = [*real, path("fails/", _fails)]


def test_404_offers_the_way_on(db: None, client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "Search the register" in text(answer)


def test_an_address_that_only_takes_a_form_says_so(house: House) -> None:
    answer = signed_in(house.submitter).get("/notices/read/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "only accepts forms" in text(answer)


@override_settings(ROOT_URLCONF=__name__)
def test_500_takes_the_blame_and_shows_nothing(db: None) -> None:
    answer = Client(raise_request_exception=False).get("/fails/")
    assert answer.status_code == 500
    assert "went wrong on our side" in text(answer)
    assert "secret" not in text(answer)


def test_a_form_from_elsewhere_is_refused_in_words(house: House) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.submitter, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/account/", {"name": "Mallory"})
    assert answer.status_code == 403
    assert "This form has expired" in text(answer)


def test_a_bad_host_gets_the_400_page(db: None, client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400


@pytest.mark.parametrize("user", ["submitter", "officer", "site_admin"])
def test_404_keeps_the_persons_own_navigation(house: House, user: str) -> None:
    answer = signed_in(getattr(house, user)).get("/no/such/page/")
    assert "Sign out" in text(answer)
