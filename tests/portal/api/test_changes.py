"""Writing side by side and writing twice: ETags, Idempotency-Key, and lists that stay right meanwhile."""

from __future__ import annotations

import json
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from craps import all_edition_ids
from portal.api import idempotency
from portal.api.models import AnsweredRequest
from portal.audit.models import AuditEntry
from portal.submissions.models import Submission, Version
from tests.factories import House, draft, make_house, odds
from tests.portal.api.callers import Caller

pytestmark = pytest.mark.slow

AREAS = {"areas": [{"wager": "pass_line", "x": 0, "y": 0, "w": 10, "h": 4, "label": "PASS LINE"}]}


# ETags -----------------------------------------------------------------------------------------------------


def test_a_stale_save_is_refused_and_stores_nothing(house: House) -> None:
    where = f"/submissions/{draft(house).reference}/ruleset"
    one, two = Caller(house.submitter), Caller(house.submitter, ["submissions.write"])
    etag = one.get(where)["ETag"]
    assert one.put(where, odds(1), If_Match=etag).status_code == 200
    late = two.put(where, {**odds(2), "chip_unit": "5"}, If_Match=etag)
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    assert "version 3" in late.json()["detail"]
    assert Version.objects.latest("pk").number == 3
    fresh = two.get(where)["ETag"]
    assert two.put(where, {**odds(2), "chip_unit": "5"}, If_Match=fresh).json()["number"] == 4


def test_a_save_must_name_its_version(house: House) -> None:
    where = f"/submissions/{draft(house).reference}/ruleset"
    caller = Caller(house.submitter)
    for given in ({}, {"If_Match": "*"}, {"If_Match": ""}):
        answer = caller.put(where, odds(1), **given)
        assert (answer.status_code, answer.json()["code"]) == (428, "version_not_named")
    for tag in ('"2-0000000000000000"', '"99-x"', 'W/"2"', '"x"'):
        assert caller.put(where, odds(1), If_Match=tag).status_code in (412, 428)
    assert Version.objects.count() == 2


def test_layout_and_rule_set_share_their_version(house: House) -> None:
    where = f"/submissions/{draft(house).reference}"
    caller = Caller(house.submitter)
    layout = caller.get(f"{where}/layout")
    assert layout.json() == {"version": 2, "layout": {}}
    saved = caller.put(f"{where}/layout", AREAS, If_Match=layout["ETag"])
    assert saved.json()["ruleset"]["layout"]["areas"][0]["label"] == "PASS LINE"
    assert saved.json()["ruleset"]["odds"]["come"] == {"multiples": "2"}, "the rest stays as it was"
    stale = caller.put(f"{where}/ruleset", odds(1), If_Match=layout["ETag"])
    assert stale.status_code == 412
    assert saved["ETag"] == caller.get(f"{where}/ruleset")["ETag"]


def test_an_unchanged_save_makes_no_version(house: House) -> None:
    where = f"/submissions/{draft(house).reference}/ruleset"
    caller = Caller(house.submitter)
    read = caller.get(where)
    again = caller.put(where, read.json()["ruleset"], If_Match=read["ETag"])
    assert (again.json()["number"], again["ETag"]) == (2, read["ETag"])


def test_an_example_is_changed_and_removed_as_it_was_read(house: House) -> None:
    where = f"/submissions/{draft(house).reference}/examples"
    caller, roll = Caller(house.submitter), [{"roll": [1, 1]}]
    added = caller.post(where, {"title": "Aces", "events": roll})
    where = f"{where}/{added.json()['id']}"
    assert added["ETag"] == caller.get(where)["ETag"]
    assert caller.put(where, {"title": "Twos", "events": roll}).json()["code"] == "version_not_named"
    assert caller.ask("delete", where).json()["code"] == "version_not_named"
    saved = caller.put(where, {"title": "Twos", "events": roll}, If_Match=added["ETag"])
    assert (saved.status_code, saved.json()["title"]) == (200, "Twos")
    for late in (
        caller.put(where, {"title": "Mine", "events": roll}, If_Match=added["ETag"]),
        caller.ask("delete", where, If_Match=added["ETag"]),
    ):
        assert (late.status_code, late.json()["code"]) == (412, "stale")
    assert caller.get(where).json()["title"] == "Twos"
    assert caller.ask("delete", where, If_Match=saved["ETag"]).status_code == 204


def test_what_is_known_already_is_not_sent_again(house: House) -> None:
    caller = Caller(house.submitter)
    for where in (f"/submissions/{draft(house).reference}/ruleset", "/editions/nz-revised"):
        etag = caller.get(where)["ETag"]
        again = caller.get(where, If_None_Match=etag)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)


# Once ------------------------------------------------------------------------------------------------------


def test_the_same_key_gets_the_same_answer_and_does_nothing(house: House) -> None:
    caller = Caller(house.submitter)
    body = {"property": house.property.pk, "edition": "nz-revised"}
    first = caller.post("/submissions", body, Idempotency_Key="order-1")
    again = caller.post("/submissions", body, Idempotency_Key="order-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again["Location"] == first["Location"]
    assert (first.get("Idempotency-Replayed"), again["Idempotency-Replayed"]) == (None, "true")
    assert Submission.objects.count() == 1
    spaced = json.dumps(body, indent=4).encode()
    assert caller.post("/submissions", spaced, Idempotency_Key="order-1")["Idempotency-Replayed"] == "true"


def test_a_key_is_for_one_request_of_one_account(house: House) -> None:
    caller, other = Caller(house.submitter), Caller(house.outsider)
    body = {"property": house.property.pk, "edition": "nz-revised"}
    caller.post("/submissions", body, Idempotency_Key="order-1")
    for changed in ({**body, "edition": "nz-1998"}, {**body, "ruleset": odds(1)}):
        answer = caller.post("/submissions", changed, Idempotency_Key="order-1")
        assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert other.post("/submissions", body, Idempotency_Key="order-1").status_code == 404
    for key in ("", " ", "a b", "x" * 201, "ü"):
        assert caller.post("/submissions", body, Idempotency_Key=key).status_code == 400


def test_submitting_twice_submits_once(house: House) -> None:
    made, caller = draft(house), Caller(house.submitter)
    where = f"/submissions/{made.reference}"
    gate = caller.get(f"{where}/gate").json()
    body = {"digest": gate["digest"], "name": "Ana Holt", "role": "Compliance manager"}
    body["explanations"] = [
        {"finding": p["finding"], "kind": p["needs"], "text": "As elsewhere."} for p in gate["points"]
    ]
    answers = [caller.post(f"{where}/submit", body, Idempotency_Key="s-1") for _ in range(3)]
    assert [answer.json()["state"] for answer in answers] == ["submitted"] * 3
    assert caller.post(f"{where}/submit", body).status_code == 409, "without the key it is a second try"
    assert AuditEntry.objects.filter(action="submission.submit").count() == 1


def test_a_refusal_leaves_the_key_free_and_its_row_in_the_trail(house: House) -> None:
    made, caller = draft(house), Caller(house.submitter)
    body = {"digest": "0" * 64, "name": "Ana Holt", "role": "Clerk"}
    refused = caller.post(f"/submissions/{made.reference}/submit", body, Idempotency_Key="s-1")
    assert refused.json()["code"] == "conflict"
    assert AnsweredRequest.objects.count() == 0
    assert AuditEntry.objects.filter(action="submission.submit.turned_away").count() == 1


def test_old_answers_are_forgotten(house: House) -> None:
    caller = Caller(house.submitter)
    body = {"property": house.property.pk, "edition": "nz-revised"}
    for key in ("old", "new"):
        caller.post("/submissions", body, Idempotency_Key=key)
    long_ago = timezone.now() - idempotency.KEPT_FOR - timedelta(minutes=1)
    AnsweredRequest.objects.filter(key="old").update(at=long_ago)
    assert idempotency.delete_expired() == 1
    assert [row.key for row in AnsweredRequest.objects.all()] == ["new"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_it_is_done_once() -> None:
    """Twelve programs with one key, and twelve with one ETag: one is done, each gets an answer."""
    house = make_house()
    made = draft(house)
    where = f"/submissions/{made.reference}/ruleset"
    callers = [Caller(house.submitter, ["submissions.write"]) for _ in range(12)]
    etag = callers[0].get(where)["ETag"]
    body = {"property": house.property.pk, "edition": "nz-revised"}
    created = _together(callers, lambda c, n: c.post("/submissions", body, Idempotency_Key="one"))
    saved = _together(callers, lambda c, n: c.put(where, {**odds(2), "chip_unit": str(n + 2)}, If_Match=etag))
    assert [answer.status_code for answer in created] == [201] * 12
    assert len({answer.json()["reference"] for answer in created}) == 1
    assert Submission.objects.count() == 2
    assert sorted(answer.status_code for answer in saved) == [200] + [412] * 11
    assert made.versions.count() == 3


def _together(callers: list[Caller], act: Any) -> list[Any]:
    start, answers = Barrier(len(callers)), []

    def run(caller: Caller, number: int) -> None:
        start.wait()
        try:
            answers.append(act(caller, number))
        finally:
            connection.close()

    threads = [Thread(target=run, args=(caller, n)) for n, caller in enumerate(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# Lists -----------------------------------------------------------------------------------------------------


def test_a_list_is_walked_once_through_while_it_grows(house: House) -> None:
    made = [draft(house).reference for _ in range(7)]
    caller, seen, where = Caller(house.submitter), [], "/submissions?limit=2&state=draft"
    while where:
        answer = caller.get(where).json()
        seen += [row["reference"] for row in answer["items"]]
        assert len(answer["items"]) <= 2
        draft(house)  # comes in front and shifts nothing
        where = (answer["next"] or "").removeprefix("/api/v1")
        assert not where or "state=draft" in where
    assert seen == made[::-1]


def test_filters_narrow_and_know_their_values(house: House) -> None:
    draft(house)
    caller = Caller(house.submitter)
    assert caller.get("/submissions?state=in_force").json()["items"] == []
    assert len(caller.get("/submissions?state=draft&edition=nz-revised&jurisdiction=nz").json()["items"]) == 1
    for asked, place in {
        "state=gone": "state",
        "limit=0": "limit",
        "limit=101": "limit",
        "limit=ten": "limit",
        "limit=" + "9" * 40: "limit",
        "state=draft&state=draft": "state",
        "cursor=!": "cursor",
        "cursor=YWZ0ZXIgeA==": "cursor",
        "cursor=YWZ0ZXIg4pi6": "cursor",
        "edition=%00": "edition",
        "state=": "state",
    }.items():
        answer = caller.get(f"/submissions?{asked}")
        assert answer.status_code == 400, asked
        assert answer.json()["errors"][0]["path"] == place, asked


def test_editions_and_audit_are_lists_too(house: House) -> None:
    draft(house)
    caller, found, where = Caller(house.operator_admin), [], "/editions?limit=3"
    while where:
        answer = caller.get(where).json()
        found += [row["id"] for row in answer["items"]]
        where = (answer["next"] or "").removeprefix("/api/v1")
    assert len(found) == len(set(found)) == len(all_edition_ids())
    actions = [
        row["action"] for row in caller.get("/audit?object_type=submissions.submission").json()["items"]
    ]
    assert actions == ["draft.save", "draft.create"]
    assert Caller(house.viewer).get("/audit").status_code == 403
