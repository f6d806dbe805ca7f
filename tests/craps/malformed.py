"""Scenarios nobody can settle, each with the place its complaint must name ("" where there is no field)."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

GOOD: dict[str, Any] = {
    "ruleset": {"edition": "md-craps"},
    "events": [
        {"bet": "pass_line", "amount": "10"},
        {"bet": "place", "number": 6, "amount": "12", "stay": True},
        {"roll": [3, 1]},
        {"bet": "hop", "dice": [2, 5], "amount": 1},
        {"turn": "on", "bet": "place", "number": 6},
        {"remove": "place", "number": 6, "amount": "6"},
        {"pass_dice": True},
    ],
}


class Case(NamedTuple):
    name: str
    text: bytes
    place: str


def cases() -> list[Case]:
    found = [*_texts(), *_events(), *_rulesets(), *_fuzzed(random.Random(20161109))]
    assert len({case.name for case in found}) == len(found)
    return found


def good() -> dict[str, Any]:
    return deepcopy(GOOD)


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


# Text that is no JSON, or JSON that is no scenario --------------------------------------------------------


def _texts() -> Iterator[Case]:
    deep = 100_000
    whole = _json(GOOD)
    plain = {
        "empty": b"",
        "white space": b" \n\t ",
        "a word": b"pass_line",
        "two documents": whole + whole,
        "a trailing comma": whole[:-1] + b",}",
        "single quotes": whole.replace(b'"', b"'"),
        "a comment": b"// craps\n" + whole,
        "UTF-16": whole.decode().encode("utf-16"),
        "UTF-32": whole.decode().encode("utf-32"),
        "Latin-1": whole.replace(b"pass_line", "Röll".encode("latin-1")),
        "a cut UTF-8 character": whole.replace(b"pass_line", b"\xc3"),
        "an overlong UTF-8 character": whole.replace(b"pass_line", b"\xc0\xaf"),
        "a surrogate in UTF-8": whole.replace(b"pass_line", b"\xed\xa0\x80"),
        "a NUL": whole.replace(b"pass_line", b"pass\x00line"),
        "only a NUL": b"\x00",
        "a line break in a string": whole.replace(b"pass_line", b"pass\nline"),
        "deep lists": b"[" * deep,
        "deep lists, closed": b"[" * deep + b"]" * deep,
        "deep objects": b'{"a":' * deep,
        "deep under events": b'{"ruleset": {"edition": "md-craps"}, "events": '
        + b"[" * deep
        + b"]" * deep
        + b"}",
        "NaN": whole.replace(b'"10"', b"NaN"),
        "Infinity": whole.replace(b'"10"', b"Infinity"),
        "minus Infinity": whole.replace(b'"10"', b"-Infinity"),
        "NaN in a rule set": whole.replace(b'"md-craps"', b"NaN"),
        "a number with a leading nought": whole.replace(b'"10"', b"010"),
        "a number with a plus": whole.replace(b'"10"', b"+10"),
        "a hexadecimal number": whole.replace(b'"10"', b"0x10"),
        "five thousand digits": whole.replace(b'"10"', b"9" * 5000),
        "a bad escape": whole.replace(b"pass_line", rb"pass\qline"),
        "a cut escape": whole.replace(b"pass_line", rb"pass\u12"),
        "binary": bytes(range(256)),
    }
    for name, text in plain.items():
        yield Case(name, text, "")
    for name, value in {
        "null": None,
        "true": True,
        "a number": 5,
        "a string": "craps",
        "a list": [GOOD],
    }.items():
        yield Case(f"the document is {name}", _json(value), "")
    for key in ("amount", "bet", "events", "ruleset", "edition"):
        text = whole.replace(f'"{key}":'.encode(), f'"{key}": 1, "{key}":'.encode(), 1)
        yield Case(f"{key} twice", text, key)
    yield Case(
        "the same key twice, once escaped", whole.replace(b'"bet":', rb'"bet": 1, "\u0062et":', 1), "bet"
    )


# Events ---------------------------------------------------------------------------------------------------

NOT_NUMBERS: dict[str, Any] = {
    "nought": 0, "nought as text": "0", "nought point nought": "0.00", "negative": -5,
    "negative text": "-5",
    "negative fraction": "-1/2", "a float": 2.5, "a whole float": 10.0, "a small float": 1e-9,
    "1e400": float("inf"),
    "an exponent": "1e3", "a divisor of nought": "1/0", "two slashes": "1/2/3", "no digits": ".5",
    "a lone dot": "5.",
    "a comma": "2,50", "white space": " 10", "a new line": "10\n", "empty": "", "a word": "ten",
    "NaN text": "NaN",
    "Infinity text": "Infinity", "hexadecimal": "0x10", "an underscore": "1_000", "Arabic digits": "١٠",
    "full-width digits": "１０", "a superscript": "5²", "forty-one digits": 10**40,
    "forty-one digits as text": "1" * 41,
    "a long decimal": "1." + "0" * 60, "true": True, "false": False, "null": None, "a list": ["10"],
    "an object": {"a": 1},
    "a surrogate": "\ud800", "an escape sequence": "\x1b[31m10",
}  # fmt: skip
NOT_ROLLS: dict[str, Any] = {
    "null": None, "a number": 7, "a string": "31", "empty": [], "one die": [3], "three dice": [1, 2, 3],
    "nought": [0, 3],
    "seven": [3, 7], "negative": [-1, 3], "a float": [3.0, 1], "a string face": ["3", 1],
    "true": [True, 1], "null face": [None, 1],
    "a list": [[3], 1], "an object": {"first": 3, "second": 1}, "huge": [10**30, 1],
}  # fmt: skip
NOT_NUMBERS_OF_A_WAGER: dict[str, Any] = {
    "seven": 7, "nought": 0, "negative": -6, "text": "6", "a float": 6.0, "true": True, "null": None,
    "a list": [6],
    "an object": {}, "huge": 10**30,
}  # fmt: skip
NO_WAGERS: dict[str, Any] = {
    "unknown": "passline", "empty": "", "upper case": "PASS_LINE", "white space": " pass_line",
    "null": None, "a number": 6,
    "true": True, "a list": ["pass_line"], "an object": {"pass_line": 1}, "a surrogate": "\udfff",
    "very long": "x" * 100_000,
    "an escape sequence": "\x1b[2J", "line breaks": "pass\n\nline", "of another table": "red_dog",
}  # fmt: skip


def _with(index: int, change: dict[str, Any], without: tuple[str, ...] = ()) -> bytes:
    scenario = good()
    event = {k: v for k, v in scenario["events"][index].items() if k not in without} | change
    scenario["events"][index] = event
    # JSON writes an infinite float as Infinity; a number too large for a float is what is meant.
    return _json(scenario).replace(b"Infinity", b"1e400")


def _event(name: str, index: int, change: dict[str, Any], place: str, without: tuple[str, ...] = ()) -> Case:
    return Case(name, _with(index, change, without), f"events[{index}]{'.' if place else ''}{place}")


def _events() -> Iterator[Case]:
    for name, value in NOT_NUMBERS.items():
        if name != "Infinity text":
            yield _event(f"amount is {name}", 0, {"amount": value}, "amount")
            yield _event(f"removed amount is {name}", 5, {"amount": value}, "amount")
    for name, value in NOT_ROLLS.items():
        face = (
            "[0]"
            if name
            in ("nought", "negative", "a float", "a string face", "true", "null face", "a list", "huge")
            else ""
        )
        yield _event(f"roll is {name}", 2, {"roll": value}, f"roll{'[1]' if name == 'seven' else face}")
        yield _event(f"dice are {name}", 3, {"dice": value}, f"dice{'[1]' if name == 'seven' else face}")
    for name, value in NOT_NUMBERS_OF_A_WAGER.items():
        yield _event(f"number is {name}", 1, {"number": value}, "number")
        yield _event(f"turned number is {name}", 4, {"number": value}, "number")
    for name, value in NO_WAGERS.items():
        yield _event(f"wager is {name}", 0, {"bet": value}, "bet")
        yield _event(f"removed wager is {name}", 5, {"remove": value}, "remove", ("number",))
    for wager in ("pass_line", "field", "horn", "all_small", "fire", "pass_odds", "big_6", "world"):
        yield _event(f"{wager} with a number", 0, {"bet": wager, "number": 6}, "number")
        yield _event(f"{wager} with dice", 0, {"bet": wager, "dice": [1, 2]}, "dice")
    for wager in (
        "place",
        "buy",
        "lay",
        "hardway",
        "come_odds",
        "dont_come_odds",
        "horn_high",
        "place_to_lose",
    ):
        yield _event(f"{wager} without a number", 0, {"bet": wager}, "number")
    for wager, number in (("hardway", 5), ("horn_high", 4), ("come", 7), ("dont_come", 2), ("buy", 12)):
        yield _event(f"{wager} on {number}", 0, {"bet": wager, "number": number}, "number")
    for wager in ("pass_line", "dont_pass", "field", "horn", "fire", "all_tall", "any_seven", "pass_odds"):
        yield _event(f"{wager} that stays", 0, {"bet": wager, "stay": True}, "stay")
        yield _event(f"{wager} said not to stay", 0, {"bet": wager, "stay": False}, "stay")
    for name, value in {"null": None, "1": 1, "yes": "yes", "a list": [True]}.items():
        yield _event(f"stay is {name}", 1, {"stay": value}, "stay")
        yield _event(f"pass_dice is {name}", 6, {"pass_dice": value}, "pass_dice")
    yield _event("pass_dice is false", 6, {"pass_dice": False}, "pass_dice")
    for name, value in {
        "On": "On",
        "null": None,
        "true": True,
        "a list": ["on"],
        "empty": "",
        "out": "out",
    }.items():
        yield _event(f"turn is {name}", 4, {"turn": value}, "turn")
    yield _event("turn without a bet", 4, {}, "bet", ("bet",))
    yield _event("bet without an amount", 0, {}, "amount", ("amount",))
    yield _event("hop without dice", 3, {}, "dice", ("dice",))
    yield _event("hop with a number", 3, {"number": 7}, "number")
    yield _event("an empty event", 2, {}, "", ("roll",))
    yield _event("an unknown field", 0, {"colour": "red"}, "colour")
    yield _event("a misspelt field", 0, {"ammount": 5}, "ammount")
    yield _event("a field with an escape sequence", 0, {"\x1b[31m": 5}, "\\x1b[31m")
    yield _event("a field with a surrogate", 0, {"\ud800": 5}, "\\ud800")
    yield _event("a field with line breaks", 0, {"a\nb": 5}, "a\\nb")
    yield _event("a bet and a roll", 0, {"roll": [1, 2]}, "bet")
    yield _event("a roll that stays", 2, {"stay": True}, "stay")
    yield _event("a turn with an amount", 4, {"amount": 5}, "amount")
    yield _event("a removal that stays", 5, {"stay": True}, "stay")
    for name, value in {"null": None, "a number": 6, "a string": "roll", "a list": [], "true": True}.items():
        yield Case(f"an event is {name}", _json({**GOOD, "events": [value]}), "events[0]")
        yield Case(f"events are {name}", _json({**GOOD, "events": {} if value == [] else value}), "events")
    yield Case("no events", _json({"ruleset": GOOD["ruleset"]}), "events")
    yield Case("no rule set", _json({"events": []}), "ruleset")
    yield Case("an unknown field beside them", _json({**GOOD, "seed": 5}), "seed")
    yield Case("a misspelt field beside them", _json({**GOOD, "event": []}), "event")


# Rule sets ------------------------------------------------------------------------------------------------


def _rules(name: str, stated: dict[str, Any], place: str) -> Case:
    ruleset = {"edition": "md-craps", **stated}
    return Case(name, _json({**GOOD, "ruleset": ruleset}), f"ruleset.{place}" if place else "ruleset")


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def _rulesets() -> Iterator[Case]:
    no_objects: dict[str, Any] = {
        "null": None,
        "a string": "md-craps",
        "JSON in a string": '{"edition": "md-craps"}',
        "a list": [],
        "a number": 5,
        "true": True,
    }
    for name, value in no_objects.items():
        yield Case(f"ruleset is {name}", _json({**GOOD, "ruleset": value}), "ruleset")
    yield Case("an empty rule set", _json({**GOOD, "ruleset": {}}), "ruleset.edition")
    for name, value in {
        "unknown": "md",
        "null": None,
        "a number": 5,
        "empty": "",
        "a list": [],
        "long": "x" * 9999,
    }.items():
        yield _rules(f"edition is {name}", {"edition": value}, "edition")
    yield _rules("an unknown field of the rule set", {"chips": 5}, "chips")
    yield _rules("a field with an escape sequence in the rule set", {"\x1b]0;x": 5}, "\\x1b]0;x")
    yield _rules("an endless field of the rule set", {"x" * 100_000: 5}, "xxx")
    yield _rules("an endless field of a list of names", {"limits": {"y" * 100_000: {}}}, "limits.yyy")
    yield _rules("a surrogate as a payout", {"payouts": {"\ud800": "2:1"}}, "payouts.\\ud800")
    yield _rules(
        "an endless payout of shares", {"payouts": {"horn:" + "z" * 100_000: "2:1"}}, "payouts.horn:zzz"
    )
    for name in ("nought", "negative", "a float", "a word", "null", "1e400", "a divisor of nought"):
        value = NOT_NUMBERS[name]
        if name != "1e400":
            yield _rules(f"chip_unit is {name}", {"chip_unit": value}, "chip_unit")
        if name not in ("nought", "1e400"):
            yield _rules(
                f"multiple is {name}", {"odds": {"come": {"multiples": value}}}, "odds.come.multiples"
            )
            yield _rules(f"rate is {name}", {"vig": {"buy": {"rate": value}}}, "vig.buy.rate")
            yield _rules(f"minimum is {name}", {"limits": {"field": {"min": value}}}, "limits.field.min")
    yield _rules("increment is nought", {"limits": {"field": {"increment": 0}}}, "limits.field.increment")
    yield _rules("wagers is an object", {"wagers": {}}, "wagers")
    yield _rules("an unknown wager offered", {"wagers": ["pass_line", "roulette"]}, "wagers[1]")
    yield _rules("a wager offered twice", {"wagers": ["field", "field"]}, "wagers[1]")
    yield _rules("odds on a place bet", {"odds": {"place": {"multiples": 2}}}, "odds.place")
    yield _rules("a multiple for 7", {"odds": {"come": {"multiples": {"7": 1}}}}, "odds.come.multiples.7")
    yield _rules("an unknown basis", {"odds": {"come": {"basis": "stake"}}}, "odds.come.basis")
    yield _rules("vig on a place bet", {"vig": {"place": {}}}, "vig.place")
    yield _rules("an unknown way of collecting", {"vig": {"buy": {"collect": "later"}}}, "vig.buy.collect")
    yield _rules(
        "a refund that is no flag",
        {"vig": {"buy": {"refund_on_removal": "yes"}}},
        "vig.buy.refund_on_removal",
    )
    yield _rules("paytable C", {"paytables": {"fire": "C"}}, "paytables.fire")
    yield _rules("a paytable of a hop", {"paytables": {"hop": "A"}}, "paytables.hop")
    yield _rules("come-out state of a field bet", {"come_out": {"field": "off"}}, "come_out.field")
    yield _rules("a come-out state that is no state", {"come_out": {"place": "maybe"}}, "come_out.place")
    for wager in ("horn", "world", "c_and_e", "horn_high", "high_low"):
        yield _rules(f"a payout for {wager}", {"payouts": {wager: "7:1"}}, f"payouts.{wager}")
    yield _rules("a payout for a number of shares", {"payouts": {"horn:2": "7:1"}}, "payouts.horn:2")
    yield _rules("a payout on a number there is not", {"payouts": {"field:5": "2:1"}}, "payouts.field:5")
    for name, value in {
        "a float": 2.5, "a number": 2, "a fraction": "2/1", "negative": "-2:1", "over nought": "2:0",
        "for too little": "1 for 2",
        "a word": "even", "null": None, "a list": ["2:1"], "deep": _nested(400),
    }.items():  # fmt: skip
        yield _rules(f"payout is {name}", {"payouts": {"field:12": value}}, "payouts.field:12")
    yield _rules("an operator of control characters", {"operator": "a\x07b"}, "operator")
    yield _rules("an operator that reads backwards", {"operator": "Aurora \u202eosac"}, "operator")
    yield _rules("an empty operator", {"operator": "  "}, "operator")
    yield _rules("a currency of four letters", {"currency": "EURO"}, "currency")
    yield _rules("players in a float", {"table": {"players": 16.0}}, "table.players")
    yield _rules("an unknown piece of equipment", {"table": {"equipment": ["wheel"]}}, "table.equipment[0]")
    yield _rules("an area without a size", {"layout": {"areas": [{"wager": "field"}]}}, "layout.areas[0].x")


# Fuzzed ---------------------------------------------------------------------------------------------------


def _fuzzed(chance: random.Random) -> Iterator[Case]:
    """Cut texts, lost characters and stray bytes: what a broken pipe or a bad editor leaves behind."""
    whole = _json(GOOD)
    for at in sorted(chance.sample(range(1, len(whole) - 1), 60)):
        yield Case(f"cut after {at} bytes", whole[:at], "")
    marks = [i for i, byte in enumerate(whole) if byte in b'{}[]:"']
    for at in sorted(chance.sample(marks, 40)):
        yield Case(f"without the {chr(whole[at])} at {at}", whole[:at] + whole[at + 1 :], "")
    for number, at in enumerate(sorted(chance.sample(range(1, len(whole)), 30))):
        stray = bytes([chance.choice(b"\x80\xa0\xc3\xe2\xf0\xfe\xff")])
        yield Case(f"stray byte {number}", whole[:at] + stray + whole[at:], "")
