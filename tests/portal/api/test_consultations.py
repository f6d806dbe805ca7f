"""Consultations for programs: what the pages show, and nothing else."""

from __future__ import annotations

import pytest

from portal.consultations import services
from portal.editions.models import Edition
from tests.consulting import FORM, answered, concluded, confirmed, opened, published, sent
from tests.factories import House, approved
from tests.portal.api.callers import Caller
from tests.portal.editions.drafts import publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_consultations_are_listed_and_filtered(house: House) -> None:
    first, second = opened(house), opened(house, title="A second question")
    concluded(house, first)
    found = Caller().get("/consultations").json()
    assert [row["slug"] for row in found["items"]] == [second.slug, first.slug]
    assert Caller().get("/consultations?state=open").json()["items"][0]["takes_comments"]
    assert not Caller().get("/consultations?jurisdiction=sg").json()["items"]


def test_one_says_what_changes_in_words_and_in_money_with_counts_only(house: House) -> None:
    approved(house)
    row = opened(house)
    assert Caller().get(f"/consultations/{row.slug}").json()["affected"] is None
    services.count_affected(snapshot_id=row.snapshot.pk)
    answer = Caller().get(f"/consultations/{row.slug}")
    whole = answer.json()
    assert whole["values"][0] | {"label": ""} == {
        "label": "", "was": "2 to 1", "now": "3 to 1", "clause": "4.14",
    }  # fmt: skip
    assert (whole["edges"][0]["was"], whole["edges"][0]["now"]) == ("1/18", "0")
    assert whole["affected"]["with_other_money"] == 1
    assert [step["kind"] for step in whole["steps"]] == ["opened"]
    assert house.operator.name not in answer.content.decode()


def test_a_published_edition_names_its_consultation_with_all_that_was_said(house: House) -> None:
    row = opened(house)
    answered(house, row, published(house, row))
    concluded(house, row)
    draft = Edition.objects.get(pk=row.edition_id)
    assert Caller().get(f"/consultations/{row.slug}").json()["edition"] is None
    publish(draft)
    edition = Caller().get(f"/editions/{draft.pk}").json()
    assert edition["consultations"] == [row.slug]
    whole = Caller().get(f"/consultations/{row.slug}").json()
    assert (whole["edition"], whole["statement"]) == (draft.pk, "We thank all who wrote.")
    [comment] = Caller().get(f"/consultations/{row.slug}/comments").json()["items"]
    assert (comment["text"], comment["answer"]["text"]) == (FORM["text"], "We keep ten times.")


def test_comments_are_published_ones_without_addresses_and_struck_words(house: House) -> None:
    row = opened(house)
    first = published(house, row, "Ten [[times]] is too little.", about="clause-4.14", name_withheld=True)
    second = published(house, row, on_behalf_of="A club")
    confirmed(row)
    sent(row)
    answered(house, row, second)
    answer = Caller().get(f"/consultations/{row.slug}/comments")
    one, two = answer.json()["items"]
    assert (one["number"], one["text"], one["name"]) == (
        first.number,
        "Ten [struck out] is too little.",
        None,
    )
    assert (two["name"], two["organisation"]) == (FORM["name"], "A club")
    assert two["answer"]["text"] == "We keep ten times."
    assert FORM["email"] not in answer.content.decode()
    assert Caller().get("/consultations/nz-nowhere/comments").status_code == 404
