"""The gate that catches slips: what it finds in a draft, what it leaves alone, and how much it misses."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from craps import all_edition_ids, edges, edition_from_json, load_edition
from craps.__main__ import main
from craps.codec import Json
from craps.edition import Edition
from craps.edition_files import files_of
from craps.edition_values import with_value, without_value
from craps.rulebook import Book, book
from craps.ruleset import with_every_wager
from craps.slips import KINDS, SCALES, Slip, edge_table, slips
from tests.craps.slips.seeded import other_options, seeded

pytestmark = pytest.mark.slow

MD = load_edition("md-craps")
ALL = tuple(load_edition(each) for each in all_edition_ids())
# The seeded slips that the gate is shown: 1,000 prove it (docs/slips.md), a sample guards it.
COUNT = int(os.environ.get("SLIPS", "40"))


def typed(*changes: tuple[str, Json], of: Edition = MD) -> Edition:
    """An edition with other JSON at some paths; None drops a value."""
    data: Mapping[str, Json] = of.data
    for path, value in changes:
        keys = tuple(path.split("."))
        data = without_value(data, keys) if value is None else with_value(data, keys, value)
    return edition_from_json(data)


def found(
    edition: Edition, parent: Edition | None = MD, own: Book | None = None, **rest: Any
) -> dict[str, Slip]:
    return {slip.id: slip for slip in slips(edition, parent, ALL, own, **rest)}


def rewritten(of: Book, **texts: str) -> Book:
    """A rulebook with other words in some clauses: 6/E is written 6_E."""
    by_id = {each.id: each for each in of.clauses}
    for name, text in texts.items():
        clause = name.replace("_", "/")
        by_id[clause] = replace(by_id[clause], text=text)
    return replace(of, clauses=tuple(by_id.values()), _by_id=by_id)


def test_three_wrong_payouts_are_caught_with_their_exact_edges() -> None:
    draft = typed(
        ("wagers.field.pays.2 12", ["20:1", "5/A(22)"]),
        ("wagers.any_seven.pays.all", ["40:1", "5/A(23)"]),
        ("wagers.hardway.pays.6", ["90:1", "5/A(18)"]),
    )
    edge = {row.key: row.edge for row in edges(with_every_wager(draft))}
    assert edge["field", None] == Fraction(-17, 18)
    assert edge["any_seven", None] == Fraction(-35, 6)
    assert edge["hardway", 6] == Fraction(-80, 11)
    here = found(draft)
    for key, now, was in (
        ("field", "−17/18 (−94.44%)", "1/18 (5.56%)"),
        ("any_seven", "−35/6 (−583.33%)", "1/6 (16.67%)"),
        ("hardway.6", "−80/11 (−727.27%)", "1/11 (9.09%)"),
    ):
        slip = here[f"favours-player:edge.{key}"]
        assert (slip.now, slip.was) == (now, was)
        assert {each.edition for each in slip.beside} >= {"md-craps", "nz-1998", "sg-mbs-v2", "bc-craps"}
        assert slip.mend.startswith("wagers.")
    for path in ("field.pays.2 12", "any_seven.pays.all", "hardway.pays.6"):
        assert f"unsaid-figure:wagers.{path}" in here
    assert "payout-unlike:wagers.hardway.pays.6" in here


@pytest.mark.parametrize("edition", ALL, ids=lambda each: each.id)
def test_no_built_in_edition_has_a_slip(edition: Edition) -> None:
    """Neither beside itself and all others, nor entered from empty beside all others."""
    assert slips(edition, edition, ALL, book(edition)) == ()
    assert slips(edition, None, ALL, book(edition)) == ()


@pytest.mark.parametrize(
    ("parent", "edition"),
    [("nz-1998", "nz-revised"), ("md-craps", "md-mini"), ("md-mini", "md-craps"), ("bc-craps", "bc-midi")],
)
def test_real_differences_are_no_slips(parent: str, edition: str) -> None:
    assert slips(load_edition(edition), load_edition(parent), ALL, book(edition)) == ()


@pytest.mark.slow
def test_seeded_slips_are_caught() -> None:
    """At least 95% of all, and of those that no form refuses. SLIPS=1000 shows the whole proof."""
    made = list(seeded(MD, COUNT))
    refused, caught, missed = 0, Counter[str](), []
    for each in made:
        edition = each.edition()
        if edition is None:
            refused += 1
        elif here := slips(edition, MD, ALL):
            caught.update({slip.kind for slip in here})
        else:
            missed.append(str(each))
    reached = len(made) - refused
    print(f"{len(made)} slips: {refused} refused by the form, {reached - len(missed)} of {reached} caught")
    print(f"by kind: {dict(caught.most_common())}; missed: {missed}")
    assert len(made) == COUNT
    assert len(missed) * 20 <= reached, missed


def test_another_option_is_caught_where_its_sentence_stays() -> None:
    """One of each section; which one is missed is in docs/slips.md."""
    seen: set[str] = set()
    for each in other_options(MD):
        section = each.value.keys[0]
        edition = each.edition()
        if section in seen or edition is None:
            continue
        seen.add(section)
        assert slips(edition, MD, ALL) or each.value.path == "layout.no_area", each
    assert {"odds", "vig", "come_out", "making", "readings"} <= seen


# One kind at a time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "path", "json"),
    [
        ("edge-moved", "wagers.craps_2.pays.all", ["29:1", "5/A(25)"]),
        ("payout-order", "wagers.field.pays.2 12", ["1:2", "5/A(22)"]),
        ("payout-order", "paytables.fire.B.fire.5", ["19:1", "5/F(2)(b)"]),
        ("payout-unlike", "wagers.place.pays.10", ["9:6", "5/A(10)"]),
        ("out-of-scale", "wagers.fire.max", ["50", "11/B(1)(b)"]),
        ("out-of-scale", "vig.buy.rate", ["at most", "1/2", "5/G(3)(a)"]),
        ("out-of-scale", "vig.buy.rate", ["at most", "1/2000", "5/G(3)(a)"]),
        ("out-of-scale", "table.length_ft", ["168", "2/B"]),
        ("limits-in-steps", "wagers.fire.max", ["11/2", "11/B(1)(b)"]),
        ("switched", "odds.pass_line.basis", ["winnings", "6/E"]),
        ("switched", "vig.lay.base", ["win", "5/G(3)(a)"]),
        ("switched", "vig.lay.collect", [["win"], "5/G(3)"]),
        ("unlike-its-pair", "odds.come.most.all", [99, "6/E"]),
        ("unsaid-figure", "table.dice", [4, "7/A"]),
        ("unsaid-figure", "wagers.horn.chips", [3, "3/A(19)(a)"]),
        ("unsaid-figure", "paytables.bonus.A.all_or_nothing.all", ["157:1", "5/H(1)(b)"]),
        ("same-sentence", "come_out.lay.state", ["off", "3/A(42)(a)"]),
        ("same-sentence", "odds.pass_line.least.all", [2, "6/A"]),
        ("unknown-clause", "wagers.eleven.pays.all", ["15:1", "5/A(82)"]),
        ("moved-citation", "wagers.eleven.pays.all", ["15:1", "5/A(26)"]),
        ("moved-citation", "table.limits_posted", "3/B"),
        ("silent-clause", "wagers.eleven.pays.all", ["15:1", "2/B"]),
        ("name-not-printed", "wagers.eleven.name", "1 in One Roll Bet"),
        ("not-listed", "wagers.buy.in_addition_to", [["big_6"], "3/A(41)"]),
    ],
)
def test_a_slip_is_named_by_its_kind(kind: str, path: str, json: Json) -> None:
    here = [slip for slip in found(typed((path, json))).values() if slip.kind == kind]
    assert here, f"no {kind}"
    slip = here[0]
    assert slip.sentence.endswith(".") and slip.label and slip.was != slip.now
    assert len(slip.digest) == 64 and slip.to_json()["id"] == slip.id


def test_odds_larger_on_a_harder_number_are_out_of_order() -> None:
    bc = load_edition("bc-craps")
    draft = typed(("odds.pass_line.most.4 10", [30, "1/6.1.2.a"]), of=bc)
    assert "odds-order:odds.pass_line.most.4 10" in found(draft, bc)


def test_a_wager_dropped_while_its_clause_stands_is_named() -> None:
    draft = typed(("wagers.six_seven_eight", None))
    assert found(draft)["dropped-wager:wagers.six_seven_eight.name"].now == "not listed"


def test_a_reading_needs_reasons_of_its_own() -> None:
    reading = {**MD.data["readings"]["vig-left-up"]}
    other = next(option for option in reading["options"] if option != reading["chosen"])
    stale = typed(("readings.vig-left-up", {**reading, "chosen": other}))
    assert "reading-without-reasons:readings.vig-left-up" in found(stale)
    reasoned = typed(("readings.vig-left-up", {**reading, "chosen": other, "why": "Casinos take it once."}))
    assert found(reasoned) == {}


def test_the_day_it_comes_into_force_is_after_its_parents_and_not_far_off() -> None:
    parent = typed(("in_force_from", "2027-01-01"))
    assert "head:in_force_from" in found(typed(("in_force_from", "2026-12-31")), parent)
    today = date(2026, 11, 18)
    assert "head:in_force_from" in found(typed(("in_force_from", "2026-11-17")), today=today)
    assert "head:in_force_from" in found(typed(("in_force_from", "2072-07-01")), today=today)
    assert found(typed(("in_force_from", "2027-07-01")), today=today) == {}
    assert "head:currency" in found(typed(("currency", "CAD")))


# A change that is meant ----------------------------------------------------------------------------------


def test_a_change_of_value_and_sentence_is_no_slip() -> None:
    draft = typed(("table.dice_change_hours", [12, "7/E"]))
    assert list(found(draft)) == ["unsaid-figure:table.dice_change_hours"]
    text = "At every table the set of 5 dice must be changed at least once every twelve hours."
    assert found(draft, own=rewritten(book(MD), **{"7_E": text})) == {}
    other = text.replace("twelve", "20")
    assert list(found(draft, own=rewritten(book(MD), **{"7_E": other}))) == [
        "unsaid-figure:table.dice_change_hours"
    ]


def test_a_clause_that_moved_with_its_number_is_cited_under_the_new_one() -> None:
    """7/E becomes 7/F: a value that still cites 7/E cites another sentence."""
    old = book(MD)
    moved = [replace(each, id="7/Z") if each.id == "7/E" else each for each in old.clauses]
    moved.append(replace(old.clause("7/E"), text="Dice with a flaw must be taken out of play."))
    own = replace(old, clauses=tuple(moved), _by_id={each.id: each for each in moved})
    assert "moved-citation:table.dice_change_hours" in found(MD, own=own)
    assert found(typed(("table.dice_change_hours", [24, "7/Z"])), own=own) == {}


def test_the_edge_of_a_combined_bet_is_mended_where_its_share_was_changed() -> None:
    here = found(typed(("wagers.eleven.pays.all", ["16:1", "5/A(28)"])))
    for key in ("eleven", "horn", "world", "c_and_e"):
        slip = here[f"edge-moved:edge.{key}"]
        assert (slip.mend, slip.clause) == ("wagers.eleven.pays.all", "5/A(28)")


def test_the_digest_of_a_slip_changes_with_its_value() -> None:
    first, second = (found(typed(("table.dice", [n, "7/A"])))["unsaid-figure:table.dice"] for n in (4, 6))
    assert first.id == second.id
    assert first.digest != second.digest


def test_the_table_of_edges_shows_every_bet_beside_the_other_editions() -> None:
    draft = typed(("wagers.any_seven.pays.all", ["40:1", "5/A(23)"]))
    lines = {line.key: line for line in edge_table(draft, (MD, load_edition("nz-1998")))}
    assert lines["any_seven"].edges == (Fraction(-35, 6), Fraction(1, 6), Fraction(1, 6))
    assert [key for key, line in lines.items() if line.differs] == ["any_seven", "world"]
    assert lines["fire@B"].edges[2] is None and lines["big_6"].edges[0] is None


def test_the_command_line_finds_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = typed(("wagers.any_seven.pays.all", ["40:1", "5/A(23)"]), ("supersedes", "md-craps"))
    as_json = tmp_path / "draft.json"
    as_json.write_text(json.dumps(dict(draft.to_json())))
    assert main(["slips", str(as_json)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["parent"] == "md-craps"
    assert [each["id"] for each in answer["slips"]] == list(found(draft))
    assert main(["slips", str(as_json), "--text", "--parent", "md-mini"]) == 1
    assert "Any seven favours the player: its house edge is −35/6" in capsys.readouterr().out
    files = []
    for name, content in files_of(MD).items():
        files.append(tmp_path / name.replace("/", "-"))
        files[-1].write_bytes(content)
    assert main(["slips", *map(str, files), "--text"]) == 0
    assert capsys.readouterr().out == "Maryland craps: 0 possible errors\n"
    as_json.write_text("[]")
    assert main(["slips", str(as_json)]) == 2


def test_every_kind_and_every_bound_says_what_it_is_for() -> None:
    assert all(find.__doc__ for find in KINDS)
    assert all(scale.reason.endswith(".") for scale in SCALES)
