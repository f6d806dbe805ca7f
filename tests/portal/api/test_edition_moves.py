"""The moves of an edition by the API: two people, never a token."""

from __future__ import annotations

import pytest

from portal.editions.models import Edition
from tests.factories import House, make_house
from tests.portal.api.callers import Caller, signed_in
from tests.portal.editions.drafts import a_draft, change, explained, in_days, pass_tests

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def md() -> House:
    return make_house("md", "md-craps")


def test_one_proposes_and_another_publishes_and_two_withdraw(md: House) -> None:
    admin, approver = signed_in(md.regulator_admin), signed_in(md.approver)
    row = explained(change(a_draft("md-craps", actor=md.regulator_admin), "table.dice", "6", "7/A"))
    pass_tests(row)
    home = f"/editions/{row.pk}"
    listed = admin.get("/drafts?state=draft").json()["items"]
    assert [each["id"] for each in listed] == [row.pk]
    day = in_days("md", 9).isoformat()
    made = admin.post(f"{home}/propose", {"digest": row.contents_digest, "on": day}).json()
    assert (made["state"], made["in_force_from"], made["proposed_by"]) == (
        "proposed",
        day,
        md.regulator_admin.name,
    )
    digest = {"digest": made["proposed_digest"]}
    own = admin.post(f"{home}/publish", digest)
    assert own.status_code == 409 and f"{md.approver.name}" in own.json()["detail"]
    assert {"move": "publish", "obstacle": own.json()["detail"]} in made["moves"]
    assert approver.post(f"{home}/publish", {"digest": "0" * 64}).status_code == 409
    assert approver.post(f"{home}/publish", digest).json()["published_by"] == md.approver.name
    assert admin.post(f"{home}/ask-withdrawal", {"reason": "A misprint."}).status_code == 200
    assert admin.post(f"{home}/confirm-withdrawal", {}).status_code == 409
    assert approver.post(f"{home}/confirm-withdrawal", {}).json()["state"] == "draft"
    assert signed_in(md.foreign_approver).get(f"/drafts/{row.pk}").status_code == 404


def test_a_token_reads_and_never_moves(md: House) -> None:
    row = explained(change(a_draft("md-craps", actor=md.regulator_admin), "table.dice", "6", "7/A"))
    program = Caller(md.regulator_admin, by_token=True)
    assert program.get(f"/drafts/{row.pk}").json()["state"] == "draft"
    for move, body in (
        ("propose", {"digest": row.contents_digest, "on": in_days("md", 9).isoformat()}),
        ("publish", {"digest": row.contents_digest}),
        ("send-back", {"remarks": "No."}),
        ("confirm-withdrawal", {}),
    ):
        answer = program.post(f"/editions/{row.pk}/{move}", body)
        assert answer.status_code == 403 and "Sign in" in answer.json()["detail"]
    assert Edition.objects.get(pk=row.pk).is_draft
