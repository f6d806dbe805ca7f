"""``python -m craps schema [EDITION]``: the JSON Schema of a rule set of its game, craps if none is named."""

from __future__ import annotations

from craps.commands import OK, write_json
from craps.commands.arguments import Parser, add_json_options
from craps.editions import load_edition
from craps.games import HOME, game_of
from craps.ruleset import ruleset_schema


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps schema", description="Print the JSON Schema of a rule set.")
    parser.add_argument("edition", nargs="?", default="", help="an edition such as bc-war; craps if left out")
    add_json_options(parser)
    args = parser.parse_args(argv)
    game = game_of(load_edition(args.edition)).id if args.edition else HOME
    write_json(ruleset_schema(game), args)
    return OK
