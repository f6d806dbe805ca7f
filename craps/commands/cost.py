"""``craps cost FILE|-``: what bets of given amounts cost on average, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from craps.codec import Json, join, kind, parse
from craps.commands import OK, as_table, read_input, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.costs import EXACT, ROUNDINGS, cost
from craps.errors import BadInput, nearest, path_key
from craps.games import game_of
from craps.money import amount_text, decimal_text, exact, percent_text
from craps.ruleset import RuleSet, ruleset_within

FIELDS = ("ruleset", "bets")


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps cost", description="Print what bets cost on average, exactly.")
    parser.add_argument("file", help='a rule set and bets, {"ruleset": …, "bets": […]}; - for standard input')
    parser.add_argument(
        "--rounding", choices=ROUNDINGS, default=EXACT, help="of vigorish, to whole chips (exact)"
    )
    parser.add_argument("--text", action="store_true", help="a table for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    ruleset, bets = _read(parse(read_input(args.file)))
    ruleset = ruleset.with_readings(chosen_readings(args.reading), "--reading")
    rows = [_cost(ruleset, bet, f"bets[{place}]", args.rounding) for place, bet in enumerate(bets)]
    if args.text:
        print(as_text(ruleset, rows))
    else:
        write_json({"edition": ruleset.edition.id, "rounding": args.rounding, "bets": rows}, args)
    return OK


def _read(request: Json) -> tuple[RuleSet, list[Json]]:
    if not isinstance(request, dict):
        raise BadInput("", f"should be an object with ruleset and bets, not {kind(request)}")
    for key in request:
        if key not in FIELDS:
            raise BadInput(path_key(key), f"is not a known field{nearest(key, FIELDS)}")
    for key in FIELDS:
        if key not in request:
            raise BadInput(key, "is missing")
    bets = request["bets"]
    if not isinstance(bets, list):
        raise BadInput("bets", f"should be a list, not {kind(bets)}")
    return ruleset_within(request), bets


def _cost(ruleset: RuleSet, bet: Json, path: str, rounding: str) -> dict[str, Json]:
    if not isinstance(bet, dict):
        raise BadInput(path, f"should be an object, not {kind(bet)}")
    try:
        return cost(ruleset, bet, rounding).to_json()
    except BadInput as error:
        where = "--rounding" if error.path == "rounding" else join(path, error.path) if error.path else path
        raise BadInput(where, error.message) from None


def as_text(ruleset: RuleSet, rows: list[dict[str, Json]]) -> str:
    """The costs as a table."""
    head = ["bet", "amount", "vigorish", "wins", "costs on average", "deviation", "edge"]
    lines = [[_name(ruleset, row), *_money(row), percent_text(exact(row["figures"]["edge"]))] for row in rows]
    return as_table([head, *lines], right=(1, 2, 3, 4, 5, 6))


def _name(ruleset: RuleSet, row: Mapping[str, Json]) -> str:
    which = {name: row[name] for name in ("number", "dice", "space", "play") if name in row}
    return game_of(ruleset.edition).bet_words(ruleset.edition, row["bet"], which)


def _money(row: Mapping[str, Any]) -> list[str]:
    won = " or ".join(dict.fromkeys(amount_text(exact(each["won"])) for each in row["winnings"]))
    vig = amount_text(exact(row["vig"])) if "vig" in row else "-"
    return [amount_text(exact(row["amount"])), vig, won, amount_text(exact(row["loss"])), _cents(row)]


def _cents(row: Mapping[str, Any]) -> str:
    """The standard deviation to the cent."""
    return decimal_text(exact(row["deviation"]), 2)
