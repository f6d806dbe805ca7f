"""The arguments of the verbs, apart from the rest: loading argparse takes 6 ms that ``settle FILE`` saves."""

from __future__ import annotations

import argparse

from craps.errors import BadInput


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line and exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadInput("", f"{message}; see craps {self.prog.split()[-1]} --help")


def add_json_options(parser: argparse.ArgumentParser) -> None:
    """``--compact`` and ``--indent``: how JSON is written where the verb's default does not suit."""
    layout = parser.add_mutually_exclusive_group()
    layout.add_argument("--compact", action="store_true", help="JSON on one line, as in a pipe or file")
    layout.add_argument("--indent", action="store_true", help="indented JSON, as on a terminal")
