"""The public register: what gets in, what never does, and that nothing is rewritten."""

import hashlib
import json

import pytest
from django.db import IntegrityError, connection, transaction

from portal.errors import NotFound
from portal.register import public_fields, selectors
from portal.register.models import Entry, Kind
from portal.review import comments, workflow
from tests.factories import House, approved, digest, odds, present, recommended, refused, submitted

pytestmark = pytest.mark.slow


def refuse(house: House) -> str:
    return refused(house, "Secret reasons.").reference


def test_a_decided_case_is_listed_with_where_it_stands(house: House) -> None:
    made = approved(house).submission
    entry = selectors.entries().get()
    assert (entry.reference, entry.operator, entry.property) == (
        made.reference,
        house.operator.name,
        house.property.name,
    )
    assert entry.standing == "in_force"
    assert selectors.outcome_label(entry) == "Approved"
    workflow.revoke(actor=house.approver, reference=made.reference, reason="x", urgency="Now.")
    assert selectors.entry(made.reference).standing == "revoked"
    assert [e.outcome for e in selectors.history(made.reference)] == ["approved", "revoked"]


def test_undecided_cases_are_not_there(house: House) -> None:
    made = submitted(house)
    assert not selectors.entries().exists()
    with pytest.raises(NotFound):
        selectors.entry(made.reference)


def test_filters(house: House) -> None:
    made = approved(house).submission
    refused = refuse(house)
    assert {e.reference for e in selectors.entries()} == {made.reference, refused}
    assert [e.reference for e in selectors.entries(outcome="refused")] == [refused]
    assert [e.reference for e in selectors.entries(query=house.property.name)] == [made.reference]
    assert [e.reference for e in selectors.entries(edition="nz-revised")] == [made.reference]
    assert [e.reference for e in selectors.entries(standing="in_force")] == [made.reference]
    assert not selectors.entries(jurisdiction="sg").exists()


def test_the_choices_of_the_filters_are_what_the_register_has(house: House) -> None:
    assert (selectors.operators(), selectors.years()) == ([], [])
    refuse(house)
    assert selectors.operators() == []
    made = approved(house).submission
    entry = Entry.objects.get(submission=made)
    now = entry.entered_at
    for position, (operator, years) in enumerate([("Zenith", 2), ("Aurora", 5), ("Zenith", 5)], 1000):
        entry.pk, entry.position, entry.operator = None, position, operator
        entry.entered_at = now.replace(year=now.year - years, day=1)
        entry._state.adding = True
        entry.save()
    assert selectors.operators() == sorted(["Aurora", house.operator.name, "Zenith"])
    assert selectors.years() == [now.year, now.year - 2, now.year - 5]


def test_a_refusal_says_no_more_than_it_must(house: House) -> None:
    reference = refuse(house)
    entry = selectors.entry(reference)
    assert set(entry.leaf) == {"kind", "reference", "jurisdiction", "outcome"}
    assert (entry.operator, entry.property, entry.edition_id, entry.decided_on) == ("", "", "", None)


def test_internal_words_never_get_in(house: House) -> None:
    made = recommended(house, odds(4))
    comments.comment(actor=house.officer, reference=made.reference, text="Internal remark.")
    requests = [e.pk for e in present(made.current_version).explanations.all()]
    workflow.approve(
        actor=house.approver,
        reference=made.reference,
        digest=digest(made),
        reason="Approver's private reason.",
        waivers=requests,
        no_conflict=True,
    )
    shown = json.dumps([e.leaf for e in Entry.objects.all()])
    for secret in (
        "Internal remark",
        "private reason",
        "Within the edition.",  # the officer's recommendation
        "floor plan",  # the operator's explanation
        "Ana Holt",
        house.officer.name,
        house.approver.email,
    ):
        assert secret not in shown


def test_every_leaf_has_listed_fields_only(house: House) -> None:
    listed_anywhere = {field for outcome in public_fields.OUTCOMES.values() for field in outcome.fields}
    facts = dict.fromkeys(["secret", *listed_anywhere], "x")
    for outcome, public in public_fields.OUTCOMES.items():
        assert set(public_fields.decision_leaf(facts | {"outcome": outcome})) == set(public.fields)
    for kind in Kind.values:
        if kind != Kind.DECISION:
            listed = getattr(public_fields, kind.upper())
            leaf = public_fields.leaf_of(kind, dict.fromkeys(["secret", *listed], "x"))
            assert set(leaf) == set(listed)
            assert leaf["kind"] == kind


def test_positions_have_no_gaps_and_hashes_hold(house: House) -> None:
    approved(house)
    refuse(house)
    approved(house)
    rows = list(Entry.objects.order_by("position"))
    assert [row.position for row in rows] == list(range(len(rows)))
    for row in rows:
        data = json.dumps(row.leaf, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        assert row.leaf_hash == hashlib.sha256(b"\x00" + data).hexdigest()


def test_the_database_keeps_it_as_it_was(house: House) -> None:
    approved(house)
    for statement in ("UPDATE register_entry SET outcome = 'refused'", "DELETE FROM register_entry"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as sql:
            sql.execute(statement)
