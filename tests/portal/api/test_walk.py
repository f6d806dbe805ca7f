"""One submission from draft to register over the API alone, each step by the person whose it is."""

from __future__ import annotations

from typing import Any

import pytest

from portal.documents.models import Document
from portal.submissions.models import Submission
from tests.factories import House, in_review, odds
from tests.portal.api.callers import Caller

pytestmark = pytest.mark.slow


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content.decode()
    return answer.json()


def test_from_draft_to_register(house: House) -> None:
    operator, officer, approver = Caller(house.submitter), Caller(house.officer), Caller(house.approver)
    casino = ok(operator.get("/properties"))["items"][0]
    assert "nz-revised" in casino["editions"]

    made = operator.post(
        "/submissions", {"property": casino["id"], "edition": "nz-revised", "ruleset": odds(2)}
    )
    reference = ok(made, 201)["reference"]
    assert made["Location"] == f"/api/v1/submissions/{reference}"
    where = f"/submissions/{reference}"

    read = operator.get(f"{where}/ruleset")
    assert ok(read)["ruleset"]["odds"]["come"] == {"multiples": "2"}
    saved = operator.put(f"{where}/ruleset", {**odds(2), "chip_unit": "5"}, If_Match=read["ETag"])
    assert ok(saved)["number"] == 2
    assert saved.json()["report"]["verdict"] in ("ok", "refer")

    # As a program may write it; it is kept as the contract writes it, and the documents print it.
    events = [
        {"bet": "field", "amount": 5},
        {"bet": "hop", "dice": [5, 2], "amount": "2.50"},
        {"roll": [1, 1]},
    ]
    example = ok(operator.post(f"{where}/examples", {"title": "A field bet", "events": events}), 201)
    assert example["events"][:2] == [
        {"bet": "field", "amount": "5"},
        {"bet": "hop", "dice": [2, 5], "amount": "5/2"},
    ]

    gate = ok(operator.get(f"{where}/gate"))
    assert gate["unstated"] == []
    explanations = [
        {"finding": p["finding"], "kind": p["needs"], "text": "As at our other tables."}
        for p in gate["points"]
    ]
    submit_draft = operator.post(
        f"{where}/submit",
        {
            "digest": gate["digest"],
            "name": "Ana Holt",
            "role": "Compliance manager",
            "explanations": explanations,
        },
    )
    assert ok(submit_draft)["state"] == "submitted"

    assert ok(officer.post(f"{where}/claim"))["state"] == "in_review"
    asked = officer.post(f"{where}/queries", {"text": "Which dice are in use?", "due_on": "2099-01-31"})
    assert ok(asked)["state"] == "query_open"
    assert (
        ok(operator.post(f"{where}/queries/answer", {"text": "Nineteen millimetres."}))["state"]
        == "in_review"
    )
    assert ok(officer.get(f"{where}/queries"))["items"][0]["answer"] == "Nineteen millimetres."

    for finding in ok(officer.get(f"{where}/ticks"))["items"]:
        ok(officer.post(f"{where}/ticks", {"finding": finding["finding"], "done": True}))
    ok(officer.post(f"{where}/comments", {"text": "Nothing unusual."}), 201)
    word = {"digest": gate["digest"], "no_conflict": True}
    assert ok(
        officer.post(f"{where}/recommend", {**word, "outcome": "approve", "reason": "Within the edition."})
    )["state"] == "recommended"  # fmt: skip
    assert ok(approver.get(f"{where}/moves"))["open"] == ["approve", "refuse", "send_back"]
    conditions = [{"text": "Post the odds at the table.", "due_on": "2099-01-31"}]
    assert ok(approver.post(f"{where}/approve", {**word, "conditions": conditions}))["state"] == "in_force"

    decision = ok(operator.get(f"{where}/decisions"))["items"][0]
    assert decision["outcome"] == "approved_with_conditions"
    assert decision["conditions"][0]["due_on"] == "2099-01-31"
    assert Submission.objects.get(reference=reference).state == "in_force"
    snapshot = Document.objects.get(submission__reference=reference, kind="certificate").snapshot
    played = next(row for row in snapshot["examples"] if row["title"] == "A field bet")
    for text in ("5", "Field Bet", "2.50", "Hop 2-5 (refused)"):
        assert text in played["steps"][0]["bets"]

    anybody = Caller()
    entry = ok(anybody.get(f"/register/{reference}"))
    assert entry["standing"] == "in_force"
    assert entry["leaf"]["ruleset_digest"] == gate["digest"]
    assert [row["reference"] for row in ok(anybody.get("/register?jurisdiction=nz"))["items"]] == [reference]
    assert ok(anybody.get(f"/register/{reference}/history"))["entries"][0]["outcome"].startswith("approved")
    kinds = [row["kind"] for row in ok(anybody.get(f"/register/{reference}/documents"))["documents"]]
    assert kinds == ["certificate", "guide", "sign"]


def test_what_stays_inside_the_regulator(house: House) -> None:
    operator, officer = Caller(house.submitter), Caller(house.officer)
    where = f"/submissions/{in_review(house).reference}"
    ok(officer.post(f"{where}/comments", {"text": "Between us."}), 201)
    ok(officer.post(f"{where}/comments", {"text": "For you.", "shown_to_operator": True}), 201)
    assert [row["text"] for row in ok(operator.get(f"{where}/comments"))["items"]] == ["For you."]
    assert ok(officer.get(where))["assignee"] == house.officer.name
    assert ok(operator.get(where))["assignee"] is None
    assert operator.get(f"{where}/ticks").status_code == 403
