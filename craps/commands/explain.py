"""``python -m craps explain RULE``: one constraint, in every edition of its jurisdiction that has it."""

from __future__ import annotations

from textwrap import fill

from craps.commands import OK, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.editions import editions_under
from craps.validation import explain

SEVERITIES = {
    "breach": "Breaking it is a breach.",
    "refer": "Departing from it is for the regulator to judge.",
    "info": "It gives a note and never changes the verdict.",
}


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps explain", description="Explain one constraint.")
    parser.add_argument("rule", help="a rule such as md.vig.rate; craps rules lists them")
    parser.add_argument("--text", action="store_true", help="sentences for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    constraints = explain(args.rule, editions_under(chosen_readings(args.reading), "--reading"))
    if not args.text:
        rows = [
            {"edition": edition.id, "title": edition.title} | rule.to_json() for edition, rule in constraints
        ]
        write_json({"rule": args.rule, "editions": rows}, args)
        return OK
    print(args.rule)
    for edition, rule in constraints:
        cites = f"({', '.join(rule.clauses)})"
        print(f"\n{edition.title}")
        print(
            fill(
                f"{rule.text} {SEVERITIES[rule.severity]} {cites}",
                100,
                initial_indent="    ",
                subsequent_indent="    ",
            )
        )
    return OK
