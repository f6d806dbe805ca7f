"""`make interpretations`: writes docs/interpretations.md from the readings of the built-in editions."""

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from craps import all_edition_ids, game_of, load_edition  # noqa: E402
from craps.edition import Edition  # noqa: E402
from craps.money import Exact, amount_text  # noqa: E402
from craps.reading_effects import Effect, other_effects  # noqa: E402
from craps.readings import APPROVAL, JUDGEMENTS, MONEY, RECORDED, Reading  # noqa: E402

TARGET = ROOT / "docs" / "interpretations.md"

HEAD = """\
# How Baize reads the documents where they are silent or contradict themselves

A regulator should be able to see every place where the product had to choose. Each reading is data of its
edition (`craps/editions/<edition>.readings.toml`): the clauses, the question, the options with what each
does, the chosen one and why. The public pages of an edition show the same with worked examples;
`craps readings EDITION` prints it, and `--reading ID=OPTION` tries another option. `make interpretations`
writes this file; do not edit it by hand.

## Not part of an edition

How long may a decision take? No document says. Each regulator sets its own number of working days;
[review.md](review.md) has the defaults. Cases show the days left, and whether they are late.
"""

KINDS = {
    MONEY: (
        "Readings that decide money",
        "Bets are settled and house edges are calculated by the chosen option. The last column has the "
        "result of a worked example under the other one, and each house edge that differs.",
        (
            "reading",
            "clauses",
            "question",
            "as it is read",
            "why",
            "the other option",
            "what it would change",
        ),
    ),
    APPROVAL: (
        "Readings that decide an approval",
        "A check goes by the reading, or the reading has the id of the rule that finds the case. `refer`: a "
        "person decides each time; `allow`: it is allowed, and a note says so; `breach`: it is a breach.",
        ("reading", "clauses", "question", "chosen", "why"),
    ),
    RECORDED: (
        "Recorded readings",
        "Only this option is modelled.",
        ("reading", "clauses", "question", "as it is read", "why"),
    ),
}


def document() -> str:
    """The whole page."""
    parts = [HEAD]
    first_of: dict[tuple[str, str], Edition] = {}
    for edition in map(load_edition, all_edition_ids()):
        base = first_of.setdefault((edition.jurisdiction, game_of(edition).id), edition)
        parts.append("\n".join(_whole(edition) if base is edition else _beside(edition, base)))
    return "\n".join(parts)


def _whole(edition: Edition) -> Iterator[str]:
    """Every reading of an edition, a table for each kind."""
    yield f"## {edition.title}\n"
    yield from _tables(edition, list(edition.readings.values()))


def _beside(edition: Edition, base: Edition) -> Iterator[str]:
    """What an edition reads otherwise than the first of its jurisdiction and game."""
    yield f"## {edition.title}\n"
    own = [r for r in edition.readings.values() if not _says_the_same(r, base.readings.get(r.id))]
    gone = [f"`{name}`" for name in base.readings if name not in edition.readings]
    renumbered = [
        r for r in edition.readings.values() if r not in own and r.clauses != base.readings[r.id].clauses
    ]
    yield f"It reads everything as {base.title} does{', except as follows' if own or gone else ''}.\n"
    if gone:
        yield f"These questions do not arise: {', '.join(gone)}.\n"
    if renumbered:
        yield "The clauses have other numbers:\n"
        yield from _table(("reading", "clauses"), ((f"`{r.id}`", ", ".join(r.clauses)) for r in renumbered))
    yield from _tables(edition, own)


def _says_the_same(reading: Reading, other: Reading | None) -> bool:
    return other is not None and reading._replace(clauses=()) == other._replace(clauses=())


def _tables(edition: Edition, readings: list[Reading]) -> Iterator[str]:
    for kind, (title, intro, columns) in KINDS.items():
        of_kind = [reading for reading in readings if reading.kind == kind]
        if of_kind:
            yield f"### {title}\n"
            yield f"{intro}\n"
            yield from _table(columns, (_row(edition, reading) for reading in of_kind))


def _row(edition: Edition, reading: Reading) -> tuple[str, ...]:
    head = (f"`{reading.id}`", ", ".join(reading.clauses), reading.question)
    if reading.kind == APPROVAL:
        does = "" if reading.chosen in JUDGEMENTS else f": {reading.effect}"
        return (*head, f"`{reading.chosen}`{does}", reading.why)
    row = (*head, f"`{reading.chosen}`: {reading.effect}", reading.why)
    if reading.kind == RECORDED:
        return row
    (effect,) = other_effects(edition, reading.id)
    return (*row, f"`{effect.option}`: {reading.options[effect.option]}", _change(effect))


def _change(effect: Effect) -> str:
    assert effect.example is not None  # noqa: S101 - a reading that decides money has one
    changes = [f"{effect.example.title} The player has {_more(effect)}."]
    edges: dict[tuple[str, Exact, Exact], list[str]] = {}
    for row in effect.edges:
        edges.setdefault((row.bet, row.a, row.b), []).append(str(row.number or " ".join(row.which.values())))
    changes += [
        f"Edge of {bet} {', '.join(numbers)}: {now}, then {then}."
        for (bet, now, then), numbers in edges.items()
    ]
    return " ".join(changes)


def _more(effect: Effect) -> str:
    assert effect.example is not None  # noqa: S101
    difference = effect.example.difference
    amount = f"{effect.edition.currency} {amount_text(max(difference, -difference))}"
    return f"{amount} more" if difference > 0 else f"{amount} less"


def _table(columns: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


if __name__ == "__main__":
    TARGET.write_text(document())
    print(f"Wrote {TARGET.relative_to(ROOT)}.")
