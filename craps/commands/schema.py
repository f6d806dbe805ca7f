"""``python -m craps schema``: the JSON Schema of a rule set."""

from __future__ import annotations

from craps.commands import OK, write_json
from craps.commands.arguments import Parser, add_json_options
from craps.ruleset import ruleset_schema


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps schema", description="Print the JSON Schema of a rule set.")
    add_json_options(parser)
    write_json(ruleset_schema(), parser.parse_args(argv))
    return OK
