"""Limits and steps against what the document prints: narrower ranges, units, and room for a bet."""

from typing import Any

import pytest

from craps import check, load_ruleset, rules, settle
from craps.validation import Finding
from tests.craps.checks.stated import findings, report, with_value
from tests.craps.play import EDITIONS, MD

OK: list[tuple[str, str, str]] = []


def brief(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(f.severity, f.path, f.clause) for f in found]


# Narrower than the printed range (MD 11/B(1)) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"min": 1, "max": 5, "increment": 1}, OK),
        ({"min": "101/100"}, [("refer", "limits.fire.min", "11/B(1)(a)")]),
        ({"max": "499/100"}, [("refer", "limits.fire.max", "11/B(1)(b)")]),
        ({"increment": 2}, [("refer", "limits.fire.increment", "11/B(1)(c)")]),
        (
            {"min": 2, "max": 4},
            [("refer", "limits.fire.min", "11/B(1)(a)"), ("refer", "limits.fire.max", "11/B(1)(b)")],
        ),
        ({"min": 5}, [("refer", "limits.fire.min", "11/B(1)(a)")]),
        ({"max": 1}, [("refer", "limits.fire.max", "11/B(1)(b)")]),
    ],
)
def test_a_narrower_range_than_maryland_prints(
    limits: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    assert brief(findings("md-craps", "limits.fire.narrower", limits={"fire": limits})) == expected
    assert report("md-craps", limits={"fire": limits}).verdict == ("refer" if expected else "ok")


@pytest.mark.parametrize(
    "limits", [{"min": "1/2"}, {"max": 6}, {"min": 6}, {"max": "1/2"}, {"increment": "1/2"}]
)
def test_a_breach_is_not_reported_twice(limits: dict[str, Any]) -> None:
    fields = {"limits": {"fire": limits}}
    assert findings("md-craps", "limits.fire.narrower", **fields) == []
    assert report("md-craps", **fields).verdict == "breach"


def test_the_finding_says_what_players_may_bet_and_gives_the_printed_value() -> None:
    [one] = findings("md-craps", "limits.fire.narrower", limits={"fire": {"max": 3}})
    assert one.nearest == "5"
    assert "regulator" in one.message
    assert "Use" not in one.message


def test_british_columbia_lets_the_bet_be_within_its_range() -> None:
    assert not any(rule.id.endswith("narrower") for rule in rules("bc-craps"))


# Steps and the document's units ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "wager", "step", "severity", "clause", "nearest"),
    [
        ("nz-1998", "horn_high", 1, "breach", "4.1(w)(i)", "5"),
        ("nz-revised", "horn_high", 7, "breach", "4.1(w)(i)", "5"),
        ("nz-1998", "world", 2, "breach", "4.1(x)(i)", "5"),
        ("sg-mbs-v2", "horn_high", 1, "breach", "3.4.15", "5"),
        ("md-craps", "horn", 2, "breach", "3/A(19)(a)", "4"),
        ("md-mini", "world", 1, "breach", "3/A(21)(a)", "5"),
        ("bc-craps", "place", 6, "breach", "1/6.3.7", "5"),
        ("bc-midi", "place", 12, "breach", "4/7.3.6", "5"),
        ("bc-craps", "place", 5, "refer", "1/6.3.6", "30"),
        ("bc-midi", "place", 10, "refer", "4/7.3.5", "30"),
    ],
)
def test_a_step_that_promises_amounts_the_document_refuses(
    edition: str, wager: str, step: int, severity: str, clause: str, nearest: str
) -> None:
    rule = f"limits.{wager}.{'unit' if severity == 'breach' else 'wrong_unit'}"
    [one] = findings(edition, rule, limits={wager: {"increment": step}})
    assert (one.severity, one.path, one.clause, one.nearest) == (
        severity, f"limits.{wager}.increment", clause, nearest,
    )  # fmt: skip


def test_a_step_of_one_on_british_columbia_s_place_bets_meets_both_units() -> None:
    found = report("bc-craps", limits={"place": {"increment": 1}}).findings
    assert [(f.severity, f.clause) for f in found] == [("breach", "1/6.3.7"), ("refer", "1/6.3.6")]
    assert "refuse" in found[0].message
    assert "even money" in found[1].message


@pytest.mark.parametrize(
    ("edition", "wager", "step"),
    [
        ("nz-1998", "horn_high", 5),
        ("nz-1998", "world", 10),
        ("nz-1998", "horn", 1),  # no unit is printed for it
        ("md-craps", "horn", 8),
        ("bc-craps", "place", 30),
        ("bc-craps", "horn_high", 1),
    ],
)
def test_a_step_that_keeps_to_the_unit(edition: str, wager: str, step: int) -> None:
    assert report(edition, limits={wager: {"increment": step}}).verdict == "ok"


def test_units_of_chips_grow_with_the_chip() -> None:
    limits = {"world": {"increment": 5}}
    [one] = findings("nz-1998", "limits.world.unit", chip_unit=5, limits=limits)
    assert one.nearest == "25"
    assert findings("nz-1998", "limits.world.unit", chip_unit="1/2", limits=limits) == []


def test_such_an_amount_is_refused_at_the_table() -> None:
    ruleset = {"edition": "nz-1998", "limits": {"world": {"increment": 2}}}
    run = settle({"ruleset": ruleset, "events": [{"bet": "world", "amount": 2}]}).to_json()
    assert (run["steps"][0]["error"]["code"], run["steps"][0]["error"]["clause"]) == ("bad_unit", "4.1(x)(i)")


# Room for at least one bet --------------------------------------------------------------------------------


def room(edition: str, **fields: Any) -> list[tuple[str, str, str, Any]]:
    return [(f.severity, f.path, f.clause, f.nearest) for f in findings(edition, "limits.room", **fields)]


def limit(wager: str, **bounds: Any) -> dict[str, Any]:
    return {"limits": {wager: bounds}}


@pytest.mark.parametrize(
    ("edition", "fields", "expected"),
    [
        # multiples of 5 on 4, 5, 9 and 10; on 6 and 8 only incorrect units, paid even money, are left
        (
            "bc-craps",
            limit("place", min=3, max=4),
            [
                ("refer", "limits.place.max", "1/6.3.7", "6"),
                ("refer", "limits.place.max", "1/6.3.6", "6"),
            ],
        ),
        ("bc-craps", limit("place", max=5), [("refer", "limits.place.max", "1/6.3.6", "6")]),
        ("bc-craps", limit("place", max=6), []),
        ("bc-midi", limit("place", min=7, max=9), [
            ("refer", "limits.place.min", "4/7.3.6", "5"), ("refer", "limits.place.min", "4/7.3.5", "5"),
        ]),
        ("bc-craps", limit("place", min=25, max=30), []),
        # at least 2 chips on C & E
        ("nz-1998", limit("c_and_e", max=1), [("refer", "limits.c_and_e.max", "4.1(y)(i)", "2")]),
        ("nz-revised", limit("c_and_e", max=2), []),
        ("nz-1998", limit("c_and_e", min=3, max=3), [("refer", "limits.c_and_e.min", "4.1(y)(i)", "2")]),
        ("nz-1998", limit("c_and_e", max=2) | {"chip_unit": 2}, [
            ("refer", "limits.c_and_e.max", "4.1(y)(i)", "4"),
        ]),
        ("md-craps", limit("c_and_e", max=1), []),
        # the chip and the document's own limits
        ("md-craps", {"chip_unit": 10}, [("breach", "chip_unit", "11/B(1)(b)", "5")]),
        ("md-craps", {"chip_unit": 10} | limit("fire", min=1, max=5), [
            ("breach", "chip_unit", "11/B(1)(b)", "5"),
        ]),
        ("md-craps", {"chip_unit": 7}, [("breach", "chip_unit", "11/B(1)(b)", "1")]),
        ("md-craps", {"chip_unit": 5}, []),
        ("md-craps", {"chip_unit": 10, "wagers": ["pass_line", "dont_pass", "come", "dont_come"]}, []),
        ("md-mini", {"chip_unit": 10}, []),  # its baseline leaves fire out
        ("bc-craps", {"chip_unit": 6}, [("refer", "chip_unit", "2/3.3", "1")]),
        ("bc-craps", {"chip_unit": 25}, [
            ("refer", "chip_unit", "2/3.3", "5"), ("refer", "chip_unit", "3/3.3", "5"),
        ]),
        ("bc-craps", {"chip_unit": 10}, [("refer", "chip_unit", "2/3.3", "5")]),  # a sharpshooter of 10 fits
        # a step that the document's maximum leaves no amount for
        ("md-craps", limit("fire", increment=6), [("breach", "limits.fire.increment", "11/B(1)(b)", "1")]),
        ("bc-craps", limit("fire", increment=10), [("refer", "limits.fire.increment", "2/3.3", "5")]),
        # units of four and the posted maximum
        ("md-craps", limit("horn", max=3), [("breach", "limits.horn.max", "3/B", "4")]),
        ("md-craps", limit("horn", min=5, max=7), [("breach", "limits.horn.min", "3/B", "4")]),
    ],
)  # fmt: skip
def test_room(edition: str, fields: dict[str, Any], expected: list[tuple[str, str, str, Any]]) -> None:
    assert room(edition, **fields) == expected


def test_the_message_points_at_the_chip() -> None:
    [one] = findings("md-craps", "limits.room", chip_unit=10)
    assert "chips of 10" in one.message
    assert "11/B(1)(b)" in one.message
    assert "Use 5." in one.message


def test_a_limit_outside_the_documents_is_reported_once() -> None:
    assert room("md-craps", **limit("fire", max=20)) == []
    assert room("md-craps", **limit("fire", max="1/2")) == []
    assert room("md-craps", chip_unit=10, **limit("fire", max=20)) == [
        ("breach", "chip_unit", "11/B(1)(b)", "5")
    ]
    assert room("md-craps", **limit("fire", min=4, max="1/2")) == [("breach", "limits.fire.min", "3/B", "1")]


@pytest.mark.parametrize(
    ("edition", "fields"),
    [
        *((edition, {"chip_unit": 25}) for edition in EDITIONS),
        *((edition, {"chip_unit": "10/3"}) for edition in EDITIONS),
        ("bc-craps", limit("place", min=3, max=4)),
        ("nz-1998", {"chip_unit": 5} | limit("c_and_e", max=5)),
        ("md-craps", {"chip_unit": "3/2"} | limit("fire", min=5, increment=3)),
    ],
)
def test_the_nearest_value_makes_room_and_breaks_nothing(edition: str, fields: dict[str, Any]) -> None:
    for one in findings(edition, "limits.room", **fields):
        assert one.nearest is not None
        mended = check(load_ruleset(with_value({"edition": edition, **fields}, one.path, one.nearest)))
        assert (one.rule, one.path, one.clause) not in {(f.rule, f.path, f.clause) for f in mended.findings}
        before = {f.path for f in report(edition, **fields).findings if f.severity == "breach"}
        assert {f.path for f in mended.findings if f.severity == "breach"} <= before


# Buy beside place (MD 3/A(41)) ----------------------------------------------------------------------------

LINE = ["pass_line", "dont_pass", "come", "dont_come"]


@pytest.mark.parametrize("edition", MD)
@pytest.mark.parametrize(
    ("more", "judged"),
    [
        (["buy"], True),
        (["buy", "place"], False),
        (["buy", "place_to_lose"], True),
        (["place"], False),
        (["lay"], False),  # beside or instead of place to lose (3/A(42))
        (["lay", "place_to_lose"], False),
    ],
)
def test_a_buy_bet_comes_in_addition_to_the_place_bet(edition: str, more: list[str], judged: bool) -> None:
    found = findings(edition, "wagers.in_addition", wagers=[*LINE, *more])
    assert brief(found) == ([("refer", "wagers", "3/A(41)")] if judged else [])
    assert report(edition, wagers=[*LINE, *more]).verdict == ("refer" if judged else "ok")
    if judged:
        assert found[0].submitted == "buy"
        assert "buy" not in found[0].nearest


def test_other_documents_do_not_tie_buy_to_place() -> None:
    for edition in EDITIONS:
        has = any(rule.id.endswith("wagers.in_addition") for rule in rules(edition))
        assert has == (edition in MD)


# Odds below the printed multiples are no minimum of the document -----------------------------------------


@pytest.mark.parametrize(
    ("edition", "point", "printed", "clause"),
    [
        ("bc-craps", "4", "3×", "1/6.1.2.a"),
        ("bc-midi", "5", "4×", "4/7.1.2.b"),
        ("sg-mbs-v2", "8", "5×", "3.4.2.1"),
        ("nz-1998", "6", "1×", "4.1(e)(i)"),
    ],
)
def test_lower_odds_are_judged_and_not_called_too_little(
    edition: str, point: str, printed: str, clause: str
) -> None:
    odds = {"pass_line": {"multiples": {point: "1/2"}}}
    [one] = findings(edition, "odds.pass_line.least", odds=odds)
    assert (one.severity, one.clause) == ("refer", clause)
    assert "at least" not in one.message
    assert "at least" not in str(one.allowed)
    assert f"up to {printed}" in one.message
    assert "names no lower limit" in one.message
    rule = next(rule for rule in rules(edition) if rule.id == one.rule)
    assert "at least" not in rule.text
    assert "names no lower limit" in rule.text


def test_maryland_has_a_least_of_its_own() -> None:
    [one] = findings("md-craps", "odds.pass_line.least", odds={"pass_line": {"multiples": "1/2"}})
    assert (one.severity, one.allowed) == ("breach", "at least 1")


def test_no_finding_claims_that_the_document_is_silent_on_incorrect_units() -> None:
    """1/6.3.6 says what such a bet is paid; only whether the house may leave nothing else is open."""
    [one] = findings("bc-craps", "limits.room", limits={"place": {"max": 5}})
    assert "silent" not in one.message
    assert one.message.endswith("Whether the house may set such limits is for the regulator to judge.")
    [other] = findings("bc-craps", "limits.room", limits={"fire": {"increment": 10}})
    assert other.message.endswith("The document is silent on this: it is for the regulator to judge.")
