"""The command line, one module a verb. What they share is here: reading, writing, one line for bad input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from craps.codec import Json
from craps.errors import BadInput

OK, BREACH, BAD_INPUT = 0, 1, 2


class Parser(argparse.ArgumentParser):
    """argparse, with its complaints as one line and exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadInput("", f"{message}; see python -m craps {self.prog.split()[-1]} --help")


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    with open_input(name) as source:
        return source.read()


def open_input(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise BadInput(name, f"can not be read: {error.strerror}") from None


def write_json(value: Json, *, indent: int | None = 2) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def write_lines(name: str, answer: Callable[[bytes], Json]) -> int:
    """One document a line in, one result a line out; a bad line gives its error in its place and exit 2."""
    code = OK
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    with open_input(name) as source:
        for line in _documents(source):
            try:
                found = answer(line)
            except BadInput as error:
                found = {"error": error.to_json()}
                code = BAD_INPUT
            sys.stdout.write(encode(found) + "\n")
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
