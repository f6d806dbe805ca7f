"""Whom a drafted edition would affect: new findings, findings that vanish, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from portal.errors import BadValue, NotPossible
from portal.review import impact_runs
from portal.review.impact_selectors import impact_of
from portal.review.variation import vary
from portal.review.workflow import submit, unstated
from portal.validation.drafts import create_draft
from tests.factories import (
    House,
    approved,
    complete,
    create_property,
    digest,
    draft,
    make_house,
    present,
    submitted,
)
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, change, lower_odds, publish
from tests.portal.regulator.test_editions import rules
from tests.portal.review.impacts import impact

pytestmark = pytest.mark.slow


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


def test_only_what_would_be_found_anew_or_no_longer(md: House) -> None:
    case = approved(md, rules(50)).submission
    assert impact(a_draft("md-craps")).affected == ()
    [affected] = impact(lower_odds(a_draft("md-craps"), 10)).affected
    assert affected.submission == case and affected.breaches == 4 and affected.vanishes == ()
    assert {finding.nearest for finding in affected.appears} == {"10"}
    assert impact(lower_odds(a_draft("md-craps"), 60)).affected == ()


def test_a_page_shows_the_worst_and_counts_all(md: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal.review.impact_selectors.MOST_SHOWN", 1)
    some: dict[str, Any] = rules(50)
    some["odds"] = {"pass_line": some["odds"]["pass_line"]}
    approved(md, some)
    elsewhere = replace(md, property=create_property(organisation=md.operator, jurisdiction="md"))
    worst = approved(elsewhere, rules(50)).submission
    draft_edition = lower_odds(a_draft("md-craps", actor=md.regulator_admin), 10)
    impact(draft_edition)
    found = impact_of(draft_edition)
    assert [each.submission for each in found.shown] == [worst] and found.more == 1
    page = text(signed_in(md.officer).get(f"/regulator/editions/{draft_edition.pk}/impact/"))
    assert "1 more is affected" in page and "All 2 as CSV" in page


def test_findings_that_vanish_are_listed_too(md: House) -> None:
    over = rules(10) | {"table": {"dice": 6}}
    approved(md, over)
    found = impact(change(a_draft("md-craps"), "table.dice", "6", "7/A"))
    [relieved] = found.relieved
    assert [finding.path for finding in relieved.vanishes] == ["table.dice"]
    assert found.breaching == ()


def test_approvals_under_other_editions_and_closed_cases_are_left_out(md: House) -> None:
    submitted(md, rules(50))
    mini = lower_odds(a_draft("md-mini"), 10)
    approved(md, rules(40))
    assert impact(mini).looked_at == 0
    assert impact(lower_odds(a_draft("md-craps"), 10)).looked_at == 1
    with pytest.raises(NotPossible, match="replaces no edition"):
        impact_runs.ask(actor=md.officer, edition_id="md-craps")


def test_rules_that_offer_a_dropped_wager_breach_it(md: House) -> None:
    from portal.editions import drafting

    approved(md, rules(10) | {"wagers": ["pass_line", "dont_pass", "come", "dont_come", "hop", "buy", "lay"]})
    row = a_draft("md-craps")
    row = drafting.rewrite_part(actor=present(row.drafted_by), edition_id=row.pk, path="wagers.hop", text="")
    [affected] = impact(row).breaching
    assert [finding.path for finding in affected.appears] == ["wagers"]


# What happens to the rules of operators once it is in force -----------------------------------------------


def test_new_rules_are_made_under_the_new_edition_and_old_ones_stay(md: House) -> None:
    old = approved(md, rules(50)).submission
    waiting = submitted(md, rules(40))
    begun = draft(md, complete(rules(30)))
    row = publish(lower_odds(a_draft("md-craps"), 10), days=0)
    with pytest.raises(BadValue, match=row.pk):
        create_draft(actor=md.submitter, property_id=md.property.pk, edition_id="md-craps")
    assert create_draft(actor=md.submitter, property_id=md.property.pk, edition_id=row.pk).edition == row
    old.refresh_from_db()
    assert old.edition_id == waiting.edition_id == "md-craps"
    assert [problem["path"] for problem in unstated(begun)] == ["edition"]
    with pytest.raises(NotPossible) as refused:
        submit(actor=md.submitter, reference=begun.reference, digest=digest(begun), name="A", role="B")
    assert row.title in refused.value.problems[0]["message"]


def test_a_variation_of_an_old_approval_is_made_under_the_new_edition(md: House) -> None:
    old = approved(md, rules(50)).submission
    row = publish(lower_odds(a_draft("md-craps"), 10), days=0)
    made = vary(actor=md.submitter, reference=old.reference)
    assert (made.edition_id, made.varies) == (row.pk, old)
    assert made.current_version is not None and made.current_version.ruleset["edition"] == row.pk
