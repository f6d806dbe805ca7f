"""``python -m craps edge FILE|-``: the exact figures of every wager under a rule set."""

from __future__ import annotations

from craps.commands import OK, as_table, read_input, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.edge import FIGURES, EdgeRow, edges
from craps.money import decimal_text
from craps.ruleset import RuleSet, load_ruleset
from craps.table import name_of

LONGEST = 16  # a longer fraction says less to a person than its decimals
MOST_NAMED = 6


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


def as_text(ruleset: RuleSet, rows: list[EdgeRow]) -> str:
    """The rows as a table, decimals beside the exact edge; numbers with the same figures share a line."""
    alike: dict[tuple[object, ...], list[EdgeRow]] = {}
    for row in rows:
        alike.setdefault((row.bet, *(getattr(row, name) for name in FIGURES)), []).append(row)
    table = [["wager", "wins", "pushes", "edge", "edge, %", "without pushes, %", "rolls", "variance"]]
    table += [[_name(ruleset, same), *_figures(same[0])] for same in alike.values()]
    head = f"{ruleset.edition.title}: exact figures of one bet of each kind, left alone until it is decided"
    foot = (
        "edge: expected loss of the stake and any vigorish taken at placement; a push counts as a decision.\n"
        "variance: of the net result per unit staked. Fractions too long for the table are in the JSON form."
    )
    return f"{head}\n\n{as_table(table, right=(1, 2, 3, 4, 5, 6, 7))}\n\n{foot}"


def _figures(row: EdgeRow) -> list[str]:
    return [
        f"{decimal_text(row.win * 100, 3)}%",
        f"{decimal_text(row.push * 100, 3)}%" if row.push else "-",
        str(row.edge) if len(str(row.edge)) <= LONGEST else "-",
        decimal_text(row.edge * 100, 4),
        decimal_text(row.edge_resolved * 100, 4),
        decimal_text(row.rolls, 2),
        decimal_text(row.variance, 3),
    ]


def _name(ruleset: RuleSet, same: list[EdgeRow]) -> str:
    first = name_of(ruleset, same[0].bet, same[0].spot)
    if len(same) > MOST_NAMED:
        return f"{first} and {len(same) - 1} like it"
    return ", ".join([first, *(_spot(row) for row in same[1:])])


def _spot(row: EdgeRow) -> str:
    return "-".join(map(str, row.dice)) if row.dice else str(row.number)
