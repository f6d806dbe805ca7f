"""The command line, one module for each verb. Here is what they share: reading, writing, bad arguments."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from craps.codec import Json
from craps.errors import BadInput

OK, BREACH, BAD_INPUT = 0, 1, 2
INDENT = 2


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line and exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadInput("", f"{message}; see craps {self.prog.split()[-1]} --help")


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


def add_json_options(parser: argparse.ArgumentParser) -> None:
    """``--compact`` and ``--indent``: how JSON is written where the verb's default does not suit."""
    layout = parser.add_mutually_exclusive_group()
    layout.add_argument("--compact", action="store_true", help="JSON on one line, as in a pipe or file")
    layout.add_argument("--indent", action="store_true", help="indented JSON, as on a terminal")


def indent_of(args: argparse.Namespace) -> int | None:
    """Indented for a person at a terminal, compact for a program: indenting a long run doubles its size."""
    return INDENT if args.indent or (sys.stdout.isatty() and not args.compact) else None


def write_json(value: Json, args: argparse.Namespace) -> None:
    indent = indent_of(args)
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
