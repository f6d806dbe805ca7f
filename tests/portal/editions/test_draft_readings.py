"""A regulator chooses how an open question is read when it drafts the next edition."""

from __future__ import annotations

import pytest

from craps import check, edges, load_edition
from portal.audit.models import AuditEntry
from portal.editions import draft_store, drafting
from portal.editions.models import Edition
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import core_edition_for
from portal.editions.services import load_built_in_editions
from portal.errors import BadValue, Conflict
from tests.portal.editions.drafts import a_draft, author, publish, read_so

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DOWN = "vig-coming-down"
OTHER = "paid-if-left-up"


@pytest.fixture(autouse=True)
def loaded(db: None) -> None:
    load_built_in_editions()


def reading(row: Edition, name: str) -> tuple[str, str]:
    chosen = core_edition_for(row).readings[name]
    return chosen.chosen, chosen.why


def test_another_option_is_chosen_with_its_reasons_and_recorded() -> None:
    row = read_so(a_draft("bc-craps"), DOWN, OTHER, "  Most houses take\n it so. ")
    assert reading(row, DOWN) == (OTHER, "Most houses take it so.")
    [change] = draft_store.changes(row)
    assert change.path == f"readings.{DOWN}"
    entry = AuditEntry.objects.get(object_id=row.pk, action="edition.change")
    assert entry.before == {f"readings.{DOWN}": "as in the parent edition"}
    assert entry.after == {f"readings.{DOWN}": "paid if left up (1/6.4.5): Most houses take it so."}


def test_settlement_and_edges_follow_it_once_published() -> None:
    row = publish(read_so(a_draft("bc-craps"), DOWN, OTHER), days=0)
    rules = parse_ruleset({"edition": row.pk, "wagers": ["pass_line", "buy"]})
    assert {str(each.edge) for each in edges(rules) if each.bet == "buy" and each.number == 4} == {"1/21"}


@pytest.mark.parametrize(("option", "severity"), [("allow", "info"), ("breach", "breach")])
def test_a_point_to_judge_is_decided_once_for_all(option: str, severity: str) -> None:
    row = publish(read_so(a_draft("md-craps"), "md.table.dice", option), days=0)
    report = check(parse_ruleset({"edition": row.pk, "table": {"dice": 6}}))
    assert {(f.severity, f.reading) for f in report.findings if f.rule == "md.table.dice"} == {
        (severity, "md.table.dice")
    }


@pytest.mark.parametrize("why", ["", "  ", load_edition("bc-craps").readings[DOWN].why])
def test_another_option_needs_reasons_of_its_own(why: str) -> None:
    row = a_draft("bc-craps")
    with pytest.raises(BadValue, match="The reasons so far are for “placed and paid”") as refused:
        read_so(row, DOWN, OTHER, why)
    assert refused.value.field == "why"
    row.refresh_from_db()
    assert draft_store.changes(row) == []


def test_reasons_alone_can_be_changed_but_not_dropped_or_endless() -> None:
    row = read_so(a_draft("bc-craps"), DOWN, OTHER, "First.")
    row = read_so(row, DOWN, OTHER, "Second.")
    assert reading(row, DOWN) == (OTHER, "Second.")
    for why, says in (("", "Enter why"), ("x" * 501, "at most 500")):
        with pytest.raises(BadValue, match=says) as refused:
            read_so(row, DOWN, OTHER, why)
        assert refused.value.field == "why"


@pytest.mark.parametrize("why", ["", "First."])
def test_choosing_the_option_of_the_parent_again_is_no_change(why: str) -> None:
    row = a_draft("bc-craps")
    digest = row.digest
    row = read_so(read_so(row, DOWN, OTHER, "First."), DOWN, "placed-and-paid", why)
    assert (draft_store.changes(row), row.digest) == ([], digest)


def test_it_is_undone() -> None:
    row = a_draft("bc-craps")
    digest = row.digest
    row = read_so(row, DOWN, OTHER)
    row = drafting.undo(actor=author(row), edition_id=row.pk, path=f"readings.{DOWN}")
    assert (draft_store.changes(row), row.digest) == ([], digest)


@pytest.mark.parametrize("option", ["paid-if-left-upp", "allow", "", None, 1, [OTHER]])
def test_an_option_it_does_not_have_is_refused(option: str) -> None:
    with pytest.raises(BadValue) as refused:
        read_so(a_draft("bc-craps"), DOWN, option)
    assert refused.value.field == "value"


def test_a_recorded_reading_offers_no_choice() -> None:
    row = a_draft("bc-craps")
    for option in ("counts", "does-not-count"):
        with pytest.raises(BadValue, match="Only one option is modelled so far"):
            read_so(row, "roll-without-line-bet", option)


def test_what_someone_else_chose_meanwhile_is_not_overwritten() -> None:
    row = a_draft("bc-craps")
    seen = core_edition_for(row).data["readings"][DOWN]
    row = read_so(row, DOWN, OTHER)
    with pytest.raises(Conflict, match="It is now paid if left up"):
        drafting.change_value(
            actor=author(row),
            edition_id=row.pk,
            path=f"readings.{DOWN}",
            value=OTHER,
            why="Ours.",
            seen=seen,
        )
    assert reading(row, DOWN)[1] == "Decided by the board."
