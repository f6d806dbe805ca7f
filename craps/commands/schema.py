"""``python -m craps schema``: the JSON Schema of a rule set."""

from __future__ import annotations

from craps.commands import OK, Parser, write_json
from craps.ruleset import ruleset_schema


def main(argv: list[str]) -> int:
    Parser(prog="craps schema", description="Print the JSON Schema of a rule set.").parse_args(argv)
    write_json(ruleset_schema())
    return OK
