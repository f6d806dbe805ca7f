"""The register's own pages and files: filters, days, feed, data, casinos, proofs, and what stays inside."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.demo.clock import freeze_time
from portal.documents import outbox
from portal.documents.signing import current_signer
from portal.editions.models import Edition
from portal.register import selectors as register
from portal.register.models import Entry, Kind, Place
from portal.review import workflow
from portal.review.models import Decision
from portal.submissions import uploads
from portal.submissions.models import Submission
from portal.text import format_day
from tests.factories import (
    House,
    approved,
    create_property,
    create_table,
    digest,
    draft,
    make_house,
    odds,
    refused,
)
from tests.portal.doors import text
from tests.portal.regulator.test_editions import rules

pytestmark = pytest.mark.slow

ATOM = "{http://www.w3.org/2005/Atom}"
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def issue(decision: Decision) -> None:
    """As the worker does, with a small file in place of the typeset one."""
    for document in decision.submission.documents.all():
        claimed = outbox.claim(document.pk)
        assert claimed is not None
        assert outbox.finish(claimed, outbox.SignedDocument(PDF + document.kind.encode(), current_signer()))


def elsewhere(house: House, name: str) -> House:
    """The same people with another casino of theirs."""
    return replace(house, property=create_property(organisation=house.operator, jurisdiction="nz", name=name))


def test_a_document_has_the_day_of_its_decision_however_late_it_is_typeset(
    house: House, client: Client
) -> None:
    table = create_table(property=house.property)
    with freeze_time(timezone.now() - timedelta(days=90)):
        decision = approved(house)
        day = jurisdiction("nz").today()
    issue(decision)
    entries = register.history(decision.submission.reference).filter(kind=Kind.DOCUMENT)
    assert {entry.leaf["issued_on"] for entry in entries} == {day.isoformat()}
    page = text(client.get(f"/register/{decision.submission.reference}/"))
    assert f"Certificate issued {format_day(day)} · entry" in page
    assert f"Table sign issued for table {table.label} {format_day(day)} ·" in page


# -- the list -----------------------------------------------------------------------------------------------


def test_filters_find_and_leave_out(house: House, client: Client) -> None:
    made = approved(house).submission
    other = approved(elsewhere(house, "Far Shore"), odds(1)).submission
    no = refused(elsewhere(house, "Never Shown"))
    year = timezone.now().year
    for query, found in {
        "": {made, other, no},
        "q=far shore": {other},
        f"operator={house.operator.name}": {made, other},
        "property=far-shore": {other},
        "property=never-shown": set(),
        "property=nowhere": set(),
        "standing=in_force": {made, other},
        "standing=refused": {no},
        "outcome=refused&jurisdiction=nz": {no},
        f"year={year}": {made, other, no},
        f"year={year - 1}": set(),
        "edition=nz-revised": {made, other},
    }.items():
        page = text(client.get(f"/register/?{query}"))
        shown = {case for case in (made, other, no) if case.reference in page}
        assert shown == found, query
        data = client.get(f"/register/decisions.json?{query}").json()
        assert {row["reference"] for row in data["decisions"]} == {case.reference for case in found}, query
        lines = b"".join(client.get(f"/register/decisions.csv?{query}")).decode().splitlines()
        assert len(lines) == len(found) + 1


@pytest.mark.parametrize(
    "query", ["year=soon", "year=0000", "on=yesterday", "on=2999-01-01", "on=1998-02-30"]
)
def test_what_cannot_be_understood_is_said(house: House, client: Client, query: str) -> None:
    approved(house)
    answer = client.get(f"/register/?{query}")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert client.get(f"/register/decisions.json?{query}").json()["errors"]
    assert client.get(f"/register/decisions.csv?{query}").status_code == 400


def test_a_decision_is_listed_at_once_on_a_page_that_is_kept(house: House, client: Client) -> None:
    first = client.get("/register/")
    assert first["Cache-Control"] == "public, no-cache"
    assert client.get("/register/", headers={"if-none-match": first["ETag"]}).status_code == 304
    made = approved(house).submission
    again = client.get("/register/", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert made.reference in text(again)
    workflow.suspend(actor=house.approver, reference=made.reference, reason="x")
    assert "Suspended" in text(client.get("/register/"))


def today() -> date:
    return jurisdiction("nz").today()


def set_days(decision: Decision, start: date, **rest: Any) -> None:
    Submission.objects.filter(pk=decision.submission_id).update(in_force_from=start, **rest)


def on(client: Client, day: date) -> set[str]:
    rows = client.get(f"/register/decisions.json?on={day.isoformat()}").json()["decisions"]
    return {row["reference"] for row in rows}


def test_what_was_in_force_on_a_day(house: House, client: Client) -> None:
    """An approval that took effect earlier, was superseded today, and one that never took effect."""
    old, before = approved(house), today() - timedelta(days=40)
    set_days(old, before)
    later = approved(elsewhere(house, "Later"), effective_on=today() + timedelta(days=9))
    new = approved(house, odds(1))
    reference = old.submission.reference
    assert on(client, before - timedelta(days=1)) == set()
    assert on(client, before) == {reference}
    assert on(client, today() - timedelta(days=1)) == {reference}
    assert on(client, today()) == {new.submission.reference}
    assert later.submission.reference not in on(client, today())
    page = text(client.get(f"/register/?on={before.isoformat()}"))
    assert "What was in force at the end of" in page
    assert "Superseded" in page  # where it stands today


def test_a_casinos_page_answers_for_a_day(house: House, client: Client) -> None:
    old, before = approved(house, odds(2)), today() - timedelta(days=40)
    set_days(old, before)
    approved(house, odds(1))
    set_days(approved(elsewhere(house, "Far Shore"), odds(1)), before)
    address = f"/register/property/{register.entry(old.submission.reference).place}/"
    assert "Up to 1× on every point" in text(client.get(address))
    answer = client.get(f"{address}?on={before}")
    page = text(answer)
    assert "The rules as they were at the end of" in page and old.submission.reference in page
    assert "Up to 2× on every point" in page and "One other casino had this game in force" in page
    for kept in ("/rulebook/nz-revised/", "/register/property/far-shore/", "/register/property/"):
        assert f'href="{kept}?on={before}"' in answer.content.decode()
    assert f"/try/{old.submission.reference}/" not in answer.content.decode()
    entry = client.get(f"/register/{old.submission.reference}/").content.decode()
    assert f'href="{address}?on={before}"' in entry  # what it approved, in plain words, though it is over
    early = before - timedelta(days=1)
    assert "No rules were in force here on" in text(client.get(f"{address}?on={early}"))
    assert "No casino had rules in force on that day" in text(client.get(f"/register/property/?on={early}"))
    assert "Far Shore" in text(client.get(f"/register/property/?on={before}"))
    for wrong in ("nonsense", today() + timedelta(days=3)):
        for path in (address, "/register/property/"):
            assert client.get(f"{path}?on={wrong}").status_code == 400


def test_a_suspension_shows_on_its_days(house: House, client: Client) -> None:
    made = approved(house)
    set_days(made, today() - timedelta(days=5))
    reference = made.submission.reference
    workflow.suspend(actor=house.approver, reference=reference, reason="x")
    assert on(client, today()) == set()
    assert on(client, today() - timedelta(days=1)) == {reference}
    workflow.lift_suspension(actor=house.approver, reference=reference)
    assert on(client, today()) == {reference}


def test_a_trial_holds_to_its_last_day(house: House, client: Client) -> None:
    made = approved(house, ends_on=today() + timedelta(days=30))
    start = today() - timedelta(days=20)
    set_days(made, start, in_force_to=start + timedelta(days=10))
    assert on(client, start + timedelta(days=10)) == {made.submission.reference}
    assert on(client, start + timedelta(days=11)) == set()


# -- feed and data ------------------------------------------------------------------------------------------


def test_the_feed_is_atom_with_ids_that_stay(house: House, client: Client) -> None:
    made = approved(house).submission
    workflow.revoke(actor=house.approver, reference=made.reference, reason="Secret reason.", urgency="Now.")
    no = refused(house)
    answer = client.get("/register/feed.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert root.find(f"{ATOM}{name}") is not None
    assert {link.get("rel") for link in root.findall(f"{ATOM}link")} == {"self", "alternate"}
    items = root.findall(f"{ATOM}entry")
    outcomes = [category.get("term") for category in root.iter(f"{ATOM}category")]
    assert outcomes == ["refused", "revoked", "approved"]
    ids = [item.findtext(f"{ATOM}id") for item in items]
    assert ids == [f"tag:demo.baize.example,2026:register/log/{n}" for n in (2, 1, 0)]
    for item in items:
        assert (item.findtext(f"{ATOM}updated") or "").endswith("+00:00")
        assert [link.get("href", "")[:4] for link in item.iter(f"{ATOM}link")] == ["http"]
    assert "Secret reason." not in answer.content.decode()
    assert items[0].findtext(f"{ATOM}title") == f"{no.reference}: refused"
    assert len(ElementTree.fromstring(client.get("/register/feed.atom?jurisdiction=sg").content)) == 6
    assert client.get("/register/feed.atom?jurisdiction=zz").status_code == 404


def test_an_empty_feed_is_a_feed(db: None, client: Client) -> None:
    root = ElementTree.fromstring(client.get("/register/feed.atom").content)
    assert root.findtext(f"{ATOM}updated")


def test_an_entry_as_data(house: House, client: Client) -> None:
    table = create_table(property=house.property)
    decision = approved(house)
    reference = decision.submission.reference
    data = client.get(f"/register/{reference}/entry.json").json()
    assert data["standing"] == "in_force"
    assert data["entry"] == Entry.objects.get(position=0).leaf
    assert data["documents"] == []
    issue(decision)
    data = client.get(f"/register/{reference}/entry.json").json()
    assert [paper["kind"] for paper in data["documents"]] == ["certificate", "guide", "sign"]
    assert [row["entry"]["kind"] for row in data["history"]] == ["decision", *["document"] * 3]
    shown = text(client.get(f"/register/{reference}/"))
    assert f"Table sign issued for table {table.label}" in shown  # not by its code


def test_a_refusal_says_no_more_in_any_form(house: House, client: Client) -> None:
    approved(house)  # so that the casino has its page
    made = refused(house)
    for address in (
        f"/register/{made.reference}/",
        f"/register/{made.reference}/entry.json",
        "/register/decisions.json?outcome=refused",
        "/register/log/1/",
    ):
        page = client.get(address).content.decode()
        assert made.reference in page
        for secret in (house.property.name, house.operator.name, Place.objects.get().slug, digest(made)):
            assert secret not in page, address
    assert made.reference not in text(client.get(f"/register/property/{Place.objects.get().slug}/"))


def test_a_spreadsheet_takes_no_name_for_a_formula(house: House, client: Client) -> None:
    type(house.property).objects.filter(pk=house.property.pk).update(name="=1+1")
    house.property.refresh_from_db()
    approved(house)
    assert b",'=1+1," in b"".join(client.get("/register/decisions.csv"))


# -- documents handed in ------------------------------------------------------------------------------------


def attach(house: House, made: Submission, name: str, *, confidential: bool) -> int:
    return uploads.add(
        actor=house.submitter,
        reference=made.reference,
        kind="laboratory",
        confidential=confidential,
        filename=name,
        data=PDF + name.encode(),
    ).pk


def test_only_what_was_marked_public_is_shown_and_only_once_approved(house: House, client: Client) -> None:
    made = draft(house)
    open_, secret = (
        attach(house, made, "open.pdf", confidential=False),
        attach(house, made, "secret.pdf", confidential=True),
    )
    where = f"/register/{made.reference}/"
    workflow.submit(actor=house.submitter, reference=made.reference, digest=digest(made), name="A", role="B")
    assert client.get(f"{where}attachments/{open_}/").status_code == 404
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.recommend(
        actor=house.officer,
        reference=made.reference,
        digest=digest(made),
        reason="Fine.",
        no_conflict=True,
    )
    workflow.approve(actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True)
    page = text(client.get(where))
    assert "open.pdf" in page
    assert "secret.pdf" not in page
    answer = client.get(f"{where}attachments/{open_}/")
    assert answer.content == PDF + b"open.pdf"
    assert answer["Content-Disposition"].startswith("attachment")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert client.get(f"{where}attachments/{secret}/").status_code == 404
    another = approved(elsewhere(house, "Other")).submission
    assert client.get(f"/register/{another.reference}/attachments/{open_}/").status_code == 404


# -- casinos ------------------------------------------------------------------------------------------------


def test_a_casinos_page_has_its_rules_its_table_and_its_bets(house: House, client: Client) -> None:
    decision = approved(house)
    slug = Place.objects.get().slug
    assert slug in client.get("/register/property/").content.decode()
    answer = client.get(f"/register/property/{slug}/")
    page = text(answer)
    assert decision.submission.reference in page
    assert "Up to 2× on every point" in page
    assert "1.41%" in page  # the pass line
    assert "On the first roll 7 and 11 win" in page
    assert answer.content.decode().count("<svg") >= 4  # the table twice, and the chart at both its ends
    assert f"/try/{decision.submission.reference}/" in answer.content.decode()
    assert "No other casino in this jurisdiction" in page


def test_a_casinos_page_says_where_others_differ(house: House, client: Client) -> None:
    approved(house, odds(2))
    approved(elsewhere(house, "Far Shore"), odds(1))
    page = text(client.get("/register/property/far-shore/"))
    assert "One other casino has this game in force" in page
    assert "Up to 1× on every point" in page
    assert f"Up to 2× on every point : {house.property.name}" in page.replace("point:", "point :")
    approved(elsewhere(house, "Near Shore"), odds(1))
    page = text(client.get("/register/property/near-shore/"))
    assert "2 other casinos have this game in force" in page


def test_a_casino_with_two_games_keeps_their_charts_apart(db: None, client: Client) -> None:
    md = make_house("md", "md-craps")
    approved(md, rules(5))
    approved(replace(md, edition=Edition.objects.get(pk="md-mini")), rules(5) | {"edition": "md-mini"})
    page = client.get(f"/register/property/{Place.objects.get().slug}/").content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert 'aria-label="Approval: Craps"' in page and 'aria-label="Approval: Mini-craps"' in page


def test_casinos_without_differences_are_reported_as_such(house: House, client: Client) -> None:
    approved(house)
    approved(elsewhere(house, "Far Shore"))
    assert "The rules here are the same as at every other casino" in text(
        client.get("/register/property/far-shore/")
    )


def test_a_casino_whose_rules_ended_says_so_and_keeps_its_past(house: House, client: Client) -> None:
    made = approved(house).submission
    address = f"/register/property/{Place.objects.get().slug}/"
    workflow.suspend(actor=house.approver, reference=made.reference, reason="x")
    suspended = client.get(address)
    assert "The regulator has suspended this approval" in text(suspended)
    assert f"/try/{made.reference}/" not in suspended.content.decode()
    workflow.revoke(actor=house.approver, reference=made.reference, reason="x", urgency="Now.")
    page = text(client.get(address))
    assert "No rules are in force here today" in page
    assert "Revoked" in page
    assert client.get("/register/property/nowhere/").status_code == 404


def test_rules_that_are_to_come_are_announced(house: House, client: Client) -> None:
    approved(house, effective_on=today() + timedelta(days=9))
    page = text(client.get(f"/register/property/{Place.objects.get().slug}/"))
    assert "New rules take effect on" in page


def test_names_that_look_like_markup_are_text(house: House, client: Client) -> None:
    type(house.property).objects.filter(pk=house.property.pk).update(name="<script>alert(1)</script>")
    house.property.refresh_from_db()
    decision = approved(house)
    for address in (
        "/register/",
        f"/register/{decision.submission.reference}/",
        f"/register/property/{Place.objects.get().slug}/",
        "/register/log/",
        "/register/log/0/",
        "/register/property/",
    ):
        assert "<script>alert" not in client.get(address).content.decode()
