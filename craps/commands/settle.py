"""``python -m craps settle FILE|-``: a scenario in, its settlement out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from craps.commands import OK, as_table, json_indent, read_input, write_lines
from craps.games import game_of
from craps.money import amount_text as money
from craps.scenario import read_scenario

if TYPE_CHECKING:
    from craps.runs import Played, Stepped


def main(argv: list[str]) -> int:
    options = _options(argv)
    readings = options.readings

    def settled(document: bytes) -> tuple[Played, list[Any]]:
        ruleset, events = read_scenario(document)
        return game_of(ruleset.edition).settle(ruleset.with_readings(readings, "--reading"), events), events

    def as_json(run: Played, indent: int | None = None) -> str:
        return game_of(run.ruleset.edition).run_json(run, indent)

    if options.jsonl:
        return write_lines(options.file, lambda line: as_json(settled(line)[0]))
    run, events = settled(read_input(options.file))
    if options.text:
        print(as_text(run, events))
    else:
        print(as_json(run, json_indent(compact=options.compact, indent=options.indent)))
    return OK


class _Options(NamedTuple):
    file: str
    jsonl: bool = False
    text: bool = False
    compact: bool = False
    indent: bool = False
    readings: Mapping[str, str] = MappingProxyType({})


def _options(argv: list[str]) -> _Options:
    if len(argv) == 1 and (argv[0] == "-" or not argv[0].startswith("-")):
        return _Options(file=argv[0])  # the usual call: nothing to parse
    from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings

    parser = Parser(prog="craps settle", description="Settle bets and rolls under a rule set.")
    parser.add_argument("file", help="a scenario as JSON; - for standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--jsonl", action="store_true", help="read one scenario per line, write one result per line"
    )
    form.add_argument("--text", action="store_true", help="a table for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = vars(parser.parse_args(argv))
    readings = chosen_readings(args.pop("reading"))
    return _Options(**args, readings=readings)


def as_text(run: Played, events: list[Any]) -> str:
    """The run as a table: what happened, what it did, and where that leaves the player."""
    game = game_of(run.ruleset.edition)
    rows = [["#", "event", game.state, "on table", "balance", "what happened", "clause"]]
    for step, event in zip(run.steps, events, strict=True):
        results = _results(step) or [("", "")]
        point = str(step.to_json()[game.state] or "-")
        rows.append(
            [
                str(step.event),
                game.event_text(event),
                point,
                money(step.on_table),
                money(step.balance),
                *results[0],
            ]
        )
        rows += [["", "", "", "", "", *more] for more in results[1:]]
    balance, on_table, kept = money(run.balance), money(run.on_table), money(run.vig_paid)
    end = f"balance {balance}, on the table {on_table}"
    if game.takes_vigorish:
        end += f", vigorish kept by the house {kept}"
    return f"{run.ruleset.edition.title}\n\n{as_table(rows, right=(0, 2, 3, 4))}\n\nAt the end: {end}."


def _results(step: Stepped) -> list[tuple[str, str]]:
    if step.error:
        return [(f"refused ({step.error.code}): {step.error.message}", step.error.clause)]
    if step.vig:
        verb = (
            f"{money(step.vig)} vigorish taken" if step.vig > 0 else f"{money(-step.vig)} vigorish refunded"
        )
        return [(verb, "")]
    return [(settled.message, settled.clause) for settled in step.settlements or ()]
