"""The arguments of the verbs, apart from the rest: loading argparse takes 6 ms that ``settle FILE`` saves."""

from __future__ import annotations

import argparse

from craps.errors import BadInput, quoted


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line and exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadInput("", f"{message}; see craps {self.prog.split()[-1]} --help")


def add_json_options(parser: argparse.ArgumentParser) -> None:
    """``--compact`` and ``--indent``: how JSON is written where the verb's default does not suit."""
    layout = parser.add_mutually_exclusive_group()
    layout.add_argument("--compact", action="store_true", help="JSON on one line, as in a pipe or file")
    layout.add_argument("--indent", action="store_true", help="indented JSON, as on a terminal")


def add_reading_option(parser: argparse.ArgumentParser) -> None:
    """``--reading ID=OPTION``: see the answer under another reading of what the document leaves open."""
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="ID=OPTION",
        help="another reading of an open question, such as on-marker=one; craps readings EDITION lists them",
    )


def chosen_readings(given: list[str]) -> dict[str, str]:
    """What ``--reading`` chose; BadInput for one that is not ID=OPTION, or that is given twice."""
    chosen: dict[str, str] = {}
    for text in given:
        name, equals, option = text.partition("=")
        if not (name and equals and option):
            raise BadInput("--reading", f"{quoted(text)} should be like on-marker=one")
        if name in chosen:
            raise BadInput("--reading", f"{name} is given twice")
        chosen[name] = option
    return chosen
