"""``python -m craps simulate FILE|- --rolls N --seed S``: play many rolls and compare with the exact edge.

Of a game that is played in rounds, ``--rolls`` (or ``--rounds``) counts those.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from craps.commands import OK, as_table, read_input, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.errors import BadInput, quoted
from craps.money import decimal_text

if TYPE_CHECKING:
    from craps.simulate import Result, Simulation


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps simulate", description="Play many rolls and compare with the exact edge.")
    parser.add_argument("file", help='a rule set and bets, {"ruleset": …, "bets": […]}; - for standard input')
    parser.add_argument(
        "--rolls", "--rounds", type=_whole, default=1_000_000, help="rolls of the dice, or rounds (1000000)"
    )
    parser.add_argument("--seed", type=_whole, default=1, help="the same seed gives the same rolls (1)")
    parser.add_argument("--text", action="store_true", help="a table for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    readings = chosen_readings(args.reading)
    try:
        from craps.simulate import simulate_bets
        from craps.simulate.bets import read_bets
    except ModuleNotFoundError as error:  # the one verb that needs more than Python
        raise BadInput("", f"simulate needs {error.name}; install it with baize-craps[simulate]") from None
    ruleset, bets = read_bets(read_input(args.file))
    ruleset = ruleset.with_readings(readings, "--reading")
    simulation = simulate_bets(ruleset, bets, rolls=args.rolls, seed=args.seed)
    if args.text:
        print(as_text(simulation))
    else:
        write_json(simulation.to_json(), args)
    return OK


def as_text(simulation: Simulation) -> str:
    """The results as a table: simulated edge, its standard error, the exact edge, and their distance."""
    rows = [["bet", "decisions", "staked", "edge", "standard error", "exact", "z"]]
    for bet in simulation.bets:
        rows.append([_name(bet), f"{bet.decisions:,}", str(bet.staked), *_figures(bet)])
    head = f"{simulation.rolls:,} {simulation.rounds_text}, seed {simulation.seed}"
    foot = "z: the distance from the exact edge in standard errors; beyond 4 suggests an error."
    return f"{head}\n\n{as_table(rows, right=(1, 2, 3, 4, 5, 6))}\n\n{foot}"


def _figures(bet: Result) -> list[str]:
    exact = "-" if bet.exact is None else decimal_text(bet.exact, 6)
    if bet.edge is None:
        return ["-", "-", exact, "-"]
    z = "-" if bet.z is None else decimal_text(bet.z, 2)
    return [decimal_text(bet.edge, 6), decimal_text(bet.stderr, 6), exact, z]


def _name(bet: Result) -> str:
    wager, spots, _ = bet.bet
    if bet.which:
        return " ".join([wager, *bet.which.values()])
    if isinstance(spots[0], tuple):
        return f"{wager} {spots[0][0]}-{spots[0][1]}"
    return wager if spots == (None,) else f"{wager} {', '.join(map(str, spots))}"


def _whole(text: str) -> int:
    """A whole number as people write it, ``1e8`` for a hundred million included."""
    written = re.fullmatch(r"([0-9_]{1,15})(?:e([0-9]{1,2}))?", text.lower())
    if not written:
        raise ArgumentTypeError(f"{quoted(text)} is not a whole number such as 1000000 or 1e6")
    return int(written[1].replace("_", "") or 0) * int("1" + "0" * int(written[2] or 0))
