"""What the layout owes: areas for the wagers on offer, legends and names, areas that lie where they may."""

from typing import Any

import pytest

from craps.validation import Finding
from tests.craps import printed
from tests.craps.checks.stated import BONUS, OPERATOR, SG_LEGENDS, areas, findings, report

LINE = list(printed.LINE)
FEW = [*LINE, *printed.ODDS, "place", "field"]


def at(wager: str, x: Any, y: Any, w: Any = 10, h: Any = 4, **more: Any) -> dict[str, Any]:
    return {"wager": wager, "x": x, "y": y, "w": w, "h": h, **more}


def found(edition: str, rule: str, layout: dict[str, Any], **fields: Any) -> list[Finding]:
    return findings(edition, f"layout.{rule}", layout=layout, **fields)


# An area for each wager -----------------------------------------------------------------------------------


def test_maryland_wants_an_area_for_each_wager_and_none_for_odds() -> None:
    assert found("md-craps", "areas", {"areas": areas(FEW)}, wagers=FEW) == []
    missing = found("md-craps", "areas", {"areas": areas([w for w in FEW if w != "field"])}, wagers=FEW)
    assert [(f.severity, f.path, f.clause) for f in missing] == [("breach", "layout.areas", "2/D(2)")]
    assert "Field Bet" in missing[0].message


def test_an_area_on_one_number_does_not_serve_the_others() -> None:
    wagers = [*LINE, "place"]
    some = [at("place", 12 * n, 50, number=n) for n in (4, 5, 6, 8, 9)]
    missing = found("md-craps", "areas", {"areas": [*areas(LINE), *some]}, wagers=wagers)
    assert "Place Bet to Win on 10" in missing[0].message
    assert found("md-craps", "areas", {"areas": [*areas(LINE), at("place", 0, 50)]}, wagers=wagers) == []


def test_a_buy_bet_stands_in_the_place_boxes_and_a_lay_bet_in_those_of_place_to_lose() -> None:
    wagers = [*LINE, "place", "place_to_lose", "buy", "lay"]
    layout = {"areas": areas([*LINE, "place", "place_to_lose"])}
    assert found("md-craps", "areas", layout, wagers=wagers) == []
    alone = [*LINE, "place", "lay"]
    assert len(found("md-craps", "areas", {"areas": areas([*LINE, "place"])}, wagers=alone)) == 1


def test_a_horn_high_or_whirl_bet_without_a_box_is_split_and_only_noted() -> None:
    wagers = [*LINE, "horn", "horn_high", "world", "any_seven"]
    notes = found("md-craps", "areas", {"areas": areas([*LINE, "horn", "any_seven"])}, wagers=wagers)
    assert [(f.severity, f.clause) for f in notes] == [("info", "3/A(20)(b)"), ("info", "3/A(21)(b)")]


def test_side_bets_may_have_their_areas_in_their_own_fields() -> None:
    wagers = [*LINE, "fire", "all_small", "all_tall", "all_or_nothing"]
    bare = {"areas": areas(LINE)}
    assert len(found("md-craps", "areas", bare, wagers=wagers)) == 4
    own = bare | {"fire": {"positions": 12}, "bonus": {"areas": BONUS["areas"]}}
    assert found("md-craps", "areas", own, wagers=wagers) == []
    assert found("md-craps", "areas", {"areas": areas(wagers)}, wagers=wagers) == []


def test_new_zealand_leaves_a_missing_area_to_judgement_and_british_columbia_asks_for_none() -> None:
    assert {f.severity for f in found("nz-1998", "areas", {"areas": areas(LINE)})} == {"refer"}
    assert report("bc-craps", layout={"areas": areas(LINE)}).verdict == "ok"


def test_singapore_lets_single_numbers_stand_beside_the_horn() -> None:
    wagers = sorted(printed.authorised("sg-mbs-v2"))
    beside = {"craps_2", "craps_3", "craps_12", "eleven", "any_craps", "buy", "lay"}
    assert found("sg-mbs-v2", "areas", {"areas": areas([w for w in wagers if w not in beside])}) == []
    no_horn = {"areas": areas([w for w in wagers if w not in {*beside, "horn"}])}
    names = [f.message for f in found("sg-mbs-v2", "areas", no_horn)]
    assert len(names) == 4  # the horn itself, and 2, 3 and 12 beside it; 11 stands on the E


# Where they lie ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("area", "words"),
    [
        (at("field", -1, 0), "1 past the left edge"),
        (at("field", 0, "-1/2"), "0.5 past the top edge"),
        (at("field", 91, 0), "1 past the right edge"),
        (at("field", 0, 58), "2 past the bottom edge"),
        (at("field", -1, 58), "1 past the left edge and 2 past the bottom edge"),
    ],
)
def test_an_area_off_the_table(area: dict[str, Any], words: str) -> None:
    layout = {"width": 100, "height": 60, "areas": [at("come", 0, 20), area]}
    [one] = found("md-craps", "on_table", layout)
    assert (one.severity, one.path) == ("breach", "layout.areas[1]")
    assert words in one.message
    assert found("bc-craps", "on_table", layout)[0].severity == "refer"


def test_an_area_may_touch_every_edge() -> None:
    layout = {"width": 100, "height": 60, "areas": [at("field", 0, 0, 100, 60)]}
    assert found("md-craps", "on_table", layout) == []
    assert found("md-craps", "on_table", {"areas": [at("field", 0, 0, 1000, 600)]}) == []


def test_areas_that_overlap_and_areas_that_touch() -> None:
    layout = {"areas": [at("come", 0, 0), at("field", 10, 0), at("pass_line", "9.9", 0)]}
    [one] = found("md-craps", "overlap", layout)
    assert (one.severity, one.path, one.clause) == ("refer", "layout.areas[2]", "2/D(2)")
    assert "Come Bet and Pass Bet" in one.message


@pytest.mark.parametrize(
    ("one", "other", "fine"),
    [
        (at("place", 0, 0, number=4), at("buy", 0, 0, number=4), True),
        (at("place", 0, 0, number=4), at("lay", 0, 0), True),
        (at("place", 0, 0, number=4), at("place", 0, 0, number=5), False),
        (at("place", 0, 0, number=4), at("buy", 0, 0, number=5), False),
        (at("pass_line", 0, 0), at("pass_odds", 0, 0), True),
        (at("pass_line", 0, 0), at("come_odds", 0, 0), False),
        (at("horn", 0, 0), at("craps_12", 0, 0), True),
        (at("horn", 0, 0), at("any_seven", 0, 0), False),
        (at("field", 0, 0), at("field", 1, 1), True),
    ],
)
def test_which_areas_may_share_a_place(one: dict[str, Any], other: dict[str, Any], fine: bool) -> None:
    for pair in ([one, other], [other, one]):
        assert (found("nz-1998", "overlap", {"areas": pair}) == []) == fine


def test_many_overlaps_give_one_finding_an_area() -> None:
    heap = [at(w, 0, 0) for w in ("pass_line", "come", "field", "any_seven", "eleven")]
    assert len(found("nz-1998", "overlap", {"areas": heap})) == 4


def test_an_area_for_a_wager_that_is_not_offered() -> None:
    [unlisted] = found("nz-1998", "not_offered", {"areas": [at("hop", 0, 0), at("hop", 20, 0)]})
    assert (unlisted.severity, unlisted.submitted) == ("refer", "hop")
    [idle] = found("nz-1998", "not_offered", {"areas": [at("field", 0, 0)]}, wagers=LINE)
    assert idle.severity == "info"


# What is printed -----------------------------------------------------------------------------------------


def test_a_legend_counts_in_any_case_and_as_a_label() -> None:
    shown = [legend.upper().replace("'", "\u2019") for legend in SG_LEGENDS if legend != "FIELD"]
    layout = {"legends": shown, "areas": [at("field", 0, 0, label="  field ")]}
    assert found("sg-mbs-v2", "legends", layout) == []


def test_legends_are_owed_only_for_what_is_offered() -> None:
    wagers = [w for w in printed.authorised("sg-mbs-v2") if w != "field"]
    shown = [legend for legend in SG_LEGENDS if legend != "FIELD"]
    assert found("sg-mbs-v2", "legends", {"legends": shown}, wagers=wagers) == []


def test_labels_alone_are_held_to_the_legends_of_their_own_wagers() -> None:
    assert found("sg-mbs-v2", "legends", {"areas": [at("field", 0, 0)]}) == []
    assert found("sg-mbs-v2", "legends", {"areas": [at("field", 0, 0, label="Field")]}) == []
    [wrong] = found("sg-mbs-v2", "legends", {"areas": [at("field", 0, 0, label="Meadow")]})
    assert '"FIELD"' in wrong.message
    assert wrong.nearest is None  # a list of legends would have to name those of every wager


@pytest.mark.parametrize(
    ("wager", "name", "marks"),
    [("any_craps", "Any Craps", ("Any Craps", "C")), ("eleven", "Eleven", ("E", "HORN BET"))],
)
def test_any_craps_and_eleven_are_marked_in_one_of_two_ways_in_singapore(
    wager: str, name: str, marks: tuple[str, str]
) -> None:
    wagers = [*LINE, wager]
    lines = ["PASS LINE", "Don't Pass Bar 12", "COME", "Don't Come Bar 12"]
    for mark in marks:
        assert found("sg-mbs-v2", "legends", {"legends": [*lines, mark]}, wagers=wagers) == []
        assert found("sg-mbs-v2", "legends", {"areas": [at(wager, 0, 0, label=mark)]}) == []
    for layout in ({"legends": lines}, {"areas": [at(wager, 0, 0, label="?")]}):
        [one] = found("sg-mbs-v2", "legends", layout, wagers=wagers)
        assert (one.severity, one.clause) == ("breach", "3.3")
        assert f'The area for {name} is marked "{marks[0]}" or "{marks[1]}" (3.3).' in one.message
    every = found("sg-mbs-v2", "legends", {"legends": [legend for legend in SG_LEGENDS if legend != "C"]})
    assert [each.allowed for each in every] == ['with "C"']  # C & E has no other place


def test_hops_at_midi_craps_go_by_a_box_marked_any_seven() -> None:
    assert found("bc-midi", "legends", {"legends": ["Any  seven"]}) == []
    assert found("bc-midi", "legends", {"areas": [at("any_seven", 0, 0, label="ANY SEVEN")]}) == []
    assert found("bc-midi", "legends", {"areas": [at("hop", 0, 0, label="HOP")]}) == []
    for layout in ({"legends": ["ANY 7"]}, {"areas": [at("any_seven", 0, 0, label="ANY 7")]}):
        [one] = found("bc-midi", "legends", layout)
        assert (one.severity, one.clause) == ("breach", "4/7.8.2")
        assert "The area for Any 7, by which Hop Bet is placed," in one.message
    no_hops = [wager for wager in printed.authorised("bc-midi") if wager != "hop"]
    assert found("bc-midi", "legends", {"legends": ["ANY 7"]}, wagers=no_hops) == []
    assert (
        found("bc-craps", "legends", {"legends": ["ANY 7"]}) == []
    )  # there they go by the boxperson (1/6.8.2)


@pytest.mark.parametrize(
    ("layout", "fine"),
    [
        ({"legends": ["no call bets"]}, False),
        ({"legends": ["no call bets", OPERATOR]}, True),
        ({"legends": ["no call bets", f"welcome to {OPERATOR.upper()}"]}, True),
        ({"legends": ["no call bets"], "logo": True}, True),
        ({"legends": ["no call bets"], "logo": False}, False),
        ({"legends": ["no call bets"], "areas": [at("come", 0, 0, label=OPERATOR)]}, True),
        ({"logo": False}, True),  # the name may still stand there: legends are not stated
    ],
)
def test_the_operator_is_named(layout: dict[str, Any], fine: bool) -> None:
    assert (found("md-craps", "operator_name", layout, operator=OPERATOR) == []) == fine


def test_without_an_operator_there_is_no_name_to_look_for() -> None:
    assert found("md-craps", "operator_name", {"legends": ["no call bets"]}) == []


def test_the_words_about_call_bets_in_any_case() -> None:
    assert found("md-craps", "words", {"legends": ["Strictly NO  CALL BETS please"]}) == []
    [one] = found("md-craps", "words", {"legends": ["call bets"]})
    assert (one.severity, one.clause) == ("breach", "2/D(3)")


def test_missing_marks_are_one_note() -> None:
    [one] = found("md-craps", "marks", {"legends": ["no call bets"]})
    assert one.severity == "info"
    assert '"Any Seven" (3/A(12))' in one.message


def test_extra_marker_spots_are_judged_and_missing_ones_a_breach() -> None:
    every = BONUS["marker_spots"]
    assert found("md-craps", "bonus.marker_spots", {"bonus": {"marker_spots": every[::-1]}}) == []
    [more] = found("md-craps", "bonus.marker_spots", {"bonus": {"marker_spots": [*every, 7]}})
    [less] = found("md-craps", "bonus.marker_spots", {"bonus": {"marker_spots": every[1:]}})
    assert (more.severity, less.severity) == ("refer", "breach")


def test_side_bet_fields_count_only_where_the_bet_is_offered() -> None:
    layout = {"fire": {"positions": 40}, "bonus": {"odds_shown": False}}
    assert report("md-craps", wagers=LINE, layout=layout).verdict == "ok"
    assert report("md-craps", layout=layout).verdict == "breach"


def test_each_missing_notice_is_named_with_its_clause() -> None:
    missing = found("md-craps", "fire.wall_notice", {"fire": {"wall_notice": []}})
    assert [f.clause for f in missing] == ["2/D(4)(e)(i)", "2/D(4)(e)(ii)", "2/D(4)(e)(iii)"]


def test_a_schedule_is_owed_for_what_is_offered() -> None:
    missing = found("bc-craps", "schedules", {"schedules": []})
    assert [f.clause for f in missing] == ["2/5.1", "3/5.1"]
    without = [w for w in printed.authorised("bc-craps") if w not in ("fire", "sharpshooter")]
    assert found("bc-craps", "schedules", {"schedules": []}, wagers=without) == []
