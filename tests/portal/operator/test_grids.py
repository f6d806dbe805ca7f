"""Limits and odds as tables: set a column, copy a row down, paste rows, each without a script."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from django.http import QueryDict

from craps import check, load_edition, load_ruleset
from portal.operator import grids
from portal.operator.fields import Group
from portal.operator.steps import rules_steps
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft
from tests.factories import House, make_house
from tests.portal.doors import signed_in, text
from tests.portal.operator.versions import current_version

MD = load_edition("md-craps")


@cache
def limits() -> list[Group]:
    return rules_steps(MD)["limits"].groups(MD, {"edition": "md-craps"})


@cache
def odds() -> list[Group]:
    return rules_steps(MD)["odds"].groups(MD, {"edition": "md-craps"})


def applied(groups: list[Group], **posted: str) -> tuple[QueryDict, dict[str, str]]:
    form = QueryDict(mutable=True)
    form.update({name.replace("__", "."): value for name, value in posted.items()})
    return grids.apply(groups, form)


def test_set_all_sets_a_column_and_an_empty_field_changes_nothing() -> None:
    changed, errors = applied(
        limits(), preset="set:limits", grid__set__limits__0="15", limits__hop__min="5", limits__hop__max="99"
    )
    assert not errors
    assert {changed[f"limits.{row}.min"] for row in ("table", "pass_line", "hop", "fire")} == {"15"}
    assert changed["limits.hop.max"] == "99"
    assert changed["grid.set.limits.0"] == ""


def test_set_all_refuses_what_is_no_number_at_its_own_field() -> None:
    changed, errors = applied(limits(), preset="set:limits", grid__set__limits__1="3,5")
    assert list(errors) == ["grid.set.limits.1"] and "in figures" in errors["grid.set.limits.1"]
    assert changed["grid.set.limits.1"] == "3,5" and "limits.hop.max" not in changed


def test_a_row_is_copied_to_those_below_it() -> None:
    changed, _ = applied(
        limits(),
        preset="down:limits.come",
        limits__come__min="10",
        limits__table__min="5",
        limits__hop__max="7",
    )
    assert (changed["limits.dont_come.min"], changed["limits.all_or_nothing.min"]) == ("10", "10")
    assert (changed["limits.table.min"], changed["limits.hop.max"]) == ("5", "7")
    assert "limits.pass_line.min" not in changed


def test_rows_are_pasted_in_the_order_of_the_table_or_by_name() -> None:
    in_order, errors = applied(limits(), preset="paste:limits", grid__paste__limits="5\t500\n15\t5,000\t5\n")
    assert not errors
    assert (in_order["limits.table.max"], in_order["limits.pass_line.max"]) == ("500", "5,000")
    assert in_order["limits.pass_line.increment"] == "5"
    rows = "Wager\tMinimum\tMaximum\nhop bet\t1\t100\nFire Bet\t1\t5\t1"
    by_name, errors = applied(limits(), preset="paste:limits", grid__paste__limits=rows)
    assert not errors and by_name["grid.paste.limits"] == ""
    assert (by_name["limits.hop.max"], by_name["limits.fire.increment"]) == ("100", "1")
    row = "\t".join(["3", "4", "5", "5", "4", "3", "Yes"])
    chosen, errors = applied(odds(), preset="paste:odds", grid__paste__odds=f"{row}\r\n{row}")
    assert not errors
    assert (chosen["odds.dont_pass.multiples.6"], chosen["odds.dont_pass.excess"]) == ("5", "yes")


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("Hop Bet\t1\nNo Such Bet\t2", "“No Such Bet” is not a row of this table."),
        ("1\t2\t3\t4\t5", "Row 1 has 5 values. There is room for 2."),
        ("1\n" * 40, "There are more rows than the 27 of this table."),
    ],
)
def test_rows_that_do_not_fit_are_refused_whole_and_stay_typed(rows: str, problem: str) -> None:
    changed, errors = applied(limits(), preset="paste:limits", grid__paste__limits=rows)
    assert errors == {"grid.paste.limits": f"Nothing was filled in. {problem}"}
    assert changed["grid.paste.limits"] == rows
    assert "limits.hop.min" not in changed and "limits.table.min" not in changed


def test_a_pasted_choice_that_is_none_is_named() -> None:
    _, errors = applied(odds(), preset="paste:odds", grid__paste__odds="1\t1\t1\t1\t1\t1\tperhaps")
    assert "“perhaps” is not one of: Yes, No." in errors["grid.paste.odds"]


# On the page ---------------------------------------------------------------------------------------------


@pytest.fixture
def house(db: None) -> House:
    return make_house("md", "md-craps")


def created(house: House) -> Submission:
    """A draft that states nothing yet."""
    return create_draft(actor=house.submitter, property_id=house.property.pk, edition_id="md-craps")


def sent(house: House, reference: str, slug: str, **posted: str) -> Any:
    form = {name.replace("__", "."): value for name, value in posted.items()}
    return signed_in(house.submitter).post(
        f"/operator/submissions/{reference}/draft/{slug}/", {"expected_version": "1"} | form
    )


def test_every_pasted_cell_shows_its_own_error_and_what_was_pasted(house: House) -> None:
    made = created(house)
    page = sent(
        house, made.reference, "limits", preset="paste:limits", grid__paste__limits="3,5\t500\n5\tlots"
    )
    assert page.status_code == 422
    html = page.content.decode()
    for cell in ("limits-table-min", "limits-pass_line-max"):
        assert f'<div id="at-field-{cell}"><p class="field-error">' in html
    assert 'value="3,5"' in html and 'value="lots"' in html and 'value="500"' in html
    assert current_version(made).number == 1


def test_what_is_set_for_all_rows_is_checked_and_saved_with_the_step(house: House) -> None:
    made = created(house)
    page = sent(house, made.reference, "limits", preset="set:limits", grid__set__limits__1="50")
    assert page.status_code == 200 and "1 breach" in text(page)  # of the fire bet
    assert current_version(made).number == 1
    sent(house, made.reference, "limits", save="yes", grid__set__limits__0="5")
    limits = current_version(made).ruleset["limits"]
    assert limits["hop"] == {"min": "5"} and len(limits) > 20


def test_an_error_shows_every_field_as_it_was_typed(house: House) -> None:
    made = created(house)
    typed = {"limits__hop__min": "$1,000 ", "limits__hop__max": "3,5"}
    html = sent(house, made.reference, "limits", save="yes", **typed).content.decode()
    assert 'value="$1,000 "' in html and 'value="3,5"' in html


def test_all_choices_are_stated_on_one_page(house: House) -> None:
    made = created(house)
    client, where = signed_in(house.submitter), f"/operator/submissions/{made.reference}"
    assert f'href="{where}/draft/choices/"' in client.get(f"{where}/submit/").content.decode()
    page = client.get(f"{where}/draft/choices/")
    assert "18 to state" in text(page)
    step = rules_steps(MD)["choices"]
    form = QueryDict(mutable=True)
    for field in (field for group in step.groups(MD, {"edition": "md-craps"}) for field in group.fields):
        if field.kind == "ticks":
            chosen = [value for value, _ in field.choices if value in field.value]
            form.setlist(field.path, [*form.getlist(field.path), *chosen])
        else:
            form[field.path] = str(field.value) or "no"
    form.update({"expected_version": "1", "save": "next"})
    done = client.post(f"{where}/draft/choices/", form)
    assert done["Location"] == f"{where}/draft/wagers/"
    assert "All stated" in text(client.get(f"{where}/draft/choices/"))
    assert "Before you can submit" not in text(client.get(f"{where}/submit/"))


@pytest.mark.parametrize("name", ["md-craps", "md-mini", "nz-revised", "nz-1998", "bc-craps", "sg-mbs-v2"])
def test_what_the_rulebook_requires_of_a_table_is_filled_in_and_keeps_what_is_stated(name: str) -> None:
    edition = load_edition(name)
    step = rules_steps(edition)["table"]
    assert step.presets and step.preset
    (button,) = step.presets(edition)
    filled = step.preset(edition, button, {"edition": name, "table": {"players": "9"}})
    assert filled["table"]["players"] == "9" and len(filled["table"]) > 1
    assert not [f for f in check(load_ruleset(filled)).findings if f.severity == "breach"]
    assert step.preset(edition, button, filled) == filled
