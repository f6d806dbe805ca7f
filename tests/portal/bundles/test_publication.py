"""The copy for publication: what the register shows, and nobody's name."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PdfWriter

from portal.audit.models import AuditEntry
from portal.bundles import services
from portal.bundles.people import People
from portal.errors import NotPermitted, NotPossible
from portal.review import limit_notices
from portal.submissions import uploads
from tests.factories import House, complete, create_table, draft, in_review, make_house, odds
from tests.portal.bundles.making import busy_case, made, sample, zip_of

pytestmark = pytest.mark.slow
COPY = "publication"


def with_author(data: bytes, **metadata: str) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(data))
    writer.add_metadata({f"/{name}": value for name, value in metadata.items()})
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_an_approval_is_published_with_rules_documents_and_proofs(house: House, quick_documents: Any) -> None:
    case = busy_case(house, conditions=[{"text": "Post a sign.", "due_on": None}])
    quick_documents()
    archive = zip_of(made(house.officer, case, COPY))
    names = set(archive.namelist())
    assert {"entry.json", "rule-set.json", "tables.json", f"edition/{case.edition_id}.json"} <= names
    assert f"documents/{case.reference}-sign.pdf" in names
    assert {"uploads/01-laboratory.pdf", "uploads/02-layout.png"} <= names
    assert not [name for name in names if "staff" in name or name.startswith(("review", "versions", "audit"))]
    assert not [name for name in names if "query" in name], "letters are between operator and regulator"
    assert json.loads(archive.read("manifest.json"))["left_out"] == []


def test_a_refusal_shows_that_there_was_one_and_nothing_else(house: House, quick_documents: Any) -> None:
    case = busy_case(house, refuse=True)
    quick_documents()
    archive = zip_of(made(house.officer, case, COPY))
    assert {name.partition("/")[0] for name in archive.namelist()} == {
        "README.txt", "entry.json", "register", "check", "manifest.json", "SHA256SUMS",
    }  # fmt: skip
    assert case.organisation.name not in archive.read("entry.json").decode()


def test_only_a_decided_case_can_be_published_and_only_by_the_regulator(house: House) -> None:
    case = in_review(house)
    with pytest.raises(NotPossible, match="once the case is decided"):
        services.order(actor=house.officer, reference=case.reference, kind=COPY)
    with pytest.raises(NotPermitted):
        services.order(actor=house.submitter, reference=case.reference, kind=COPY)


def test_a_name_in_a_condition_stops_the_copy_and_says_where(house: House, quick_documents: Any) -> None:
    text = f"Send the plan to {house.officer.name.upper()}, or to office@regulator.example."
    case = busy_case(house, conditions=[{"text": text, "due_on": None}])
    quick_documents()
    bundle = made(house.officer, case, COPY)
    assert (bundle.state, bundle.file) == ("refused", "")
    assert "conditions.0.text has the name" in bundle.failure
    assert "register/" in bundle.failure
    assert "office@regulator.example" in bundle.failure
    assert AuditEntry.objects.filter(action="bundle.refuse").count() == 1


@pytest.mark.parametrize(
    ("lines", "metadata", "why"),
    [
        (["Measured by {submitter}."], {}, "it names a person"),
        (["Six dice."], {"Author": "Somebody Unknown"}, "its metadata names an author"),
        (["Six dice."], {"Keywords": "for {officer}"}, "it names a person"),
    ],
)
def test_an_upload_that_names_somebody_is_left_out_and_the_manifest_says_so(
    house: House, lines: list[str], metadata: dict[str, str], why: str
) -> None:
    from portal.review import workflow
    from tests.factories import digest, submit_draft, tick_off

    people = {"submitter": house.submitter.name, "officer": house.officer.name}
    file = with_author(
        sample("Report", [line.format(**people) for line in lines]),
        **{key: value.format(**people) for key, value in metadata.items()},
    )
    case = draft(house, complete(odds(2)))
    uploads.add(
        actor=house.submitter, reference=case.reference, kind="laboratory", confidential=False,
        filename="report.pdf", data=file,
    )  # fmt: skip
    case = submit_draft(house, case)
    workflow.claim(actor=house.officer, reference=case.reference)
    tick_off(house.officer, case)
    bound: dict[str, Any] = {"reference": case.reference, "digest": digest(case), "no_conflict": True}
    workflow.recommend(actor=house.officer, reason="Fine.", **bound)
    workflow.approve(actor=house.approver, **bound)
    archive = zip_of(made(house.officer, case, COPY))
    left_out = json.loads(archive.read("manifest.json"))["left_out"]
    assert left_out == [{"kind": "laboratory", "path": "uploads/01-laboratory.pdf", "why": why}]
    assert "uploads/01-laboratory.pdf" not in archive.namelist()


def test_new_limits_by_notice_make_the_copy_out_of_date(db: None, quick_documents: Any) -> None:
    house = make_house("md", "md-craps")
    table = create_table(property=house.property)
    case = busy_case(house)
    quick_documents()
    first = made(house.officer, case, COPY)
    limit_notices.give(
        actor=house.submitter, reference=case.reference, table_id=table.pk, posted=True,
        limits={"pass_line": {"min": "15", "max": "900"}},
        takes_effect_at=timezone.now() + timedelta(hours=1),
    )  # fmt: skip
    later = made(house.officer, case, COPY)
    assert later.file != first.file
    notice = json.loads(zip_of(later).read("limit-notices.json"))[0]
    assert notice["table"] == {"code": table.code, "label": table.label}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ask Ana\n  HOLT first", True),
        ("ask Ms Holt first", True),
        ("ask A. Holt", True),
        ("a holt in the game", False),
        ("Johana Holton", False),
        ("write to somebody@example.org", True),
        ("the dealer is told before the roll", False),
        ("it was never shown to anybody OUTSIDE the office", True),
    ],
)
def test_people_are_found_as_they_are_written(text: str, found: bool) -> None:
    people = People(
        names=frozenset({"ana holt"}),
        emails=frozenset({"ana@holt.example"}),
        notes=frozenset({"never shown to anybody outside"}),
    )
    assert bool(people.found_in(text)) is found
