"""``python -m craps VERB …``: the rules core on the command line.

Bad input ends with exit code 2, nothing on standard output and one line on standard error.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from craps import BadInput, core_version
from craps.errors import nearest, shown

VERBS = {
    "settle": "settle bets and rolls under a rule set",
    "check": "check a rule set against its edition",
    "rules": "list the constraints of an edition, with clauses",
    "explain": "explain one constraint",
    "compare": "compare two editions or two rule sets",
    "where": "in which other editions a rule set would pass",
    "edge": "exact edge of every wager under a rule set",
    "simulate": "play many rolls and compare with the exact edge",
    "schema": "print the JSON Schema of a rule set",
    "digest": "print the canonical form of a rule set and its digest",
}


def main(argv: list[str] | None = None) -> int:
    args = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        if not args or args[0] in ("-h", "--help", "help"):
            print(_usage())
            return 0 if args else 2
        if args[0] == "--version":
            print(core_version())
            return 0
        if args[0] not in VERBS:
            raise BadInput(
                "", f"{shown(args[0])} is not a verb of craps{nearest(args[0], VERBS)}; try --help"
            )
        found: int = import_module(f"craps.commands.{args[0]}").main(args[1:])
        sys.stdout.flush()
        return found
    except BadInput as error:
        print(f"craps: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _usage() -> str:
    lines = [f"  {verb:9} {what}" for verb, what in VERBS.items()]
    return "\n".join(
        ["usage: python -m craps VERB …", "", *lines, "", "python -m craps VERB --help says more."]
    )


if __name__ == "__main__":
    sys.exit(main())
