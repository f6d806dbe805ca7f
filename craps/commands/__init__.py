"""The command line, one module for each verb. Here is what they share: reading and writing."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from craps.codec import Json
from craps.errors import BadInput

if TYPE_CHECKING:
    from argparse import Namespace

OK, BREACH, BAD_INPUT = 0, 1, 2
INDENT = 2


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    with open_input(name) as source:
        return source.read()


def open_input(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    try:
        return open(name, "rb")  # noqa: PTH123 - pathlib takes 4 ms to import
    except OSError as error:
        raise BadInput(name, f"cannot be read: {error.strerror}") from None


def json_indent(*, compact: bool, indent: bool) -> int | None:
    """Indented for a person at a terminal, compact for a program: indenting a long run doubles its size."""
    return INDENT if indent or (sys.stdout.isatty() and not compact) else None


def write_json(value: Json, args: Namespace) -> None:
    indent = json_indent(compact=args.compact, indent=args.indent)
    text = json.dumps(value, ensure_ascii=False, indent=indent) if indent else compact_json(value)
    sys.stdout.write(text + "\n")


def compact_json(value: Json) -> str:
    """The value on one line, as ``--jsonl`` writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_lines(name: str, answer: Callable[[bytes], str]) -> int:
    """One document a line in, one result a line out; a bad line gives its error in its place and exit 2."""
    code = OK
    gc.enable()  # there may be any number of lines; see craps/__main__.py
    with open_input(name) as source:
        for line in _documents(source):
            try:
                result = answer(line)
            except BadInput as error:
                result = compact_json({"error": error.to_json()})
                code = BAD_INPUT
            sys.stdout.write(result + "\n")
    return code


def _documents(source: BinaryIO) -> Iterator[bytes]:
    return (line for line in source if line.strip())


def as_table(rows: list[list[str]], right: tuple[int, ...] = ()) -> str:
    """Rows as aligned text; the first row is the head, columns named in ``right`` are set flush right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def line(row: list[str]) -> str:
        cells = (
            c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    return "\n".join([line(rows[0]), "  ".join("-" * w for w in widths), *map(line, rows[1:])])
