"""``python -m craps where FILE|-``: in which editions a rule set would pass, and what it would take."""

from __future__ import annotations

from textwrap import fill

from craps.commands import OK, read_input, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.comparing import Elsewhere, where
from craps.editions import edition_ids, editions_under, load_edition
from craps.games import game_of
from craps.ruleset import load_ruleset

VERDICTS = {
    "ok": "passes",
    "refer": "passes, with points for the regulator to judge",
    "breach": "does not pass",
}


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps where", description="Check the same terms under every edition.")
    parser.add_argument("file", help="a rule set as JSON; - for standard input")
    parser.add_argument("--text", action="store_true", help="sentences for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    ruleset = load_ruleset(read_input(args.file))
    same_game = map(load_edition, edition_ids(game_of(ruleset.edition).id))
    results = where(ruleset, editions_under(chosen_readings(args.reading), "--reading", same_game))
    if args.text:
        print("\n\n".join(as_text(each, ruleset.edition.id) for each in results))
    else:
        write_json(
            {"submitted_under": ruleset.edition.id, "editions": [each.to_json() for each in results]}, args
        )
    return OK


def as_text(each: Elsewhere, own: str) -> str:
    """One edition: the verdict, then what would have to change."""
    here = " (where it was submitted)" if each.edition.id == own else ""
    lines = [f"{each.edition.title}{here}: {VERDICTS[each.report.verdict]}."]
    for finding in each.changes:
        text = f"{finding.severity}: {finding.message}"
        lines.append(fill(text, 100, initial_indent="    ", subsequent_indent="        "))
    return "\n".join(lines)
