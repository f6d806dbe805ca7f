"""One JSON language: the API answers what the command line prints, and no float is in anything."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from craps import all_edition_ids
from craps.__main__ import main
from portal.documents.models import Document
from portal.register import log
from portal.review import workflow
from portal.submissions.models import Submission
from tests.factories import House, approved, create_table, make_house
from tests.portal.api.callers import Caller
from tests.portal.api.operations import PDF, draft_with_example, in_force, operations, signed_size, things_of
from tests.portal.editions.drafts import a_draft, published_draft

pytestmark = pytest.mark.slow

SCENARIO = {
    "ruleset": {"edition": "md-craps", "vig": {"buy": {"rate": "1/25"}}},
    "events": [
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 1]},
        {"bet": "buy", "number": 6, "amount": "35/3"},
        {"bet": "buy", "number": 6, "amount": "20"},
        {"roll": [2, 2]},
        {"bet": "fire", "amount": 500},
    ],
}
BROKEN = {"edition": "md-craps", "vig": {"buy": {"rate": "3/50"}}, "odds": {"come": {"multiples": 150}}}


@pytest.mark.parametrize(
    ("verb", "body"),
    [("settle", SCENARIO), ("check", BROKEN), ("edge", BROKEN), ("where", BROKEN)],
)
def test_as_the_command_line(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str, body: Any
) -> None:
    file = tmp_path / "given.json"
    file.write_text(json.dumps(body))
    code = main([verb, str(file)])
    assert code == (1 if verb == "check" else 0)
    assert Caller().post(f"/{verb}", body).json() == json.loads(capsys.readouterr().out)


def test_comparison_rules_and_explanation_as_the_command_line(
    db: None, house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    for argv, answer in (
        (
            ["compare", "nz-1998", "nz-revised"],
            Caller().post("/compare", {"a": {"edition": "nz-1998"}, "b": {"edition": "nz-revised"}}),
        ),
        (["rules", "sg-mbs-v2"], Caller().get("/editions/sg-mbs-v2/rules")),
        (["explain", "md.vig.rate"], Caller().get("/rules/md.vig.rate")),
    ):
        assert main(argv) == 0
        assert answer.json() == json.loads(capsys.readouterr().out), argv


def test_bad_input_names_the_same_place(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = {**SCENARIO, "events": [*SCENARIO["events"], {"bet": "buy", "number": 7, "amount": 5}]}
    file = tmp_path / "given.json"
    file.write_text(json.dumps(body))
    assert main(["settle", str(file)]) == 2
    told = Caller().post("/settle", body).json()["errors"][0]
    assert told["path"] == "events[6].number"
    assert f"{told['path']}: {told['message']}" in capsys.readouterr().err


def test_no_float_is_in_any_answer(house: House) -> None:
    """Every operation that reads, as the people of a case, with every number looked at."""
    made = in_force(house)
    callers = [Caller(house.submitter), Caller(house.officer), Caller(house.site_admin)]
    seen = 0
    for op in operations():
        if op.method != "get":
            continue
        for caller in callers:
            answer = caller.get(op.address(things_of(made, house)))
            if answer.status_code == 200 and answer["Content-Type"] == "application/json":
                json.load(io.BytesIO(answer.content), parse_float=_no_float, parse_constant=_no_float)
                seen += 1
    assert seen > 60


def _no_float(text: str) -> Any:
    raise AssertionError(f"{text} is a float")


def test_clauses_with_a_slash_are_found(house: House) -> None:
    for where in ("/editions/md-craps/clauses/5%2FG(3)(a)", "/editions/md-craps/clauses/5/G(3)(a)"):
        answer = Caller().get(where).json()
        assert answer["id"] == "5/G(3)(a)"
        assert "md.vig.rate" in answer["checks"]
    assert Caller().get("/editions/md-craps/clauses/99").status_code == 404


def test_the_matrix_for_the_editions_asked_for(house: House) -> None:
    both = Caller().get("/matrix?edition=nz-1998&edition=nz-revised").json()
    assert [edition["id"] for edition in both["editions"]] == ["nz-1998", "nz-revised"]
    assert len(Caller().get("/matrix").json()["editions"]) == 7
    assert Caller().get("/matrix?edition=xx").json()["errors"][0]["path"] == "edition"


def test_an_edition_that_a_regulator_drafted_is_served_like_the_others(house: House) -> None:
    row = published_draft("md-craps", days=0)
    for path, address, body in (
        ("edition", "/check", {"edition": "x"}),
        ("ruleset.edition", "/settle", {"ruleset": {"edition": "x"}, "events": []}),
    ):
        [error] = Caller().post(address, body).json()["errors"]
        assert error["path"] == path
        listed = error["message"].rpartition("; there are ")[2].split(", ")
        assert set(listed) == {*all_edition_ids(), row.pk}
    anybody = Caller()
    assert row.pk in [found["id"] for found in anybody.get("/editions?jurisdiction=md").json()["items"]]
    assert anybody.get(f"/editions/{row.pk}").json()["digest"] == row.digest
    assert anybody.get(f"/editions/{row.pk}/rules").json()["edition"] == row.pk
    assert len(anybody.get(f"/editions/{row.pk}/clauses").json()["clauses"]) > 100
    assert anybody.get(f"/editions/{row.pk}/clauses/5%2FG(3)(a)").json()["edition"] == row.pk
    assert anybody.get(f"/matrix?edition={row.pk}").json()["editions"][0]["id"] == row.pk
    assert anybody.post("/check", {"edition": row.pk}).json()["edition"] == row.pk
    assert anybody.post("/edge", {"edition": row.pk}).status_code == 200
    found = anybody.post("/where", {"edition": row.pk}).json()["editions"]
    assert row.pk in [each["edition"] for each in found]


def test_an_edition_that_is_a_draft_is_not_there(house: House) -> None:
    row = a_draft("md-craps", "md-craps-2030")
    for where in ("", "/clauses", "/rules", "/clauses/5"):
        assert Caller().get(f"/editions/{row.pk}{where}").status_code == 404
    assert Caller().post("/check", {"edition": row.pk}).status_code == 400


def test_documents_are_served_as_they_are_stored(house: House) -> None:
    made = in_force(house)
    caller = Caller(house.submitter)
    row = caller.get(f"/submissions/{made.reference}/documents").json()["items"][0]
    assert row["state"] == "waiting"
    waiting = caller.get(row["address"].removeprefix("/api/v1"))
    assert (waiting.status_code, waiting.json()["code"]) == (409, "not_possible")
    assert Document.objects.filter(state="waiting").count() == 6, "a receipt, two letters, three public ones"
    assert Caller().get(f"/register/{made.reference}/documents/letter").status_code == 404


def test_files_are_attached_read_and_taken_off(house: House) -> None:
    made, operator, officer = draft_with_example(house), Caller(house.submitter), Caller(house.officer)
    where = f"/submissions/{made.reference}/uploads"
    other = PDF.replace(b"1 0 obj", b"2 0 obj")
    asked = "?kind=layout&confidential=false&filename=plan.txt"
    added = operator.post(f"{where}{asked}", other, Content_Type="application/pdf", Idempotency_Key="a")
    again = operator.post(f"{where}{asked}", other, Content_Type="application/pdf", Idempotency_Key="a")
    assert (added.status_code, again["Idempotency-Replayed"]) == (201, "true")
    assert added.json()["filename"] == "plan.pdf", "its content says what it is"
    read = operator.get(added["Location"].removeprefix("/api/v1"))
    assert (read.content, read["Content-Type"], read["ETag"]) == (
        other,
        "application/pdf",
        f'"{added.json()["sha256"]}"',
    )
    assert "sandbox" in read["Content-Security-Policy"]
    assert len(operator.get(where).json()["items"]) == 2
    assert officer.get(where).status_code == 404
    told = operator.post(f"{where}{asked}", b"MZ a program", Content_Type="application/pdf").json()
    assert (told["code"], told["errors"][0]["path"]) == ("bad_value", "file")
    told = operator.post(f"{where}?kind=layout", other, Content_Type="application/pdf").json()
    assert told["errors"] == [{"path": "confidential", "message": "is missing"}]
    assert operator.delete(f"{where}/{added.json()['id']}").status_code == 204
    assert len(operator.get(where).json()["items"]) == 1


def test_files_of_an_answer_are_for_both(house: House) -> None:
    made = in_force(house)
    for person in (house.submitter, house.officer):
        sent = Caller(person).get(f"/submissions/{made.reference}/queries").json()["items"][0]["files"][0]
        read = Caller(person).get(sent["address"].removeprefix("/api/v1"))
        assert read.content == PDF
    assert Caller(house.outsider).get(sent["address"].removeprefix("/api/v1")).status_code == 404


def test_an_approval_is_varied_and_its_limits_change_by_notice(db: None) -> None:
    house = make_house("md", "md-craps")
    table = create_table(property=house.property)
    stated = {way: {"collect": "placement"} for way in ("buy", "lay")}
    made = approved(house, {"edition": "md-craps", "vig": stated}).submission
    operator = Caller(house.submitter)
    where = f"/submissions/{made.reference}"
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    given = operator.post(
        f"{where}/limit-notices",
        {"table": table.pk, "limits": {"pass_line": {"min": 25}}, "takes_effect_at": soon, "posted": True},
    )
    assert given.status_code == 201, given.content
    assert given.json()["limits"] == {"pass_line": {"min": "25"}}
    assert operator.get(f"{where}/limit-notices").json()["items"] == [given.json()]
    assert Caller(house.officer).get(f"{where}/limit-notices").json()["items"][0]["words"]
    told = operator.post(
        f"{where}/limit-notices", {"table": 1, "limits": {}, "takes_effect_at": "tomorrow", "posted": True}
    )
    assert told.json()["errors"][0]["path"] == "takes_effect_at"
    varied = operator.post(f"{where}/vary")
    assert (varied.status_code, varied.json()["varies"]) == (201, made.reference)
    assert operator.post(f"{where}/vary").json()["code"] == "not_possible"


def test_a_hash_or_a_reference_is_verified(house: House) -> None:
    made = in_force(house)
    told = Caller().get(f"/verify?reference={made.reference}").json()
    assert (told["verdict"], told["in_force"]) == ("genuine", True)
    assert Caller().get(f"/verify?sha256={'0' * 64}").json()["verdict"] == "unknown"
    assert Caller().get("/verify").status_code == 400


def test_a_proof_is_the_file_that_the_program_reads(house: House) -> None:
    in_force(house)
    one = signed_size()
    workflow.suspend(actor=house.approver, reference=Submission.objects.get().reference, reason="Dice.")
    two = signed_size()
    answer = Caller().get(f"/log/consistency?old={one}&new={two}")
    assert answer.content == log.proof_file(log.consistency(one, two))
    assert (answer["Content-Type"], answer["Access-Control-Allow-Origin"]) == ("application/json", "*")


@pytest.mark.slow
def test_a_file_is_verified(house: House) -> None:
    answer = Caller().post("/verify", b"%PDF-1.7 and no more", Content_Type="application/pdf")
    assert answer.json()["verdict"] == "unknown"
    assert answer.json()["sha256"]
