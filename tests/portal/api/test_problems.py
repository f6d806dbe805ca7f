"""Errors: RFC 9457 everywhere, a code that stays, the request's number in body and header."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from portal.accounts import tokens
from portal.api import compute
from portal.api.codecs import MAX_EVENTS
from portal.api.problems import CODES
from portal.pages.middleware import RejectNulMiddleware
from tests.factories import House, close_account, draft, in_review
from tests.portal.api.callers import Caller
from tests.portal.doors import signed_in

RULES = {"edition": "nz-revised"}


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    found: dict[str, Any] = answer.json()
    assert (found["status"], found["code"], found["title"]) == (status, code, CODES[code].title)
    assert found["type"].endswith(f"/api/#problem-{code}")
    assert found["request_id"] == answer["X-Request-ID"]
    assert found["detail"]
    return found


@pytest.mark.parametrize("where", ["/nothing", "/submissions/", "/check/", "//", "/v2/check", "/%00"])
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_address_that_leads_nowhere(db: None, where: str, method: str) -> None:
    problem(getattr(Client(), method)(f"/api/v1{where}"), 404, "not_found")


def test_outside_the_version_too(db: None) -> None:
    problem(Client().get("/api/v3/check"), 404, "not_found")


def test_a_method_that_is_not_there(db: None) -> None:
    answer = Caller().get("/check")
    told = problem(answer, 405, "method_not_allowed")
    assert answer["Allow"] == "POST, OPTIONS"
    assert told["detail"] == "GET is not allowed here. Allowed: POST, OPTIONS."
    for method in ("post", "put", "delete"):
        problem(
            getattr(Client(enforce_csrf_checks=True), method)("/api/v1/openapi.json"),
            405,
            "method_not_allowed",
        )
    assert "do not end with a slash" in problem(Client().get("/api/v1/check/"), 404, "not_found")["detail"]


def test_a_page_of_another_site_may_use_what_is_public(house: House) -> None:
    """And nothing else: no cookie comes along, and neither does a token."""
    asked = {"Origin": "https://research.example", "Access-Control-Request-Method": "POST"}
    allowed = Client().options("/api/v1/check", headers=asked)
    assert (allowed.status_code, allowed["Access-Control-Allow-Methods"]) == (204, "POST")
    assert "authorization" not in allowed["Access-Control-Allow-Headers"].lower()
    anybody = Caller()
    for answer in (
        allowed,
        anybody.get("/editions"),
        anybody.get("/openapi.json"),
        anybody.get("/editions?limit=0"),
        anybody.post("/check", RULES),
        anybody.post("/check", []),
    ):
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "X-Request-ID" in answer["Access-Control-Expose-Headers"]
    problem(Client().options("/api/v1/submissions", headers=asked), 405, "method_not_allowed")
    for answer in (Caller(house.submitter).get("/submissions"), anybody.get("/me")):
        assert "Access-Control-Allow-Origin" not in answer
        assert "OPTIONS" not in answer["Allow"]


def test_what_cannot_be_sent_or_taken(house: House) -> None:
    told = problem(Caller().get("/editions", Accept="text/html"), 406, "not_acceptable")
    assert "application/json" in told["detail"]
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"):
        told = problem(Caller().post("/check", b"{}", Content_Type=kind), 415, "unsupported_media_type")
        assert "Send application/json" in told["detail"]
    told = problem(Caller().post("/check", {**RULES, "odd": 1}), 400, "bad_value")
    assert told["detail"].endswith('did you mean "odds"?')
    problem(Caller().post("/check", b'"' + b"x" * 300_000 + b'"'), 413, "too_large")


def test_no_token_a_wrong_one_and_one_of_a_closed_account(house: House) -> None:
    answer = Caller().get("/me")
    problem(answer, 401, "not_signed_in")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    caller = Caller()
    for raw in ("baize_x", "baize_" + "A" * 8 + "_" + "A" * 43, "", "\x7f", "ü"):
        caller.headers = {"Authorization": f"Bearer {raw}"}
        problem(caller.get("/me"), 401, "token_refused")
        problem(caller.post("/check", RULES), 401, "token_refused")
    caller = Caller(house.viewer)
    assert caller.get("/me").status_code == 200
    close_account(house.viewer, house.operator_admin)
    problem(caller.get("/me"), 401, "token_refused")


def test_a_revoked_token_is_refused_at_once(house: House) -> None:
    caller = Caller(house.submitter)
    tokens.revoke(actor=house.submitter, token_id=tokens.tokens(house.submitter)[0].pk)
    problem(caller.get("/submissions"), 401, "token_refused")


def test_a_token_does_what_its_scopes_say_and_no_more(house: House) -> None:
    reader = Caller(house.submitter, ["read"])
    made = draft(house)
    assert reader.get(f"/submissions/{made.reference}").status_code == 200
    told = problem(
        reader.post("/submissions", {"property": house.property.pk, "edition": "nz-revised"}),
        403,
        "not_permitted",
    )
    assert "submissions.write" in told["detail"]
    told = problem(reader.post(f"/submissions/{made.reference}/withdraw"), 403, "not_permitted")
    assert "submissions.submit" in told["detail"]
    assert reader.get("/me").json()["token"]["scopes"] == ["read"]


def test_a_browser_needs_the_csrf_token(house: House) -> None:
    client = signed_in(house.submitter)
    assert client.get("/api/v1/me").json()["token"] is None
    client.handler.enforce_csrf_checks = True
    body = {"property": house.property.pk, "edition": "nz-revised"}
    answer = client.post("/api/v1/submissions", body, content_type="application/json")
    problem(answer, 403, "not_permitted")


def test_what_the_workflow_refuses(house: House) -> None:
    made, officer = in_review(house), Caller(house.officer)
    where = f"/submissions/{made.reference}"
    problem(officer.post(f"{where}/return", {"digest": "0" * 64, "reason": "Other text."}), 409, "conflict")
    operator = Caller(house.submitter)
    told = problem(operator.post(f"{where}/queries/answer", {"text": "Yes."}), 409, "not_possible")
    assert "errors" not in told, "no place is at fault"
    told = problem(
        operator.post("/submissions", {"property": 999, "edition": "nz-revised"}), 404, "not_found"
    )
    assert told["errors"][0]["path"] == "property"
    told = problem(officer.post(f"{where}/ticks", {"finding": "x@y", "done": True}), 404, "not_found")
    assert told["errors"][0]["path"] == "finding"
    told = problem(
        officer.post(f"{where}/queries", {"text": "Which dice?", "due_on": "2020-01-01"}), 400, "bad_value"
    )
    assert told["errors"][0]["path"] == "due_on"
    assert "at least until tomorrow" in told["detail"]


def test_submitting_lists_everything_that_is_open(house: House) -> None:
    made = draft(house, {"edition": "nz-revised", "odds": {"pass_line": {"multiples": 9}}})
    operator = Caller(house.submitter)
    gate = operator.get(f"/submissions/{made.reference}/gate").json()
    assert gate["points"][0]["needs"] == "waiver"
    answer = operator.post(
        f"/submissions/{made.reference}/submit",
        {"digest": gate["digest"], "name": "A. Holt", "role": "Clerk"},
    )
    told = problem(answer, 409, "not_possible")
    open_paths = {each["path"] for each in (*gate["points"], *gate["unstated"])}
    assert {error["path"] for error in told["errors"]} == open_paths
    assert open_paths >= {"odds.pass_line.multiples", "odds.come.multiples"}


def test_too_many_requests(house: House, settings: LazySettings) -> None:
    settings.API_RATES = {**settings.API_RATES, "compute": 3, "read": 2}
    anybody, somebody = Caller(), Caller(house.viewer)
    assert [anybody.post("/digest", RULES).status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = anybody.post("/digest", RULES)
    problem(answer, 429, "too_many_requests")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert somebody.post("/digest", RULES).status_code == 200, "a token counts for itself"
    assert [somebody.get("/me").status_code for _ in range(3)] == [200, 200, 429]
    assert anybody.get("/editions").status_code == 200, "reading is counted apart"


def test_a_run_that_would_take_long_is_refused_by_its_length(db: None) -> None:
    rolls = [{"roll": [1, 2]}] * MAX_EVENTS
    assert len(Caller().post("/settle", {"ruleset": RULES, "events": rolls}).json()["steps"]) == MAX_EVENTS
    answer = Caller().post("/settle", {"ruleset": RULES, "events": [*rolls, {"roll": [3, 4]}]})
    found = problem(answer, 400, "bad_value")
    assert found["errors"][0]["path"] == "events"
    assert f"the limit is {MAX_EVENTS}" in found["errors"][0]["message"]


def test_a_server_error_has_a_page_without_a_traceback(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(ruleset: Any) -> Any:
        raise ZeroDivisionError("secret figure 42")

    monkeypatch.setattr(compute, "check", broken)
    answer = Caller().post("/check", RULES)
    problem(answer, 500, "server_error")
    assert "secret" not in answer.content.decode()


def test_what_ends_before_a_view_is_a_problem_too(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    problem(Client().get("/api/v1/editions", headers={"host": "elsewhere.example"}), 400, "bad_value")
    page = Client().get("/register/", headers={"host": "elsewhere.example"})
    assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")

    def broken(self: Any, request: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(RejectNulMiddleware, "__call__", broken)
    problem(Client(raise_request_exception=False).get("/api/v1/editions"), 500, "server_error")
    page = Client(raise_request_exception=False).get("/register/")
    assert (page.status_code, page["Content-Type"]) == (500, "text/html; charset=utf-8")


def test_a_number_given_with_the_request_comes_back(db: None) -> None:
    answer = Caller().get("/nothing", X_Request_ID="my-request-0001")
    assert problem(answer, 404, "not_found")["request_id"] == "my-request-0001"
