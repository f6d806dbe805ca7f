"""``python -m craps compare A B``: what differs between two editions or two rule sets."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from craps.codec import Json
from craps.commands import OK, as_table, read_input, write_json
from craps.commands.arguments import Parser, add_json_options, add_reading_option, chosen_readings
from craps.comparing import Comparison, EdgeDifference, compare
from craps.editions import all_edition_ids, load_edition
from craps.errors import BadInput, nearest
from craps.money import amount_text, exact
from craps.ruleset import RuleSet, baseline_of, load_ruleset
from craps.vocabulary import wager_words


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps compare", description="Show what differs between two editions or rule sets.")
    what = "an edition such as nz-1998, or a rule set as JSON; - for standard input"
    parser.add_argument("a", help=what)
    parser.add_argument("b", help=what)
    parser.add_argument("--text", action="store_true", help="tables for people")
    add_reading_option(parser)
    add_json_options(parser)
    args = parser.parse_args(argv)
    # The readings are the second side's, so that an edition can be compared with itself read differently.
    b = _read(args.b).with_readings(chosen_readings(args.reading), "--reading")
    comparison = compare(_read(args.a), b)
    if args.text:
        print(as_text(comparison, (args.a, args.b)))
    else:
        write_json(comparison.to_json(), args)
    return OK


def _read(name: str) -> RuleSet:
    ids = all_edition_ids()
    if name in ids:
        return baseline_of(load_edition(name))
    if name != "-" and not Path(name).exists():
        known = nearest(name, ids) or f"; there are {', '.join(ids)}"
        raise BadInput(name, f"is neither a file nor a known edition{known}")
    return load_ruleset(read_input(name))


def as_text(comparison: Comparison, names: tuple[str, str]) -> str:
    """The clauses that read differently, then the tables that have anything in them."""
    if comparison.same:
        return f"{names[0]} and {names[1]} do not differ."
    a, b = names
    worded = [row for row in comparison.rules if not row.same_words]
    renumbered = len(comparison.rules) - len(worded)
    parts = [
        *(_clause(row.clause, names, (row.a, row.b)) for row in comparison.clauses),
        _table(
            "Constraints", ["constraint", a, b], [[r.rule, _side_text(r.a), _side_text(r.b)] for r in worded]
        ),
        f"{renumbered} more constraints are the same under other clause numbers." if renumbered else "",
        _table(
            "Values",
            ["field", a, b],
            [[r.path, _value(r.a, r.a_clause), _value(r.b, r.b_clause)] for r in comparison.values],
        ),
        _table(
            "Readings",
            ["question", a, b],
            [[r.question, _side_text(r.a), _side_text(r.b)] for r in comparison.readings],
        ),
        _table(
            "Settlements",
            ["what happens", f"player has with {a}", f"with {b}", "difference"],
            [[r.title, _ends(r.a), _ends(r.b), amount_text(r.difference)] for r in comparison.settlements],
        ),
        _table(
            "Edges",
            ["wager", a, b],
            [[_bet(r), f"{r.a}", f"{r.b}"] for r in comparison.edges],
        ),
    ]
    return "\n\n".join(part for part in parts if part)


def _table(title: str, head: list[str], rows: list[list[str]]) -> str:
    return f"{title}\n\n{as_table([head, *rows])}" if rows else ""


def _clause(clause: str, names: tuple[str, str], texts: tuple[str | None, str | None]) -> str:
    sides = (
        fill(f"{name}: {text or 'no such clause'}", 100, initial_indent="    ", subsequent_indent="        ")
        for name, text in zip(names, texts, strict=True)
    )
    return "\n".join([f"Clause {clause}", *sides])


def _side_text(side: tuple[str, str] | None) -> str:
    return f"{side[0]} [{side[1]}]" if side else "-"


def _value(value: Json, clause: str) -> str:
    if value is None:
        return "-"
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return f"{text} [{clause}]" if clause else text


def _ends(side: dict[str, Json]) -> str:
    up = f", {amount_text(exact(side['on_table']))} still up" if side["on_table"] != "0" else ""
    return f"{amount_text(exact(side['balance']))}{up}"


def _bet(row: EdgeDifference) -> str:
    on = f" {row.number}" if row.number is not None else f" {row.dice[0]}-{row.dice[1]}" if row.dice else ""
    return " ".join([f"{wager_words(row.bet)}{on}", *(text.replace("_", " ") for text in row.which.values())])
