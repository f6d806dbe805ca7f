"""``python -m craps digest FILE|-``: a rule set in canonical form on one line, its SHA-256 on the next."""

from __future__ import annotations

from craps.commands import OK, read_input
from craps.commands.arguments import Parser, add_reading_option, chosen_readings
from craps.ruleset import load_ruleset


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps digest", description="Print the canonical form of a rule set and its digest.")
    parser.add_argument("file", help="a rule set as JSON; - for standard input")
    add_reading_option(parser)
    args = parser.parse_args(argv)
    ruleset = load_ruleset(read_input(args.file))
    ruleset.with_readings(chosen_readings(args.reading), "--reading")
    print(ruleset.canonical().decode())
    print(ruleset.digest)
    return OK
