"""The side bets' places on the layout: how many, stated and drawn alike, and where they are."""

from typing import Any

import pytest

from craps import load_edition
from craps.layouts import standard_layout
from tests.craps import printed
from tests.craps.checks.stated import OK, OPERATOR, Row, areas, findings, judged, report
from tests.craps.play import EDITIONS

LINE = list(printed.LINE)


def fire(**fields: Any) -> dict[str, Any]:
    return {"layout": {"fire": fields}}


def sharpshooter(**fields: Any) -> dict[str, Any]:
    return {"layout": {"sharpshooter": fields}}


def drawn(wager: str, count: int, *, x: int = 0, width: int = 100) -> dict[str, Any]:
    """A layout on which a side bet has this many areas, from one place to the right."""
    spots = [{"wager": wager, "x": x + 5 * n, "y": 0, "w": 5, "h": 4} for n in range(count)]
    return {"width": width, "areas": spots}


BOUNDARIES: list[Row] = [
    ("md-craps", fire(positions=16), OK, "layout", ""),
    ("md-craps", fire(positions=17), "breach", "layout.fire.positions", "2/D(4)(a)"),
    ("md-craps", fire(positions=1), OK, "layout", ""),
    ("md-craps", fire(positions=0), "breach", "layout.fire.positions", "2/D(4)(b)"),
    ("bc-craps", fire(positions=16), OK, "layout", ""),
    ("bc-craps", fire(positions=17), "breach", "layout.fire.positions", "2/3.2"),
    ("bc-craps", fire(positions=0), "breach", "layout.fire.positions", "2/6.1"),
    ("bc-craps", fire(positions_per_end=8), OK, "layout", ""),
    ("bc-craps", fire(positions_per_end=9), "breach", "layout.fire.positions_per_end", "2/3.2"),
    ("bc-craps", fire(positions_per_end=0), "breach", "layout.fire.positions_per_end", "2/6.1"),
    ("bc-craps", fire(positions=14, positions_per_end=7), OK, "layout", ""),
    ("bc-craps", fire(positions=15, positions_per_end=7), "refer", "layout.fire.positions", "2/3.2"),
    ("bc-craps", sharpshooter(positions=16), OK, "layout", ""),
    ("bc-craps", sharpshooter(positions=17), "breach", "layout.sharpshooter.positions", "3/3.2"),
    ("bc-craps", sharpshooter(positions=0), "breach", "layout.sharpshooter.positions", "3/6.2.2"),
    (
        "bc-craps",
        sharpshooter(positions_per_end=9),
        "breach",
        "layout.sharpshooter.positions_per_end",
        "3/3.2",
    ),
    (
        "bc-craps",
        sharpshooter(positions=16, positions_per_end=7),
        "refer",
        "layout.sharpshooter.positions",
        "3/3.2",
    ),
    # Where they are
    ("md-craps", fire(place="players"), OK, "layout", ""),
    ("md-craps", fire(place="boxperson"), "breach", "layout.fire.place", "2/D(4)(b)"),
    ("md-craps", {"layout": {"bonus": {"place": "boxperson"}}}, OK, "layout", ""),
    ("md-craps", {"layout": {"bonus": {"place": "players"}}}, "breach", "layout.bonus.place", "2/D(5)(a)"),
    ("md-craps", fire(relocation_area=False), "breach", "layout.fire.relocation_area", "2/D(4)(c)"),
    ("md-craps", fire(relocation_numbered=True), OK, "layout", ""),
    ("md-craps", fire(relocation_numbered=False), "breach", "layout.fire.relocation_numbered", "2/D(4)(d)"),
    ("bc-craps", fire(place="players", circles=True, schedule_place="boxperson"), OK, "layout", ""),
    ("bc-craps", fire(place="elsewhere"), "breach", "layout.fire.place", "2/6.1"),
    ("bc-craps", fire(circles=False), "breach", "layout.fire.circles", "2/6.1"),
    ("bc-craps", fire(schedule_place="players"), "breach", "layout.fire.schedule_place", "2/5.1"),
    ("bc-craps", sharpshooter(place="boxperson", schedule_place="players"), OK, "layout", ""),
    ("bc-craps", sharpshooter(place="players"), "breach", "layout.sharpshooter.place", "3/6.2.2"),
    (
        "bc-craps",
        sharpshooter(schedule_place="boxperson"),
        "breach",
        "layout.sharpshooter.schedule_place",
        "3/5.1",
    ),
    # Their markers
    ("md-craps", fire(markers_distinct=True), OK, "layout", ""),
    ("md-craps", fire(markers_distinct=False), "breach", "layout.fire.markers_distinct", "11/A(4)(a)"),
    (
        "md-craps",
        {"layout": {"bonus": {"markers_distinct": False}}},
        "breach",
        "layout.bonus.markers_distinct",
        "12/B(3)(a)",
    ),
    ("bc-craps", fire(markers_distinct=False), OK, "layout", ""),  # 2/1.3 says nothing of their size
    ("bc-midi", fire(positions=40), OK, "layout.fire", ""),  # no such bet, so nothing to hold it to
    ("nz-1998", fire(positions=40), OK, "layout.fire", ""),
]


@pytest.mark.parametrize(("edition", "fields", "severity", "path", "clause"), BOUNDARIES)
def test_boundary(edition: str, fields: dict[str, Any], severity: str | None, path: str, clause: str) -> None:
    assert judged(edition, path, fields) == (severity, clause)


# Drawn areas count ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "wager", "clause"),
    [
        ("md-craps", "fire", "2/D(4)(a)"),
        ("bc-craps", "fire", "2/3.2"),
        ("bc-craps", "sharpshooter", "3/3.2"),
    ],
)
def test_drawn_areas_are_held_to_the_limit_like_stated_ones(edition: str, wager: str, clause: str) -> None:
    rule = f"layout.{wager}.positions"
    assert findings(edition, rule, layout=drawn(wager, 16)) == []
    [one] = findings(edition, rule, layout=drawn(wager, 17))
    assert (one.severity, one.path, one.clause) == ("breach", "layout.areas", clause)
    assert (one.submitted, one.allowed) == ("17", "at most 16")


def test_one_end_takes_no_more_drawn_areas_than_the_other_may() -> None:
    rule = "layout.fire.positions_per_end"
    assert findings("bc-craps", rule, layout=drawn("fire", 8)) == []
    assert (
        findings("bc-craps", rule, layout=drawn("fire", 16, x=10)) == []
    )  # eight on each side of the middle
    [left] = findings("bc-craps", rule, layout=drawn("fire", 9))
    [right] = findings("bc-craps", rule, layout=drawn("fire", 9, x=55))
    assert (left.severity, left.path, left.clause, left.submitted) == ("breach", "layout.areas", "2/3.2", "9")
    assert right.submitted == "9"


def test_without_a_width_the_middle_is_that_of_all_areas() -> None:
    layout = {"areas": [*drawn("fire", 9)["areas"], {"wager": "field", "x": 90, "y": 0, "w": 10, "h": 4}]}
    assert len(findings("bc-craps", "layout.fire.positions_per_end", layout=layout)) == 1


@pytest.mark.parametrize(("stated", "count", "agrees"), [(12, 12, True), (12, 11, False), (12, 13, False)])
def test_what_is_drawn_and_what_is_stated_agree(stated: int, count: int, agrees: bool) -> None:
    layout = drawn("fire", count) | {"fire": {"positions": stated}}
    found = findings("md-craps", "layout.fire.agree", layout=layout)
    assert (found == []) == agrees
    if not agrees:
        [one] = found
        assert (one.severity, one.path, one.clause) == ("refer", "layout.fire.positions", "2/D(4)(a)")
        assert (one.submitted, one.nearest) == ("12", str(count))


def test_positions_that_are_only_stated_are_not_missed_in_the_drawing() -> None:
    layout = {"areas": areas(LINE), "fire": {"positions": 12}}
    assert report("md-craps", layout=layout, wagers=[*LINE, "fire"]).verdict == "ok"


def test_a_limit_broken_in_the_drawing_is_a_breach_beside_the_disagreement() -> None:
    layout = drawn("fire", 17) | {"fire": {"positions": 16}}
    found = report("md-craps", layout=layout, wagers=[*LINE, "fire"]).findings
    assert [(f.rule, f.severity) for f in found if ".fire." in f.rule] == [
        ("md.layout.fire.positions", "breach"),
        ("md.layout.fire.agree", "refer"),
    ]


def test_one_area_before_the_boxperson_holds_every_sharpshooter_position() -> None:
    layout = drawn("sharpshooter", 1) | {"sharpshooter": {"positions": 16}}
    assert findings("bc-craps", "layout.sharpshooter.agree", layout=layout) == []
    layout = drawn("sharpshooter", 2) | {"sharpshooter": {"positions": 16}}
    assert len(findings("bc-craps", "layout.sharpshooter.agree", layout=layout)) == 1


def test_bonus_areas_stated_and_drawn_agree_by_name() -> None:
    every = ["all_small", "all_or_nothing", "all_tall"]
    wagers = [*LINE, *every]

    def found(shown: list[str], stated: list[str]) -> list[tuple[str, Any]]:
        layout = {"areas": areas([*LINE, *shown]), "bonus": {"areas": stated}}
        return [
            (f.severity, f.nearest)
            for f in findings("md-craps", "layout.bonus.agree", layout=layout, wagers=wagers)
        ]

    assert found(every, every) == []
    assert found([], every) == []
    assert found(["all_small"], every) == [("refer", ["all_small"])]
    assert found(every, ["all_tall"]) == [("refer", ["all_tall", "all_small", "all_or_nothing"])]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_standard_layout_keeps_to_all_of_it(edition: str) -> None:
    layout = standard_layout(load_edition(edition), operator=OPERATOR)
    found = report(edition, layout=layout, operator=OPERATOR)
    assert [f.to_json() for f in found.findings] == []


def test_areas_of_a_side_bet_that_is_not_offered_are_not_counted() -> None:
    layout = drawn("fire", 17) | {"fire": {"positions": 3}}
    found = report("md-craps", layout=layout, wagers=LINE).findings
    assert [f.rule for f in found if ".fire." in f.rule] == []
