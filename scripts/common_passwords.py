"""Makes portal/accounts/common_passwords.bin, the filter of common passwords that no account may have.

    python scripts/common_passwords.py FREQUENCY_LISTS

Sources: the 20,000 passwords that come with Django (BSD licence), and the 30,000 passwords of the package
zxcvbn 4.5.0 (MIT licence, Copyright (c) 2016 Daniel Wolf), whose file `zxcvbn/frequency_lists.py` is given.
"""

import ast
import os
import sys
from pathlib import Path

import django
from django.contrib.auth.password_validation import CommonPasswordValidator

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")


def main(frequency_lists: str) -> None:
    django.setup()
    from portal.accounts.passwords import FILTER, SHORTEST_WORD, make_filter

    words = {word.casefold() for word in CommonPasswordValidator().passwords}
    for node in ast.walk(ast.parse(Path(frequency_lists).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "passwords":
                    words |= {word.casefold() for word in _words(value)}
    words = {word for word in words if len(word) >= SHORTEST_WORD}
    FILTER.write_bytes(make_filter(words))
    print(f"{len(words):,} passwords, {FILTER.stat().st_size:,} bytes: {FILTER.relative_to(ROOT)}")


def _words(value: ast.expr) -> list[str]:
    """The list as it is written in the file: a list of words, or one text that is split at the commas."""
    if isinstance(value, ast.Call):
        text = value.func.value if isinstance(value.func, ast.Attribute) else None
        return ast.literal_eval(text).split(",") if isinstance(text, ast.Constant) else []
    return [str(word) for word in ast.literal_eval(value)]


if __name__ == "__main__":
    main(sys.argv[1])
