"""``python -m craps check FILE|-``: a rule set in, every finding out; exit 1 if one is a breach."""

from __future__ import annotations

from textwrap import fill

from craps.checks import BREACH, Finding
from craps.commands import BREACH as EXIT_BREACH
from craps.commands import OK, compact_json, read_input, write_json, write_lines
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.ruleset import load_ruleset
from craps.validation import Report, check

VERDICTS = {
    "ok": "No breach found.",
    "refer": "No breach found, but there are points for the regulator to judge.",
    "breach": "This rule set breaks the edition's rules.",
}


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps check", description="Check a rule set against its edition.")
    parser.add_argument("file", help="a rule set as JSON; - for standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--jsonl", action="store_true", help="read one rule set per line, write one report per line"
    )
    form.add_argument("--text", action="store_true", help="findings as sentences for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    readings = chosen_readings(args.reading)
    if args.jsonl:
        return _lines(args.file, readings)
    report = _report(read_input(args.file), readings)
    if args.text:
        print(as_text(report))
    else:
        write_json(report.to_json(), args)
    return EXIT_BREACH if report.verdict == BREACH else OK


def _report(document: bytes, readings: dict[str, str]) -> Report:
    return check(load_ruleset(document).with_readings(readings, "--reading"))


def _lines(name: str, readings: dict[str, str]) -> int:
    breached = False

    def answer(line: bytes) -> str:
        nonlocal breached
        report = _report(line, readings)
        breached = breached or report.verdict == BREACH
        return compact_json(report.to_json())

    code = write_lines(name, answer)
    return EXIT_BREACH if code == OK and breached else code


def as_text(report: Report) -> str:
    """The report for people: the verdict, then each finding with its clause and what it costs."""
    count = len(report.findings)
    head = f"{report.ruleset.edition.title}: {VERDICTS[report.verdict]}"
    tail = f"{report.checked} constraints checked, {count} finding{'' if count == 1 else 's'}."
    return "\n\n".join([head, *map(_finding_text, report.findings), tail])


def _finding_text(finding: Finding) -> str:
    lines = [f"{finding.severity.upper()}  {finding.path}  [{finding.clause}, {finding.rule}]"]
    if finding.reading:
        lines[0] += f"  by reading {finding.reading}"
    lines.append(fill(finding.message, 100, initial_indent="    ", subsequent_indent="    "))
    if finding.demonstration:
        example = f"{finding.demonstration['title']} {finding.demonstration['sentence']}"
        lines.append(fill(f"For example: {example}", 100, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)
