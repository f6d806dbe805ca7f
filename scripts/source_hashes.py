"""Hash every run of twelve words of the source documents, so that a test can hold our text apart from theirs.

    python scripts/source_hashes.py FOLDER                 write tests/craps/rulebook/source_hashes.txt
    python scripts/source_hashes.py FOLDER --find FILE     show the runs that FILE of craps/rulebook shares

FOLDER holds the documents as .txt files; they stay out of the repository, only the hashes are in it.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HASHES = ROOT / "tests" / "craps" / "rulebook" / "source_hashes.txt"
RUN = 12
DIGITS = 10  # of the SHA-256: short enough for a small file, long enough that no two runs meet by chance

# What is no sentence of a document: marks of its conversion, page heads, letters of a list.
_NOT_TEXT = re.compile(
    r"<[^>]*>"
    r"|^.*(?:Section Page|BCLC Rules of Play for Table Games|Rules of Play [–-] Miscellaneous Games).*$"
    r"|^.*(?:Maryland State Lottery and Gaming Control Agency|Standard Rules - Craps).*$"
    r"|\((?:[A-Za-z]|[ivx]+)\)|(?<=\d)\.[a-d]\b",
    re.MULTILINE,
)


def words(text: str) -> list[str]:
    """The words of a text, lower-cased, without figures, punctuation and the letters of lists."""
    plain = re.sub(r"['’‘`]", "", _NOT_TEXT.sub(" ", text)).lower()
    return [word for word in re.findall(r"\w+", plain) if not any(sign.isdigit() for sign in word)]


def runs(text: str) -> Iterator[str]:
    found = words(text)
    for start in range(len(found) - RUN + 1):
        yield " ".join(found[start : start + RUN])


def digest(run: str) -> str:
    return hashlib.sha256(run.encode()).hexdigest()[:DIGITS]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--find", type=Path, metavar="FILE")
    given = parser.parse_args()
    documents = sorted(given.folder.glob("*.txt"))
    if not documents:
        print(f"{given.folder}: holds no .txt file", file=sys.stderr)
        return 2
    theirs = {run for document in documents for run in runs(document.read_text(encoding="utf-8"))}
    if given.find:
        data = tomllib.loads(given.find.read_text(encoding="utf-8"))
        entries = data.get("clause") or data["term"]
        ours = " ".join(f"{entry.get('heading', '')} {entry['text']}" for entry in entries)
        hits = [run for run in runs(ours) if run in theirs]
        print("\n".join([*hits, f"{len(hits)} shared runs of {RUN} words"]))
        return 1 if hits else 0
    HASHES.write_text("".join(f"{line}\n" for line in sorted(map(digest, theirs))), encoding="ascii")
    print(f"{len(documents)} documents, {len(theirs)} runs, {HASHES.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
