"""``python -m craps edge FILE|-``: the exact figures of every wager under a rule set."""

from __future__ import annotations

from collections.abc import Sequence

from craps.commands import OK, as_table, read_input, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.edge import EdgeRow, edges
from craps.games import game_of
from craps.ruleset import RuleSet, load_ruleset


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps edge", description="Print the exact edge of every wager under a rule set.")
    parser.add_argument("file", help="a rule set as JSON; - for standard input")
    parser.add_argument("--text", action="store_true", help="a table for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    ruleset = load_ruleset(read_input(args.file)).with_readings(chosen_readings(args.reading), "--reading")
    rows = edges(ruleset)
    if args.text:
        print(as_text(ruleset, rows))
    else:
        write_json({"wagers": [row.to_json() for row in rows]}, args)
    return OK


def as_text(ruleset: RuleSet, rows: Sequence[EdgeRow]) -> str:
    """The rows as a table, decimals beside the exact edge."""
    table, foot = game_of(ruleset.edition).edge_table(ruleset, rows)
    head = f"{ruleset.edition.title}: exact figures of one bet of each kind, left alone until it is decided"
    return f"{head}\n\n{as_table(table, right=tuple(range(1, len(table[0]))))}\n\n{foot}"
