"""Whom a drafted edition would affect in verdict, worked examples and house edges."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

import pytest

from portal.notices.models import Notice
from portal.review import impact as impacts
from portal.review import impact_runs, workflow
from portal.review.impact import End
from portal.submissions.examples import save
from tests.factories import House, approved, complete, digest, draft, make_house, submit_draft, tick_off
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, author, change, publish, read_so
from tests.portal.review.impacts import finish_runs, impact
from tests.portal.review.test_readings import on_a_win

pytestmark = pytest.mark.slow

DOWN, OTHER = "vig-coming-down", "paid-if-left-up"


@pytest.fixture
def bc(db: None) -> House:
    return make_house("bc", "bc-craps")


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


def plain(edition: str = "bc-craps") -> dict[str, Any]:
    return {"edition": edition, "chip_unit": "5"}


def test_a_reading_of_money_shows_in_edges_and_examples(bc: House) -> None:
    case = approved(bc, plain()).submission
    [affected] = impact(read_so(a_draft("bc-craps"), DOWN, OTHER)).with_other_money
    assert affected.submission == case and not affected.appears and not affected.vanishes
    edges = {(each.bet, spot): (each.was, each.now) for each in affected.edges for spot in each.spots}
    assert edges["buy", 4] == (Fraction(4, 63), Fraction(1, 21))
    assert {bet for bet, _ in edges} == {"buy", "lay"}
    ends = {each.title: (each.was, each.now) for each in affected.examples}
    assert ends["A buy bet on every number, each of which comes"] == (End(176, 0), End(182, 0))


def test_the_operators_own_examples_are_settled_too(bc: House) -> None:
    made = draft(bc, complete(plain()))
    events = [{"roll": [3, 5]}, {"bet": "buy", "number": 4, "amount": "20"}, {"roll": [1, 3]}]
    save(actor=bc.submitter, reference=made.reference, title="Our buy bet", events=events)
    case = workflow.claim(actor=bc.officer, reference=submit_draft(bc, made).reference)
    tick_off(bc.officer, case)
    common: dict[str, Any] = {"reference": case.reference, "digest": digest(case), "no_conflict": True}
    workflow.recommend(actor=bc.officer, reason="As the edition.", **common)
    workflow.approve(actor=bc.approver, **common)
    [affected] = impact(read_so(a_draft("bc-craps"), DOWN, OTHER)).affected
    assert ("Our buy bet", End(38, 0), End(39, 0)) in affected.examples


def test_bets_that_are_not_offered_change_nothing(bc: House) -> None:
    wagers = ["pass_line", "dont_pass", "come", "dont_come", "field", "place"]
    approved(bc, plain() | {"wagers": wagers})
    found = impact(read_so(a_draft("bc-craps"), DOWN, OTHER))
    assert (found.looked_at, found.affected) == (1, ())


def test_another_payout_shows_like_a_reading(bc: House) -> None:
    approved(bc, plain())
    row = change(a_draft("bc-craps"), "wagers.any_seven.pays.all", "3:1", "1/6.13")
    [affected] = impact(row).with_other_money
    assert {each.bet: (each.was, each.now) for each in affected.edges} == {
        "any_seven": (Fraction(1, 6), Fraction(1, 3)),
        "world": (Fraction(2, 15), Fraction(1, 6)),  # a fifth of it is on any seven
    }
    assert affected.examples


def test_what_decides_no_money_is_not_settled(bc: House, monkeypatch: pytest.MonkeyPatch) -> None:
    approved(bc, plain())

    def fail(*args: object) -> None:
        raise AssertionError("settled")

    monkeypatch.setattr(impacts, "settle_examples", fail)
    monkeypatch.setattr(impacts, "edges", fail)
    impact(change(a_draft("bc-craps"), "table.dice", "6", "1/7.4"))
    impact(read_so(a_draft("bc-craps"), "bc.odds.pass_line.least", "allow"))
    row = read_so(a_draft("bc-craps"), DOWN, OTHER)
    assert "settled" in impact_runs.ask(actor=author(row), edition_id=row.pk).failure


@pytest.mark.parametrize(
    ("option", "verdict", "severity"), [("allow", "ok", "info"), ("breach", "breach", "breach")]
)
def test_a_question_decided_changes_the_verdict(md: House, option: str, verdict: str, severity: str) -> None:
    approved(md, on_a_win())
    found = impact(read_so(a_draft("md-craps"), "md.vig.rate", option))
    [affected] = found.affected
    assert affected.verdicts == ("refer", verdict)
    assert {finding.severity for finding in affected.appears} == {severity}
    assert {finding.reading for finding in affected.appears} == {"md.vig.rate"}
    assert (len(found.breaching), len(found.relieved)) == ((1, 0) if option == "breach" else (0, 1))


def test_page_and_sheet_show_both_values(bc: House) -> None:
    case = approved(bc, plain()).submission
    row = read_so(a_draft("bc-craps", actor=bc.regulator_admin), DOWN, OTHER)
    client = signed_in(bc.officer)
    client.post(f"/regulator/editions/{row.pk}/impact/run/")
    page = text(client.get(f"/regulator/editions/{row.pk}/impact/"))
    assert "1 would settle or price bets differently" in page
    assert "The verdict stays “no breaches found”." in page
    assert "A buy bet on every number, each of which comes C$176 ahead C$182 ahead" in page
    assert "Buy Bet on 4 and 10 6.35% (4/63) 4.76% (1/21)" in page
    answer: Any = client.get(f"/regulator/editions/{row.pk}/impact.csv")
    sheet = b"".join(answer.streaming_content).decode().lstrip("\ufeff")
    rows = list(csv.DictReader(io.StringIO(sheet)))
    assert {(line["reference"], line["verdict_before"], line["verdict_after"]) for line in rows} == {
        (case.reference, "ok", "ok")
    }
    edge = next(line for line in rows if line["change"] == "edge" and "4 and 10" in line["message"])
    assert (edge["before"], edge["after"]) == ("4/63", "1/21")
    example = next(line for line in rows if line["change"] == "example")
    assert example["before"] and example["before"] != example["after"]


def test_operators_are_notified_that_bets_cost_differently(bc: House) -> None:
    approved(bc, plain())
    publish(read_so(a_draft("bc-craps"), DOWN, OTHER))
    finish_runs()
    told = Notice.objects.filter(user=bc.submitter).latest("pk").text
    assert "None of your approvals would breach it. In 1, bets would be settled or cost differently." in told
