"""A waiver for each breach, however many have one rule and path: service, database, page, register."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from portal.documents.models import Document
from portal.errors import NotPossible
from portal.register.models import Entry
from portal.review import selectors, workflow
from portal.review.findings import findings_by_key
from portal.review.models import Decision, Explanation, GrantedWaiver
from portal.submissions.models import State, Submission, Version
from portal.validation.drafts import save_draft
from portal.validation.selectors import run_of
from tests.factories import (
    House,
    approved,
    complete,
    digest,
    draft,
    make_house,
    present,
    recommended,
    submitted,
)
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

BARE = {"edition": "md-craps", "layout": {"areas": []}}  # an area is missing for each of 24 wagers


@pytest.fixture
def maryland(db: None) -> House:
    return make_house("md", "md-craps")


def requests_of(made: Submission) -> list[int]:
    rows = selectors.explanations(present(made.submitted_version))
    return [row.pk for row in rows if row.kind == "waiver"]


def approve(house: House, made: Submission, **given: Any) -> Decision:
    return workflow.approve(
        actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True, **given
    )


def test_each_breach_of_one_rule_and_path_has_a_waiver_of_its_own(maryland: House) -> None:
    made = recommended(maryland, BARE)
    run = present(run_of(made.submitted_version))
    requests = requests_of(made)
    breaches = [f for f in run.findings.all() if f.severity == "breach"]
    assert (len(requests), len(breaches), len({(f.rule, f.path) for f in breaches})) == (24, 24, 1)
    messages = Explanation.objects.filter(pk__in=requests).values_list("message", flat=True)
    assert len(set(messages)) == 24
    with pytest.raises(NotPossible) as refusal:
        approve(maryland, made, waivers=requests[-1:])
    assert len(refusal.value.problems) == 23
    decision = approve(maryland, made, waivers=requests)
    assert (decision.run, decision.waivers.count()) == (run, 24)
    public = Entry.objects.get(kind="decision").leaf["waivers"]
    assert len({waiver["message"] for waiver in public}) == 24
    snapshot = Document.objects.get(submission=made, kind="certificate").snapshot
    assert len(snapshot["waivers"]) == 24
    resolved = [row["resolved"] for row in snapshot["findings"] if row["severity"] == "breach"]
    assert resolved == ["Waived with this decision, at the operator’s request."] * 24


def test_the_page_shows_each_breach_with_what_was_written_about_it(maryland: House) -> None:
    made = draft(maryland, complete(BARE))
    operator = signed_in(maryland.submitter)
    address = f"/operator/submissions/{made.reference}/submit/"
    page = operator.get(address)
    points = page.context["form"].gate
    said = {"digest": digest(made), "name": "Ana Holt", "role": "Head of Compliance", "declared": "on"}
    for place, point in enumerate(points):
        said |= {f"explain-{place}": f"Reason {place}.", f"waive-{place}": "on"}
        assert point["finding"].startswith(f"{point['rule']}@{point['path']}#")
    assert operator.post(address, said).status_code == 302
    case = signed_in(maryland.officer).get(f"/regulator/cases/{made.reference}/")
    rows = [row for row in case.context["findings"] if row.to_tick]
    assert [row.explanation.text for row in rows] == [f"Reason {place}." for place in range(len(points))]
    assert len({row.anchor for row in case.context["findings"]}) == len(case.context["findings"])
    assert all(f"Reason {place}." in text(case) for place in range(len(points)))


def test_an_explanation_of_one_of_several_says_which(maryland: House) -> None:
    made = draft(maryland, complete(BARE))
    points = workflow.submit_gate(made)
    given = [{"rule": p["rule"], "path": p["path"], "kind": p["needs"], "text": "All."} for p in points[:1]]
    with pytest.raises(NotPossible) as refusal:
        workflow.submit(
            actor=maryland.submitter,
            reference=made.reference,
            digest=digest(made),
            name="Ana Holt",
            role="Head of Compliance",
            explanations=given,
        )
    assert len(refusal.value.problems) == 24
    assert "24 findings have this rule and path" in refusal.value.problems[0]["message"]


def test_a_finding_keeps_its_key_in_the_next_version(maryland: House) -> None:
    made = recommended(maryland, BARE)
    before = findings_by_key(made.submitted_version)
    workflow.send_back(actor=maryland.approver, reference=made.reference, reason="Look again.")
    workflow.return_for_amendment(
        actor=maryland.officer, reference=made.reference, digest=digest(made), reason="Add the pass line."
    )
    made.refresh_from_db()
    version = present(made.current_version)
    area = {"wager": "pass_line", "label": "PASS LINE", "x": "0", "y": "0", "w": "1", "h": "1"}
    rules = version.ruleset | {"layout": {"width": "10", "height": "5", "areas": [area]}}
    save_draft(
        actor=maryland.submitter, reference=made.reference, ruleset=rules, expected_version=version.number
    )
    made.refresh_from_db()
    after = {p["finding"] for p in workflow.submit_gate(made)}
    asked = {key for key, finding in before.items() if finding.severity == "breach"}
    assert len(after & asked) == 23
    page = signed_in(maryland.submitter).get(f"/operator/submissions/{made.reference}/submit/")
    kept = [row["explain"].initial for row in page.context["form"].rows if row["finding"]["finding"] in asked]
    assert kept == ["Our floor plan calls for it."] * 23


@pytest.mark.parametrize("waived", [0, 1, 23])
def test_the_database_refuses_an_approval_with_fewer_waivers(maryland: House, waived: int) -> None:
    made = recommended(maryland, BARE)
    version = present(made.submitted_version)
    with pytest.raises(IntegrityError, match="a waiver for each breach"), transaction.atomic():
        decision = Decision.objects.create(
            submission=made,
            version=version,
            run=run_of(version),
            outcome="approved",
            digest=version.digest,
            recommended_by=maryland.officer,
            decided_by=maryland.approver,
            effective_on=timezone.now().date(),
            no_conflict=True,
        )
        for pk in requests_of(made)[:waived]:
            GrantedWaiver.objects.create(decision=decision, explanation_id=pk)
        Submission.objects.filter(pk=made.pk).update(state=State.APPROVED)
    made.refresh_from_db()
    assert made.state == State.RECOMMENDED


@pytest.mark.parametrize("state", ["approved", "in_force", "suspended", "superseded", "expired"])
def test_the_database_refuses_a_case_that_is_approved_by_hand(house: House, state: str) -> None:
    made = submitted(house)
    columns = [f.attname for f in Submission._meta.concrete_fields if f.attname != "id"]
    row = {name: getattr(made, name) for name in columns}
    day = timezone.now().date()
    dates = {"in_force_from": day, "in_force_to": day, "due_on": None, "decided_at": timezone.now()}
    row |= {"reference": "NZ-2026-9999", "state": state, **dates}
    with pytest.raises(IntegrityError, match="a waiver for each breach"), transaction.atomic():
        Submission.objects.create(**row)
    with pytest.raises(IntegrityError, match="a waiver for each breach"), transaction.atomic():
        Submission.objects.filter(pk=made.pk).update(state=state, **dates)


def test_the_database_keeps_an_approved_case_with_the_version_that_was_decided(house: House) -> None:
    made = approved(house).submission
    was = present(made.current_version)
    newer = Version.objects.create(
        submission=made, number=was.number + 1, ruleset=was.ruleset, digest=was.digest, author=was.author
    )
    with pytest.raises(IntegrityError, match="a waiver for each breach"), transaction.atomic():
        Submission.objects.filter(pk=made.pk).update(current_version=newer)


def test_the_database_knows_each_finding_once_and_waives_what_was_asked(maryland: House) -> None:
    made, other = recommended(maryland, BARE), recommended(maryland, BARE)
    decision = approve(maryland, made, waivers=requests_of(made))
    row = Explanation.objects.get(pk=requests_of(other)[0])
    again = {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields if f.attname != "id"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Explanation.objects.create(**again)
    with pytest.raises(IntegrityError, match="for a request in the version"), transaction.atomic():
        GrantedWaiver.objects.create(decision=decision, explanation=row)


def test_requests_from_before_there_were_keys_are_still_told_apart(maryland: House) -> None:
    made = recommended(maryland, BARE)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER keep_review_explanation_update")
        else:
            cursor.execute("DROP TRIGGER keep_review_explanation_update ON review_explanation")
        cursor.execute("UPDATE review_explanation SET finding = ''")
    with pytest.raises(NotPossible):
        approve(maryland, made, waivers=requests_of(made)[:1])
    assert approve(maryland, made, waivers=requests_of(made)).waivers.count() == 24
