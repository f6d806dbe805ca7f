"""What every answer tells the browser, over every route: signed in, signed out, errors, files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch

from portal.browser import PERMISSIONS_POLICY
from tests.factories import House, in_review
from tests.portal.api.callers import Caller
from tests.portal.api.operations import operations
from tests.portal.doors import signed_in
from tests.portal.route_matrix import MATRIX, OPEN_DOORS
from tests.portal.routes import PLAIN, THINGS, Route, absent, routes

# What may be kept although somebody is signed in: the same for everybody, made without a look at the session.
PUBLIC_DOORS = ("public:", "api:", "healthz", "readyz", "regulator:inspect-worker")
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
}


# Who has most to see behind each door.
VISITORS = {
    "regulator": "officer",
    "expert": "expert",
    "account": "operator_admin",
    "account:jurisdictions": "site_admin",
    "account:organisations": "site_admin",
}
UNUSUAL = {"kind": "certificate", "address": "000", "old": 1, "new": 1, "size": 1, "book_id": "nz-nothing"}


@pytest.mark.slow
def test_every_route_is_strict(house: House) -> None:
    made = in_review(house)
    nobody = Client(raise_request_exception=False)
    everybody = {name: signed_in(getattr(house, name)) for name in {"submitter", *VISITORS.values()}}
    seen = 0
    for route in routes():
        if route.name == "api:nameless":  # /api/v1 without its slash
            continue
        name = VISITORS.get(route.name) or VISITORS.get(route.door, "submitter")
        visitor = everybody[name]
        visitor.raise_request_exception = False
        for where in _addresses(route, house, made):
            for method in ("get", "post"):
                answer = getattr(nobody, method)(where)
                about = f"nobody: {method} {where} {answer.status_code}"
                assert_strict(answer, about)
                assert_not_kept_if_private(route, answer, about)
                answer = getattr(visitor, method)(where)
                about = f"{name}: {method} {where} {answer.status_code}"
                assert_strict(answer, about)
                if not route.name.startswith(PUBLIC_DOORS):
                    assert answer["Cache-Control"] == "private, no-store", about
                seen += 2
    assert seen > 1500


@pytest.mark.slow
def test_every_answer_to_a_program_is_strict(house: House) -> None:
    made = in_review(house)
    caller = Caller(house.submitter)
    for op in operations():
        values = absent(op.route) | {"reference": made.reference, "number": 1, "kind": "certificate"}
        answer = caller.ask(op.method, op.address(values), {} if op.method != "get" else None)
        assert_strict(answer, str(op))
        if not op.declared.is_public:
            assert answer["Cache-Control"] == "private, no-store", str(op)


def assert_strict(answer: Any, about: str) -> None:
    policy = {part.strip() for part in answer["Content-Security-Policy"].split(";")}
    assert policy >= POLICY or policy == {"default-src 'none'", "sandbox"}, about
    assert "unsafe" not in answer["Content-Security-Policy"], about
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin", about
    assert answer["Cross-Origin-Embedder-Policy"] == "require-corp", about
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin", about
    assert answer["Permissions-Policy"] == PERMISSIONS_POLICY, about
    assert answer["X-Content-Type-Options"] == "nosniff", about
    assert answer["X-Frame-Options"] == "DENY", about
    assert answer["Referrer-Policy"] == "same-origin", about
    assert answer["Cache-Control"], about


def assert_not_kept_if_private(route: Route, answer: Any, about: str) -> None:
    if route.door not in OPEN_DOORS and MATRIX[route.name] != "open to everyone":
        assert "public" not in answer["Cache-Control"], about


def _addresses(route: Route, house: House, made: Any) -> Iterator[str]:
    """One that is there, where the case or the house is enough to say which, and one that is not."""
    cheap = {"reference", "property_id", "place", "organisation_id", "user_id"}
    if set(route.gaps) <= cheap | set(PLAIN):
        yield route.address({g: PLAIN[g] if g in PLAIN else THINGS[g](house, made) for g in route.gaps})
    if route.gaps:
        try:
            yield route.address(absent(route) | {g: UNUSUAL[g] for g in route.gaps if g in UNUSUAL})
        except NoReverseMatch:
            assert route.name in ("public:log-tile", "public:document-proof", "public:document-file"), route


@pytest.mark.parametrize(
    "where", ["/static/js/signed-in.js", "/static/img/mark.svg", "/nowhere/", "/static/no"]
)
def test_files_and_errors_are_strict(db: None, client: Client, where: str) -> None:
    assert_strict(client.get(where), where)


def test_a_host_that_is_not_ours_and_a_failure_are_strict(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert_strict(answer, "another host")

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("portal.pages.page_cache._page_of", fail)
    client.raise_request_exception = False
    answer = client.get("/glossary/?fails=1")
    assert answer.status_code == 500
    assert_strict(answer, "a failure")


def test_public_pages_stay_in_caches_and_personal_ones_do_not(house: House) -> None:
    client = signed_in(house.submitter)
    assert "public" in Client().get("/rulebook/nz-revised/")["Cache-Control"]
    assert client.get("/rulebook/nz-revised/")["Cache-Control"] == "private, no-store"
    assert Client().get("/sign-in/")["Cache-Control"] == "private, no-store"  # its form has a cookie


def test_signing_out_clears_what_the_browser_kept(house: House) -> None:
    answer = signed_in(house.submitter).post("/sign-out/")
    assert answer["Clear-Site-Data"] == '"cache"'
