"""Every printed constraint of the games: inside, on the border, outside. What is outside cites its clause."""

from typing import Any

import pytest

from craps import check, load_edition, load_ruleset, rules
from craps.checks.finding import Finding
from craps.rulebook import cited, clause_ids
from tests.craps.games.play import EDITIONS, WHEEL, terms

RED_DOG, WAR, WHEELS = "bc-red-dog", "bc-war", "bc-wheel"


def findings(edition: str, **stated: Any) -> tuple[Finding, ...]:
    return check(load_ruleset(terms(edition, **stated))).findings


def table(**fields: Any) -> dict[str, Any]:
    return {"table": fields}


def wheel(spaces: dict[str, int], payouts: dict[str, str]) -> dict[str, Any]:
    return {"wheel": {"spaces": spaces, "payouts": payouts}}


INSIDE: list[tuple[str, dict[str, Any]]] = [
    *((RED_DOG, {"decks": decks}) for decks in (4, 5, 6)),
    *((RED_DOG, table(players=players)) for players in (1, 6, 7)),
    *((RED_DOG, table(positions_per_player=positions)) for positions in (2, 6, 7)),
    (RED_DOG, table(back_betting=False)),
    (RED_DOG, table(dealer_bet_area=True)),
    (RED_DOG, table(conversion_from="2:1")),
    (RED_DOG, table(conversion_from="5:1")),
    (RED_DOG, {"payouts": {"spread:1": "10:2", "spread:4": "1:1", "three_of_a_kind": "12 for 1"}}),
    (RED_DOG, {"wagers": ["raise", "red_dog"]}),
    (RED_DOG, {"limits": {"red_dog": {"min": 5, "max": 100}, "raise": {"min": 5, "max": 100}}}),
    (WAR, {"decks": 6}),
    (WAR, table(burn_cards=3)),
    (WAR, table(dealer_bet_at_war=False)),
    (WAR, table(players=7)),
    (WAR, {"payouts": {"war": "1:1", "tie": "11 for 1", "go_to_war": "2:2"}}),
    (WAR, {"wagers": ["war", "tie", "go_to_war"]}),
    *((WHEELS, table(revolutions=turns)) for turns in (3, 4, 100)),
    (WHEELS, table(alternate_direction=True, dealer_bets=True)),
    (WHEELS, wheel({"a": 5, "b": 5}, {"a": "7:1", "b": "14:2"})),
    (WHEELS, wheel({"a": 5, "b": 4}, {"a": "7:1", "b": "8:1"})),
    (WHEELS, wheel({"a": 5}, {"a": "7:1"})),
]


@pytest.mark.parametrize(("edition", "stated"), INSIDE)
def test_inside_and_on_the_border(edition: str, stated: dict[str, Any]) -> None:
    assert findings(edition, **stated) == ()


def area(kind: str | None, x: int, wager: str = "space", **more: Any) -> dict[str, Any]:
    on = {} if kind is None else {"space": kind}
    return {"wager": wager, **on, "x": x, "y": 0, "w": 1, "h": 1, **more}


KINDS = tuple(WHEEL["spaces"])
AREAS = [area(kind, place) for place, kind in enumerate(KINDS)]
JUDGED = {"red_dog": {"max": 100}, "raise": {"max": 50}}

# edition, what is stated, and of the finding: severity, path, clause, the nearest value
OUTSIDE: list[tuple[str, dict[str, Any], str, str, str, Any]] = [
    (RED_DOG, {"decks": 3}, "breach", "decks", "6/1.1", "4"),
    (RED_DOG, {"decks": 7}, "breach", "decks", "6/1.1", "6"),
    (RED_DOG, table(players=8), "breach", "table.players", "6/3.4", "7"),
    (RED_DOG, table(players=0), "refer", "table.players", "6/3.4", None),
    (RED_DOG, table(positions_per_player=8), "breach", "table.positions_per_player", "6/3.5", "7"),
    (RED_DOG, table(positions_per_player=1), "breach", "table.positions_per_player", "6/3.5", "2"),
    (RED_DOG, table(back_betting=True), "breach", "table.back_betting", "6/3.6", False),
    (RED_DOG, table(dealer_bet_area=False), "info", "table.dealer_bet_area", "6/4.2.1", None),
    (RED_DOG, table(conversion_from="1:1"), "breach", "table.conversion_from", "6/5.3", "2:1"),
    (RED_DOG, {"wagers": ["red_dog"]}, "refer", "wagers", "6/3.2", ["red_dog", "raise"]),
    (RED_DOG, {"limits": JUDGED}, "refer", "limits.raise.max", "6/3.2", "100"),
    (RED_DOG, {"limits": {"red_dog": {"min": 9, "max": 5}}}, "refer", "limits.red_dog.min", "6/3.1", "5"),
    *(
        (RED_DOG, {"payouts": {key: "9:1"}}, "breach", f"payouts.{key}", clause, due)
        for key, clause, due in (
            ("spread:1", "6/5.1", "5:1"),
            ("spread:2", "6/5.1", "4:1"),
            ("spread:3", "6/5.1", "2:1"),
            *((f"spread:{spread}", "6/5.1", "1:1") for spread in range(4, 12)),
            ("three_of_a_kind", "6/6.11", "11:1"),
        )
    ),
    (WAR, {"decks": 5}, "breach", "decks", "7/1.1", "6"),
    (WAR, {"decks": 7}, "breach", "decks", "7/1.1", "6"),
    (WAR, table(burn_cards=2), "breach", "table.burn_cards", "7/5.2.4.a(1)-(2)", "3"),
    (WAR, table(burn_cards=4), "breach", "table.burn_cards", "7/5.2.4.a(1)-(2)", "3"),
    (WAR, table(dealer_bet_at_war=True), "breach", "table.dealer_bet_at_war", "7/6.5.1", False),
    (WAR, table(players=0), "refer", "table.players", "7/4.1", None),
    (WAR, {"payouts": {"war": "6:5"}}, "breach", "payouts.war", "7/7.2", "1:1"),
    (WAR, {"payouts": {"tie": "9:1"}}, "breach", "payouts.tie", "7/7.1", "10:1"),
    (WAR, {"payouts": {"go_to_war": "1:2"}}, "breach", "payouts.go_to_war", "7/7.4", "1:1"),
    (WAR, {"wagers": ["war", "go_to_war"]}, "breach", "wagers", "7/4.1", ["war", "tie", "go_to_war"]),
    (WAR, {"wagers": ["war", "tie"]}, "breach", "wagers", "7/4.2", ["war", "tie", "go_to_war"]),
    (WAR, {"limits": {"go_to_war": {"min": 20}}}, "refer", "limits.go_to_war.min", "7/4.2.1", None),
    (WAR, {"limits": {"tie": {"min": 3, "max": 2}}}, "refer", "limits.tie.min", "7/4.1.2", "2"),
    (WHEELS, table(revolutions=2), "breach", "table.revolutions", "5/2.1", "3"),
    (WHEELS, table(alternate_direction=False), "breach", "table.alternate_direction", "5/2.2", True),
    (WHEELS, table(dealer_bets=False), "breach", "table.dealer_bets", "5/1.1", True),
    (
        WHEELS,
        wheel({"a": 5, "b": 5}, {"a": "7:1", "b": "8:1"}),
        *("breach", "wheel.payouts.b", "5/2.9", "7:1"),
    ),
    (WHEELS, {"layout": {"areas": AREAS[1:]}}, "breach", "layout.areas", "5/2.8", None),
    (WHEELS, {"layout": {"areas": [*AREAS, area("x", 9)]}}, "refer", "layout.areas[7]", "5/2.8", None),
    (WHEELS, {"layout": {"areas": [*AREAS, area(None, 9)]}}, "refer", "layout.areas[7]", "5/2.8", None),
    (WHEELS, {"layout": {"width": 6, "areas": AREAS}}, "breach", "layout.areas[6]", "5/2.8", None),
    (
        WHEELS,
        {"layout": {"areas": [*AREAS[:-1], area("logo", 5)]}},
        *("refer", "layout.areas[6]", "5/2.8", None),
    ),
    (WHEELS, {"wagers": []}, "breach", "wagers", "5/2.8", ["space"]),
    (WHEELS, {"limits": {"space": {"min": 3, "max": 2}}}, "refer", "limits.space.min", "5/2.8", "2"),
]


@pytest.mark.parametrize(("edition", "stated", "severity", "path", "clause", "nearest"), OUTSIDE)
def test_outside(
    edition: str, stated: dict[str, Any], severity: str, path: str, clause: str, nearest: Any
) -> None:
    (found,) = findings(edition, **stated)
    assert (found.severity, found.path, found.clause, found.nearest) == (severity, path, clause, nearest)
    assert set(cited(found.clause)) <= set(clause_ids(edition))
    assert found.message[:1].isupper() and found.message.endswith(".")
    if severity == "refer":
        assert found.reading == found.rule


def test_the_layout_of_every_space_passes() -> None:
    assert findings(WHEELS, layout={"width": 7, "height": 1, "areas": AREAS}) == ()


def test_areas_of_wagers_that_are_not_offered_are_noted() -> None:
    areas = [area(None, 0, "raise")]
    found = findings(RED_DOG, wagers=["red_dog"], layout={"areas": areas})
    assert {(each.rule, each.severity) for each in found} == {
        ("bc.wagers.left_out", "refer"),
        ("bc.layout.not_offered", "info"),
    }


@pytest.mark.parametrize(("edition", "stated", "severity", "path", "clause", "nearest"), OUTSIDE)
def test_the_nearest_value_resolves_the_finding(
    edition: str, stated: dict[str, Any], severity: str, path: str, clause: str, nearest: Any
) -> None:
    if nearest is None:
        return
    mended: dict[str, Any] = terms(edition, **stated)
    *parents, leaf = path.split(".")
    place: Any = mended
    for key in parents:
        place = place[key]
    before = dict(place)
    place[leaf] = nearest
    try:
        assert path not in {found.path for found in check(load_ruleset(mended)).findings}
    finally:
        place.clear()
        place.update(before)


def test_every_check_of_the_games_is_tried() -> None:
    """Each rule finds something above; the others are those of the layout that two games share."""
    tried = {found.rule for edition, stated, *_ in OUTSIDE for found in findings(edition, **stated)} | {
        "bc.layout.not_offered",
        "bc.wagers.supported",
    }
    for edition in EDITIONS:
        assert {rule.id for rule in rules(edition)} <= tried


def test_a_raise_without_its_bet_is_for_the_regulator_to_judge() -> None:
    found = {each.rule: each for each in findings(RED_DOG, wagers=["raise"])}
    assert found["bc.wagers.supported"].severity == "refer"
    assert found["bc.wagers.left_out"].severity == "breach"


# Readings that decide an approval ------------------------------------------------------------------------


def under(edition: str, readings: dict[str, str], **stated: Any) -> tuple[Finding, ...]:
    return check(load_ruleset(terms(edition, **stated)).with_readings(readings)).findings


def test_as_many_spaces_by_kind_or_by_total() -> None:
    """Joker and logo pay 40 together on two spaces, and the 20 has two: that counts by total only."""
    assert under(WHEELS, {"equal-spaces": "kind"}) == ()
    (found,) = under(WHEELS, {"equal-spaces": "total"})
    assert (found.severity, found.path, found.clause, found.reading) == (
        *("breach", "wheel.spaces.logo", "5/2.9"),
        "equal-spaces",
    )
    same = wheel({"a": 5, "b": 5}, {"a": "7:1", "b": "8:1"})
    assert len(under(WHEELS, {"equal-spaces": "total"}, **same)) == 1
    three = wheel({"a": 2, "b": 2, "c": 4}, {"a": "7:1", "b": "7:1", "c": "3:1"})
    assert under(WHEELS, {"equal-spaces": "kind"}, **three) == ()
    assert len(under(WHEELS, {"equal-spaces": "total"}, **three)) == 1


def test_conversion_from_two_or_three_to_one() -> None:
    two, three = table(conversion_from="2:1"), table(conversion_from="3:1")
    assert under(RED_DOG, {"conversion": "two"}, **two) == ()
    (found,) = under(RED_DOG, {"conversion": "three"}, **two)
    assert (found.clause, found.nearest, found.reading) == ("6/5.2", "3:1", "conversion")
    assert under(RED_DOG, {"conversion": "three"}, **three) == ()


def test_the_printed_payout_of_a_won_war_follows_its_reading() -> None:
    half = {"payouts": {"go_to_war": "1:2"}}
    assert under(WAR, {"war-won": "one-to-two"}, **half) == ()
    (found,) = under(WAR, {"war-won": "one-to-two"}, payouts={"go_to_war": "1:1"})
    assert (found.nearest, found.reading) == ("1:2", "war-won")


@pytest.mark.parametrize("option", ["refer", "allow", "breach"])
def test_a_judgement_that_is_decided_once(option: str) -> None:
    (found,) = under(RED_DOG, {"bc.wagers.left_out": option}, wagers=["red_dog"])
    assert found.severity == {"refer": "refer", "allow": "info", "breach": "breach"}[option]


# What a payout costs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "key", "pays", "difference"),
    [
        (RED_DOG, "spread:1", "4:1", "-10"),
        (RED_DOG, "three_of_a_kind", "12:1", "10"),
        (WAR, "war", "6:5", "2"),
        (WAR, "tie", "9:1", "-10"),
        (WAR, "go_to_war", "2:1", "10"),
    ],
)
def test_a_payout_is_shown_in_money(edition: str, key: str, pays: str, difference: str) -> None:
    stated = (
        {"payouts": {key: pays}, "limits": {"war": {"min": 50}}}
        if edition == WAR
        else {"payouts": {key: pays}}
    )
    found = next(each for each in findings(edition, **stated) if each.path == f"payouts.{key}")
    shown = found.demonstration
    assert shown is not None
    assert shown["difference"] == difference
    assert len(shown["submitted"]["told"]) == len(shown["edition"]["told"]) >= 1


def test_the_names_of_the_edition_are_the_documents() -> None:
    assert [load_edition(edition).title for edition in EDITIONS] == [
        "British Columbia Red Dog",
        "British Columbia Casino War",
        "British Columbia Wheel of Fortune",
    ]
