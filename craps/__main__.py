"""``craps VERB …`` or ``python -m craps VERB …``: the rules core on the command line.

Bad input ends with exit code 2, nothing on standard output and one line on standard error.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import NoReturn

from craps.errors import BadInput, nearest, quoted

VERBS = {
    "settle": "settle bets and rolls, cards or spins under a rule set",
    "check": "check a rule set against its edition",
    "editions": "list the built-in editions",
    "rules": "list the constraints of an edition, with clauses",
    "readings": "list what an edition's document leaves open and how it is read",
    "explain": "explain one constraint",
    "compare": "compare two editions or two rule sets",
    "where": "in which other editions a rule set would pass",
    "edge": "exact edge of every wager under a rule set",
    "cost": "what a bet of some amount costs, exactly",
    "simulate": "play many rolls or rounds and compare with the exact edge",
    "slips": "list what looks like an error in a drafted edition",
    "schema": "print the JSON Schema of a rule set",
    "digest": "print the canonical form of a rule set and its digest",
}


def main(argv: list[str] | None = None) -> int:
    args = sys.argv[1:] if argv is None else argv
    gc.disable()  # one answer makes many objects and no garbage: a fifth of the time of a long settlement
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        if not args or args[0] in ("-h", "--help", "help"):
            print(_usage())
            return 0 if args else 2
        if args[0] == "--version":
            from craps.version import core_version

            print(core_version())
            return 0
        if args[0] not in VERBS:
            raise BadInput(
                "", f"{quoted(args[0])} is not a verb of craps{nearest(args[0], VERBS)}; try --help"
            )
        code: int = import_module(f"craps.commands.{args[0]}").main(args[1:])
        sys.stdout.flush()
        return code
    except BadInput as error:
        print(f"craps: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        gc.enable()


def _usage() -> str:
    lines = [f"  {verb:9} {what}" for verb, what in VERBS.items()]
    return "\n".join(["usage: craps VERB …", "", *lines, "", "Run craps VERB --help for details."])


def run() -> NoReturn:
    """The command: end the process at once, without freeing a settled run object by object."""
    code = main()
    sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
