"""``python -m craps rules EDITION``: every constraint of an edition, with its clauses."""

from __future__ import annotations

from craps.commands import OK, as_table, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.editions import load_edition
from craps.validation import rules


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps rules", description="List every constraint of an edition, with clauses.")
    parser.add_argument("edition", help="an edition such as nz-revised")
    parser.add_argument("--text", action="store_true", help="a table for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    edition = load_edition(args.edition).with_readings(chosen_readings(args.reading), "--reading")
    constraints = rules(edition)
    if args.text:
        rows = [[rule.id, _few(rule.clauses), rule.severity, rule.text] for rule in constraints]
        print(f"{edition.title}: {len(constraints)} constraints\n")
        print(as_table([["rule", "clause", "at worst", "what it asks"], *rows]))
    else:
        write_json(
            {
                "edition": edition.id,
                "title": edition.title,
                "rules": [rule.to_json() for rule in constraints],
            },
            args,
        )
    return OK


def _few(clauses: tuple[str, ...]) -> str:
    return clauses[0] if len(clauses) == 1 else f"{clauses[0]} and {len(clauses) - 1} more"
