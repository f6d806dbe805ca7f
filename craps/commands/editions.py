"""``craps editions``: every built-in edition, with its game, jurisdiction and what it supersedes."""

from __future__ import annotations

from craps.codec import Json
from craps.commands import OK, as_table, write_json
from craps.commands.arguments import Parser, add_json_options
from craps.edition import Edition
from craps.editions import all_edition_ids, load_edition
from craps.games import game_of


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps editions", description="List the built-in editions of every game.")
    parser.add_argument("--text", action="store_true", help="a table for people")
    add_json_options(parser)
    args = parser.parse_args(argv)
    rows = [as_row(load_edition(edition)) for edition in all_edition_ids()]
    if args.text:
        head = ["edition", "game", "in force from", "title"]
        cells = [[row["id"], row["game"], row.get("in_force_from", "-"), row["title"]] for row in rows]
        print(as_table([head, *cells]))
    else:
        write_json({"editions": rows}, args)
    return OK


def as_row(edition: Edition) -> dict[str, Json]:
    """What identifies an edition; a field that it does not have is left out."""
    row = {
        "id": edition.id,
        "title": edition.title,
        "game": game_of(edition).id,
        "jurisdiction": edition.jurisdiction,
        "currency": edition.currency,
        "source": edition.source,
        "in_force_from": edition.in_force_from.isoformat() if edition.in_force_from else "",
        "supersedes": edition.supersedes,
        "digest": edition.digest,
    }
    return {name: value for name, value in row.items() if value}
