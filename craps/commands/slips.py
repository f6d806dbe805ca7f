"""``python -m craps slips FILE …``: what looks like an error of writing in a drafted edition."""

from __future__ import annotations

from textwrap import fill

from craps.codec import parse
from craps.commands import BREACH, OK, read_input, write_json
from craps.commands.arguments import Parser, add_json_options
from craps.edition import Edition, edition_from_json
from craps.edition_files import edition_of_files
from craps.editions import all_edition_ids, edition_ids, load_edition
from craps.errors import BadInput
from craps.games import game_of
from craps.slips import Slip, slips


def main(argv: list[str]) -> int:
    parser = Parser(prog="craps slips", description="List what looks like an error in a drafted edition.")
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the edition's files (values, readings, rulebook, examples), or its values as JSON; "
        "- for JSON from standard input",
    )
    parser.add_argument("--parent", help="the edition it follows; by default the one that it supersedes")
    parser.add_argument("--text", action="store_true", help="sentences for people")
    add_json_options(parser)
    args = parser.parse_args(argv)
    parent = load_edition(args.parent) if args.parent else None
    edition, parent = _read(args.files, parent)
    errors = slips(edition, parent, map(load_edition, edition_ids(game_of(edition).id)))
    if args.text:
        print(f"{edition.title}: {len(errors)} possible error{'' if len(errors) == 1 else 's'}")
        print("".join(f"\n{_as_text(slip)}\n" for slip in errors), end="")
    else:
        rows = [slip.to_json() for slip in errors]
        write_json({"edition": edition.id, "parent": parent.id if parent else None, "slips": rows}, args)
    return BREACH if errors else OK


def _read(names: list[str], parent: Edition | None) -> tuple[Edition, Edition | None]:
    contents = {name: read_input(name) for name in names}
    if len(contents) == 1 and not names[0].endswith(".toml"):
        document = parse(contents[names[0]])
        if not isinstance(document, dict):
            raise BadInput(names[0], "should be an object, the values of an edition")
        parent = parent or _superseded(document.get("supersedes"))
        return edition_from_json(document, predecessor=parent), parent
    read = edition_of_files(contents, parent)
    parent = parent or _superseded(read.document.get("supersedes"))
    read = edition_of_files(contents, parent)
    if read.edition is None:
        first = read.problems[0]
        raise BadInput(f"{first.file}: {first.path}" if first.path else first.file, first.message)
    return read.edition, parent


def _superseded(edition_id: object) -> Edition | None:
    """A built-in edition; the portal knows the drafted ones."""
    return load_edition(str(edition_id)) if edition_id in all_edition_ids() else None


def _as_text(slip: Slip) -> str:
    clause = f"  [{slip.clause}]" if slip.clause else ""
    change = f"was {slip.was or '-'}, is {slip.now or '-'}"
    lines = [
        f"{slip.path}{clause}  {slip.kind}",
        _indented(slip.sentence),
        _indented(f"{slip.label}: {change}"),
    ]
    return "\n".join(lines)


def _indented(text: str) -> str:
    return fill(text, 100, initial_indent="    ", subsequent_indent="      ")
