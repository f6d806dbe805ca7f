"""A refused write leaves an entry in the trail: who, what and where."""

import pytest

from portal.accounts import tokens
from portal.audit import refused_writes
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail
from portal.rate_limiter import RateLimiter
from tests.factories import House, digest, draft, recommended
from tests.portal.api.callers import Caller
from tests.portal.doors import signed_in


def test_a_write_on_another_operators_draft_is_in_the_trail(house: House) -> None:
    where = f"/operator/submissions/{draft(house).reference}/withdraw/"
    answer = signed_in(house.outsider).post(where, headers={"x-request-id": "tried-it-once"})
    assert answer.status_code == 404
    [entry] = AuditEntry.objects.filter(action="write.refused")
    assert (entry.actor, entry.organisation, entry.request_id) == (
        house.outsider,
        house.outsider.organisation,
        "tried-it-once",
    )
    assert entry.after == {"method": "POST", "path": where, "status": 404, "address": "127.0.0.1"}
    assert entry in trail(house.site_admin)
    assert entry not in trail(house.operator_admin) and entry not in trail(house.regulator_admin)


def test_ones_own_administrator_reads_it(house: House) -> None:
    answer = signed_in(house.viewer).post(f"/team/{house.submitter.pk}/", {"roles": ["operator_admin"]})
    assert answer.status_code == 403
    [entry] = AuditEntry.objects.filter(action="write.refused")
    assert entry in trail(house.operator_admin)
    assert f"/team/{house.submitter.pk}/" in signed_in(house.operator_admin).get("/audit/").content.decode()


def test_an_entry_has_no_secret_of_an_address(house: House) -> None:
    """The link of an invitation works: whoever reads the trail must not find it there."""
    client = signed_in(house.operator_admin)
    client.handler.enforce_csrf_checks = True
    for where in ("/invitation/still-works/", "/password/reset/MQ/still-works/"):
        assert client.post(where).status_code == 403
    entries = AuditEntry.objects.filter(action="write.refused")
    kept = [f"{entry.object_label} {entry.after}" for entry in entries]
    assert len(kept) == 2 and all("[hidden]" in each for each in kept)
    assert "still-works" not in " ".join(kept)


def test_the_api_leaves_one_too_with_the_token(house: House) -> None:
    made = draft(house)
    assert Caller(house.outsider, ["submissions.submit"]).post(
        f"/submissions/{made.reference}/withdraw", {}
    ).status_code in (403, 404)
    [entry] = AuditEntry.objects.filter(action="write.refused")
    assert entry.actor_name.endswith(f"token {tokens.tokens(house.outsider).get().prefix}")


def test_a_refused_decision_leaves_one_entry_with_its_reason(house: House) -> None:
    case = recommended(house)
    answer = Caller(house.officer).post(
        f"/submissions/{case.reference}/approve",
        {"digest": digest(case), "no_conflict": True},
    )
    assert answer.status_code == 403
    assert AuditEntry.objects.filter(actor=house.officer).latest("pk").action == "write.refused"


def test_reading_and_visitors_leave_none(house: House) -> None:
    signed_in(house.outsider).get(f"/operator/submissions/{draft(house).reference}/")
    signed_in(house.outsider).post("/no/such/page/")
    Caller().post("/submissions", {})
    assert not AuditEntry.objects.filter(action="write.refused").exists()


def test_nobody_fills_the_trail(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_writes, "_entries", RateLimiter("refused-writes", limit=3, seconds=3600))
    client = signed_in(house.outsider)
    for _ in range(6):
        client.post("/team/invitations/999999/cancel/")
    assert AuditEntry.objects.filter(action="write.refused").count() == 3
    signed_in(house.viewer).post("/team/invitations/999999/cancel/")
    assert AuditEntry.objects.filter(action="write.refused").count() == 4
