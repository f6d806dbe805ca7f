"""Readings as data: each is complete, both options of each settle as they say, and bad ones are refused."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from craps import check, edges, edition_from_json, edition_ids, load_edition, load_ruleset, settle
from craps.comparing import compare
from craps.edge import READINGS, edge_of
from craps.edition_values import READING, differences, values
from craps.edition_words import change_in_words
from craps.readings import APPROVAL, JUDGEMENTS, MODELLED, MONEY, RECORDED
from craps.rulebook import book
from craps.validation import rules
from tests.craps.play import Play, brief, code

EDITIONS = edition_ids()


def played(
    edition: str, readings: Mapping[str, str], *events: dict[str, Any], **terms: Any
) -> dict[str, Any]:
    scenario = {"ruleset": {"edition": edition, **terms}, "events": list(events), "readings": dict(readings)}
    return settle(scenario).to_json()


def bet(wager: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"bet": wager, "amount": amount, **more}


def roll(a: int, b: int) -> dict[str, Any]:
    return {"roll": [a, b]}


# The data ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_reading_is_complete_and_cites_clauses_of_the_rulebook(edition: str) -> None:
    loaded = load_edition(edition)
    clauses = {clause.id for clause in book(loaded).clauses}
    assert loaded.readings
    for reading in loaded.readings.values():
        assert reading.question.endswith("?") and reading.why.endswith("."), reading.id
        assert all(effect.endswith(".") for effect in reading.options.values()), reading.id
        assert reading.chosen in reading.options
        assert reading.clauses and set(reading.clauses) <= clauses, (reading.id, reading.clauses)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_reading_says_names_clauses_of_its_own_edition(edition: str) -> None:
    """Also in an edition that takes its readings from another under numbers of its own."""
    loaded = load_edition(edition)
    clauses = {clause.id for clause in book(loaded).clauses}
    for reading in loaded.readings.values():
        for text in (reading.question, reading.why, *reading.options.values()):
            named = re.findall(r"\d+(?:/\w+(?:\.\w+)*|(?:\.\w+)+)(?:\(\w+\))*", text)
            assert set(named) <= clauses, reading.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_money_readings_have_the_options_that_are_modelled_and_recorded_ones_have_one(edition: str) -> None:
    for reading in load_edition(edition).readings.values():
        if reading.kind == MONEY:
            assert set(reading.options) == set(MODELLED[reading.id]) and len(reading.others) == 1
        elif reading.kind == RECORDED:
            assert reading.others == ()
        else:
            assert dict(reading.options) == dict(JUDGEMENTS)


def test_each_edition_reads_what_its_document_leaves_open() -> None:
    money = {
        edition: {r.id: r.chosen for r in load_edition(edition).readings.values() if r.kind == MONEY}
        for edition in EDITIONS
    }
    nz = {
        "on-marker": "kind",
        "dont-put-back": "before-the-roll",
        "double-odds": "keep-single",
        "c-and-e-odd": "refuse",
        "vig-left-up": "again",
        "odds-base": "as-it-stands",
    }
    midi = {"vig-coming-down": "placed-and-paid", "marker-lasts": "until-decided"}
    md = {"dont-put-back": "not", "vig-left-up": "again", "odds-base": "as-it-stands"}
    assert money == {
        "nz-1998": nz,
        "nz-revised": nz,
        "sg-mbs-v2": md | {"dont-put-back": "before-the-roll"},
        "bc-craps": midi | {"side-bet-added": "no"},
        "bc-midi": midi,
        "md-craps": md,
        "md-mini": md,
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_that_leaves_something_to_judgement_has_its_reading(edition: str) -> None:
    loaded = load_edition(edition)
    of_rules = {rule.id: rule for rule in rules(loaded)}
    for rule in of_rules.values():
        if rule.severity == "refer":
            assert rule.id in loaded.readings, rule.id
    for reading in loaded.readings.values():
        if reading.kind == APPROVAL:
            assert reading.id in of_rules, reading.id
            assert set(reading.clauses) & set(of_rules[reading.id].clauses), reading.id


def test_an_edition_under_another_reading_is_another_document() -> None:
    edition = load_edition("nz-1998")
    other = edition.with_readings({"on-marker": "one"})
    assert other != edition and other.reads("on-marker") == "one"
    assert other.to_json()["readings"]["on-marker"]["chosen"] == "one"
    assert edition_from_json(other.to_json()) == other
    assert edition.with_readings({"on-marker": "kind"}) is edition
    assert load_ruleset({"edition": "nz-1998"}).digest == load_ruleset({"edition": "nz-1998"}, other).digest


def test_an_edition_without_readings_reads_as_the_documents_that_leave_nothing_open() -> None:
    data = {key: value for key, value in load_edition("nz-1998").to_json().items() if key != "readings"}
    edition = edition_from_json(data)
    assert {name: edition.reads(name) for name in MODELLED} == {n: o[0] for n, o in MODELLED.items()}


def test_a_reading_is_a_value_of_the_edition_with_words_for_its_change() -> None:
    edition = load_edition("md-craps")
    other = edition.with_readings({"dont-put-back": "before-the-roll"})
    (change,) = differences(edition.to_json(), other.to_json())
    assert (change.path, change.clause, change.value.kind) == ("readings.dont-put-back", "4/E", READING)
    assert change_in_words(other, change).endswith("?: was not before the next roll, is before the roll")
    assert sum(value.kind == READING for value in values(edition.to_json())) == len(edition.readings)


# Both options, in money ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "wins"), [("kind", ["6", "9"]), ("one", ["6"])])
def test_on_marker(option: str, wins: list[str]) -> None:
    run = played(
        "nz-revised",
        {"on-marker": option},
        bet("place", 12, number=6),
        bet("place", 10, number=9),
        bet("hardway", 10, number=6),
        {"turn": "on", "bet": "place", "number": 6},
        roll(4, 5),
        roll(4, 5),
        roll(2, 4),
    )
    on_come_out = run["steps"][4]["settlements"]
    assert [str(s["number"]) for s in on_come_out] == (["9"] if option == "kind" else [])
    assert run["steps"][3].get("reading") == ("on-marker" if option == "kind" else None)


def test_on_marker_speaks_only_for_bets_that_are_up_and_off_for_one() -> None:
    play = Play("nz-1998")
    play.bet("place", 12, 6)
    play.turn("on", "place", 6)
    play.bet("place", 10, 9)
    assert brief(play.roll(9)) == []  # made after the call: off on the come-out
    play.turn("off", "place", 6)
    assert brief(play.roll(6)) == []
    play.turn("on", "place", 9)
    assert brief(play.roll(6)) == [("place", "win", "14", "12")]


@pytest.mark.parametrize("edition", ["nz-1998", "sg-mbs-v2", "md-craps"])
@pytest.mark.parametrize(
    ("option", "again", "more"), [("before-the-roll", None, None), ("not", "not_now", "no_raise")]
)
def test_dont_put_back(edition: str, option: str, again: str | None, more: str | None) -> None:
    down = played(
        edition, {"dont-put-back": option}, bet("dont_pass", 10), {"remove": "dont_pass"}, bet("dont_pass", 5)
    )
    assert down["steps"][2].get("error", {}).get("code") == again
    reduced = played(
        edition,
        {"dont-put-back": option},
        roll(4, 4),
        bet("dont_come", 10),
        {"remove": "dont_come", "amount": 5},
        bet("dont_come", 5),
        roll(4, 5),
        bet("dont_come", 5),
    )
    assert reduced["steps"][3].get("error", {}).get("code") == more
    assert "error" not in reduced["steps"][5]
    if again:
        assert (
            down["steps"][2]["error"]["reading"] == reduced["steps"][3]["error"]["reading"] == "dont-put-back"
        )


def test_a_dont_come_bet_may_follow_one_that_was_taken_down_from_its_number() -> None:
    run = played(
        "md-craps", {}, roll(4, 4), bet("dont_come", 10), roll(4, 5), {"remove": "dont_come", "number": 9},
        bet("dont_come", 10),
    )  # fmt: skip
    assert "error" not in run["steps"][4]


@pytest.mark.parametrize(("wager", "clause"), [("fire", "2/2.1"), ("sharpshooter", "3/2.1")])
@pytest.mark.parametrize("option", ["no", "between-shooters"])
def test_side_bet_added(wager: str, clause: str, option: str) -> None:
    run = played(
        "bc-craps",
        {"side-bet-added": option},
        bet("pass_line", 5),
        bet(wager, 1),
        bet(wager, 1),
        roll(2, 2),
        roll(2, 2),
        {"pass_dice": True},
        bet("pass_line", 5),
        bet(wager, 1),
    )
    assert "error" not in run["steps"][2]  # before any roll
    error = run["steps"][7].get("error")
    if option == "no":
        assert (error["code"], error["clause"], error["reading"]) == ("no_raise", clause, "side-bet-added")
    else:
        assert error is None


def test_a_paid_sharpshooter_that_stayed_may_be_added_to_for_the_next_shooter() -> None:
    play = Play("bc-craps")
    play.bet("pass_line", 5)
    play.bet("sharpshooter", 1)
    for _ in range(3):
        play.roll(6)
        play.roll(6)
    play.roll(8)
    play.roll(7)
    assert play.on_table == "1"
    play.bet("pass_line", 5)
    assert code(play.bet("sharpshooter", 1)) is None


@pytest.mark.parametrize(("option", "refused"), [("keep-single", False), ("plain", True)])
@pytest.mark.parametrize(
    ("flat", "odds", "payable"), [("pass_line", "pass_odds", 5), ("dont_pass", "dont_pass_odds", 6)]
)
def test_double_odds(option: str, refused: bool, flat: str, odds: str, payable: int) -> None:
    double = {name: {"multiples": 2} for name in ("pass_line", "dont_pass")}
    run = played(
        "nz-revised",
        {"double-odds": option},
        bet(flat, 1),
        roll(3, 3),
        bet(odds, payable - 1),
        bet(odds, payable),
        odds=double,
    )
    assert run["steps"][2]["error"]["code"] == "over_limit"
    assert ("error" in run["steps"][3]) == refused
    assert run["steps"][3].get("reading") == (None if refused else "double-odds")


@pytest.mark.parametrize(("option", "paid"), [("refuse", None), ("halves", "45/2")])
def test_c_and_e_odd(option: str, paid: str | None) -> None:
    run = played("nz-1998", {"c-and-e-odd": option}, bet("c_and_e", 3), roll(5, 6))
    if paid is None:
        assert run["steps"][0]["error"]["code"] == "bad_unit"
    else:
        assert run["steps"][1]["settlements"][0]["paid"] == paid


@pytest.mark.parametrize("edition", ["nz-revised", "sg-mbs-v2", "md-craps"])
@pytest.mark.parametrize(("option", "kept"), [("again", "2"), ("once", "1")])
def test_vig_left_up(edition: str, option: str, kept: str) -> None:
    run = played(
        edition,
        {"vig-left-up": option},
        roll(4, 4),
        bet("buy", 20, number=4, stay=True),
        roll(2, 2),
        {"remove": "buy", "number": 4},
    )
    won = run["steps"][2]["settlements"][0]
    assert (won["paid"], won.get("vig"), won["reading"]) == (
        "40",
        "1" if option == "again" else None,
        "vig-left-up",
    )
    refunded = edition == "nz-revised" and option == "again"
    assert run["vig_paid"] == ("1" if refunded else kept)
    assert run["steps"][3].get("vig") == ("-1" if refunded else None)


@pytest.mark.parametrize(
    ("option", "paid", "stayed", "edge"),
    [("placed-and-paid", "39", "39", Fraction(4, 63)), ("paid-if-left-up", "40", "39", Fraction(1, 21))],
)
@pytest.mark.parametrize("edition", ["bc-craps", "bc-midi"])
def test_vig_coming_down(edition: str, option: str, paid: str, stayed: str, edge: Fraction) -> None:
    readings = {"vig-coming-down": option}
    for stay, wanted in ((False, paid), (True, stayed)):
        run = played(edition, readings, roll(4, 4), bet("buy", 20, number=4, stay=stay), roll(2, 2))
        assert run["steps"][2]["settlements"][0]["paid"] == wanted
    ruleset = load_ruleset({"edition": edition}).with_readings(readings)
    assert edge_of(ruleset, "buy", 4).edge == edge


def test_a_vigorish_that_is_not_due_is_not_named() -> None:
    readings = {"vig-coming-down": "paid-if-left-up"}
    run = played("bc-craps", readings, roll(4, 4), bet("buy", 20, number=4), roll(2, 2))
    assert run["steps"][2]["settlements"][0]["message"] == (
        "Buy Bet 4 wins on 2-2: 20 at 2 to 1 pays 40; 5% vigorish of 1 was taken when it was placed."
    )


@pytest.mark.parametrize(("option", "on_table"), [("until-decided", "0"), ("one-roll", "12")])
def test_marker_lasts(option: str, on_table: str) -> None:
    run = played(
        "bc-midi",
        {"marker-lasts": option},
        bet("place", 12, number=6),
        {"turn": "on", "bet": "place", "number": 6},
        roll(5, 6),
        roll(3, 4),
    )
    assert run["on_table"] == on_table


@pytest.mark.parametrize("edition", ["nz-revised", "sg-mbs-v2", "md-craps"])
@pytest.mark.parametrize(("option", "refused"), [("as-it-stands", True), ("when-point-set", False)])
def test_odds_base(edition: str, option: str, refused: bool) -> None:
    multiples = {"odds": {"dont_pass": {"multiples": 1}}} if edition != "sg-mbs-v2" else {}
    most = 20 * (3 if edition == "sg-mbs-v2" else 1)
    run = played(
        edition,
        {"odds-base": option},
        bet("dont_pass", 10),
        roll(2, 2),
        {"remove": "dont_pass", "amount": 5},
        bet("dont_pass_odds", most),
        **multiples,
    )
    step = run["steps"][3]
    assert ("error" in step) == refused
    assert (step["error"] if refused else step)["reading"] == "odds-base"


def test_reducing_a_dont_bet_under_its_odds_goes_by_the_same_reading() -> None:
    events = (
        bet("dont_pass", 10),
        roll(2, 2),
        bet("dont_pass_odds", 20),
        {"remove": "dont_pass", "amount": 5},
    )
    assert played("nz-revised", {}, *events)["steps"][3]["error"]["code"] == "over_limit"
    assert "error" not in played("nz-revised", {"odds-base": "when-point-set"}, *events)["steps"][3]


# Edges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_the_reading_about_vigorish_on_payment_changes_an_edge(edition: str) -> None:
    ruleset = load_ruleset({"edition": edition})
    before = edges(ruleset)
    for reading in ruleset.edition.readings.values():
        for option in reading.others:
            changed = [
                row.bet
                for row, was in zip(edges(ruleset.with_readings({reading.id: option})), before, strict=True)
                if row != was
            ]
            assert set(changed) == ({"buy", "lay"} if reading.id in READINGS else set())


# Approvals -----------------------------------------------------------------------------------------------

LOWER = {"edition": "bc-craps", "odds": {"pass_line": {"multiples": 2}}}


@pytest.mark.parametrize(
    ("option", "severity", "verdict"),
    [("refer", "refer", "refer"), ("allow", "info", "ok"), ("breach", "breach", "breach")],
)
def test_a_reading_decides_what_a_point_to_judge_is(option: str, severity: str, verdict: str) -> None:
    name = "bc.odds.pass_line.least"
    ruleset = load_ruleset(LOWER).with_readings({name: option})
    report = check(ruleset)
    found = next(f for f in report.findings if f.rule == name)
    assert (found.severity, found.reading, report.verdict) == (severity, name, verdict)
    assert found.to_json()["reading"] == name
    assert found.message.endswith({"refer": "to judge.", "allow": "allowed.", "breach": "breach."}[option])
    assert next(rule.severity for rule in rules(ruleset.edition) if rule.id == name) == severity


def test_a_finding_that_the_document_decides_names_no_reading() -> None:
    report = check(load_ruleset({"edition": "md-craps", "odds": {"come": {"multiples": 150}}}))
    assert [f.reading for f in report.findings if f.severity == "breach"] == [""]


def test_comparing_an_edition_with_itself_read_otherwise() -> None:
    a = load_ruleset({"edition": "bc-craps"})
    found = compare(a, a.with_readings({"vig-coming-down": "paid-if-left-up"}))
    assert [(row.id, row.a, row.b) for row in found.readings] == [
        ("vig-coming-down", ("placed-and-paid", "1/6.4.5, 1/6.5.5"), ("paid-if-left-up", "1/6.4.5, 1/6.5.5"))
    ]
    assert {row.bet for row in found.edges} == {"buy", "lay"}
    assert found.settlements
