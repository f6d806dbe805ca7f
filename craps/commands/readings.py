"""``python -m craps readings EDITION``: what its document leaves open, the options, the chosen one, why."""

from __future__ import annotations

from textwrap import fill

from craps.commands import OK, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.editions import load_edition
from craps.readings import Reading


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps readings", description="List what a document leaves open and how it is read.")
    parser.add_argument("edition", help="an edition such as nz-revised")
    parser.add_argument("--text", action="store_true", help="sentences for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    edition = load_edition(args.edition).with_readings(chosen_readings(args.reading), "--reading")
    readings = list(edition.readings.values())
    if args.text:
        print(f"{edition.title}: {len(readings)} readings\n")
        print("\n\n".join(map(as_text, readings)))
    else:
        rows = [reading.to_json() for reading in readings]
        write_json({"edition": edition.id, "title": edition.title, "readings": rows}, args)
    return OK


def as_text(reading: Reading) -> str:
    """One reading: the question, its options with the chosen one marked, and why."""
    lines = [f"{reading.id}  [{', '.join(reading.clauses)}]", _indented(reading.question)]
    for option, effect in reading.options.items():
        mark = "*" if option == reading.chosen else "-"
        lines.append(_indented(f"{mark} {option}: {effect}"))
    if not reading.others:
        lines.append(_indented("Another reading is not modelled yet."))
    return "\n".join([*lines, _indented(f"Why: {reading.why}")])


def _indented(text: str) -> str:
    return fill(text, 100, initial_indent="    ", subsequent_indent="      ")
