"""An edition as files, in the form of the built-in ones: values, readings, rulebook and worked examples.

``files_of`` writes any edition, the same bytes each time and complete: without ``base``. ``edition_of_files``
reads them, also a file with the ``base`` of a built-in edition, and says all that is wrong, with the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from craps.codec import Json, kind
from craps.contents import problems
from craps.edition import Edition, edition_from_json
from craps.editions import resolved
from craps.errors import BadInput
from craps.examples import examples_data
from craps.examples.catalogue import resolved as resolved_examples
from craps.rulebook import book_data
from craps.rulebook.clauses import resolved as resolved_book

VALUES, READINGS, BOOK, EXAMPLES = "values", "readings", "rulebook", "examples"
_INLINE_FROM = 2  # tables inside tables inside the file are written on one line
_LONGEST_LINE = 100


class FileProblem(NamedTuple):
    """What is wrong in which file, and where in it."""

    file: str
    path: str
    message: str

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.file, self.path))) + f": {self.message}"


class EditionFiles(NamedTuple):
    """The content of an edition's files. ``edition`` is None if its values cannot be read."""

    document: dict[str, Json]
    book: dict[str, Json] | None
    examples: dict[str, Json] | None
    edition: Edition | None
    problems: tuple[FileProblem, ...]


def file_names(edition_id: str) -> dict[str, str]:
    """The name of each file of an edition, as they lie in the core."""
    return {
        VALUES: f"editions/{edition_id}.toml",
        READINGS: f"editions/{edition_id}.readings.toml",
        BOOK: f"rulebook/{edition_id}.toml",
        EXAMPLES: f"examples/{edition_id}.toml",
    }


def files_of(edition: Edition) -> dict[str, bytes]:
    """The files of an edition by name.

    >>> from craps import load_edition
    >>> list(files_of(load_edition("bc-war")))[:2]
    ['editions/bc-war.toml', 'editions/bc-war.readings.toml']
    """
    names = file_names(edition.id)
    values = {key: value for key, value in edition.data.items() if key != "readings"}
    contents = {
        VALUES: (f"{edition.title}. A value stands with its clause: [value, clause].", values),
        READINGS: (
            f"{edition.title}: what the document leaves open and how it is read.",
            edition.data.get("readings", {}),
        ),
        BOOK: (
            f"{edition.title}: the rulebook, clause by clause in the document's order.",
            book_data(edition),
        ),
        EXAMPLES: (f"Worked examples for {edition.title}.", examples_data(edition)),
    }
    return {names[kind]: toml(data, comment) for kind, (comment, data) in contents.items()}


def edition_of_files(files: Mapping[str, bytes], predecessor: Edition | None = None) -> EditionFiles:
    """Read the files of one edition, whatever folder they are in."""
    problems: list[FileProblem] = []
    by_kind: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, content in sorted(files.items()):
        try:
            data = tomllib.loads(content.decode("utf-8"))
        except UnicodeDecodeError:
            problems.append(FileProblem(name, "", "is not UTF-8 text"))
            continue
        except tomllib.TOMLDecodeError as error:
            problems.append(FileProblem(name, "", f"is not TOML: {error}"))
            continue
        which = _kind_of(name, data)
        if which in by_kind:
            message = f"is a second file of the same kind; {by_kind[which][0]} is one already"
            problems.append(FileProblem(name, "", message))
        by_kind[which] = (name, data)
    if VALUES not in by_kind:
        message = (
            "There is no file with the values of the edition: a file <edition>.toml with id, title and wagers"
        )
        return EditionFiles({}, None, None, None, (*problems, FileProblem("", "", message)))
    file, own = by_kind[VALUES]
    document: dict[str, Any] = {}
    edition, book, examples = None, None, None
    try:
        document = resolved(own, by_kind.get(READINGS, ("", {}))[1])
        if BOOK in by_kind:
            file = by_kind[BOOK][0]
            book = resolved_book(by_kind[BOOK][1])
        if EXAMPLES in by_kind:
            file = by_kind[EXAMPLES][0]
            examples = resolved_examples(by_kind[EXAMPLES][1])
        file = by_kind[VALUES][0]
        edition = edition_from_json(document, predecessor, book=book, examples=examples)
    except BadInput as error:
        if error.path.startswith("readings") and READINGS in by_kind:
            file = by_kind[READINGS][0]
        problems.append(FileProblem(file, error.path, error.message))
    if edition is not None and (book is not None or edition.supersedes):
        problems += _contents_problems(edition, {kind: name for kind, (name, _) in by_kind.items()})
    return EditionFiles(document, book, examples, edition, tuple(problems))


def _contents_problems(edition: Edition, names: Mapping[str, str]) -> Iterator[FileProblem]:
    place = {"book": BOOK, "clause": BOOK, "example": EXAMPLES}
    try:
        for problem in problems(edition):
            yield FileProblem(names.get(place.get(problem.kind, VALUES), ""), problem.path, problem.message)
    except BadInput as error:
        yield FileProblem(names[VALUES], error.path, error.message)


def _kind_of(name: str, data: Mapping[str, Any]) -> str:
    if name.endswith(".readings.toml"):
        return READINGS
    if "clause" in data:
        return BOOK
    if "example" in data:
        return EXAMPLES
    folder = name.rpartition("/")[0].rpartition("/")[2]
    return {"rulebook": BOOK, "examples": EXAMPLES}.get(folder, VALUES)


# Writing TOML --------------------------------------------------------------------------------------------


def toml(data: Mapping[str, Any], comment: str = "") -> bytes:
    """TOML text of a table: plain values first, then its tables, the inner ones of those on one line each."""
    lines = [f"# {comment}"] if comment else []
    lines += _table(data, ())
    return ("\n".join(lines).strip("\n") + "\n").encode()


def _table(data: Mapping[str, Any], keys: tuple[str, ...]) -> Iterator[str]:
    tables = {key: value for key, value in data.items() if _is_table(value) and len(keys) < _INLINE_FROM}
    arrays = {key: value for key, value in data.items() if not keys and _is_tables(value)}
    for key, value in data.items():
        if key not in tables and key not in arrays:
            yield f"{_key(key)} = {_value(value, top=True)}"
    for key, rows in arrays.items():
        for row in rows:
            yield f"\n[[{_key(key)}]]"
            yield from (f"{_key(name)} = {_value(value, top=True)}" for name, value in row.items())
    for key, value in tables.items():
        inner = (*keys, key)
        if not value or not all(_is_table(each) for each in value.values()) or len(inner) == _INLINE_FROM:
            yield f"\n[{'.'.join(map(_key, inner))}]"
        yield from _table(value, inner)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(_is_table, value))


def _value(value: Any, *, top: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _lines(value) if top and "\n" in value else _string(value)
    if _is_table(value):
        inner = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        entries = [_value(each) for each in value]
        line = f"[{', '.join(entries)}]"
        if top and (_is_tables(value) or len(line) > _LONGEST_LINE):
            return "[\n" + "".join(f"  {entry},\n" for entry in entries) + "]"
        return line
    raise BadInput("", f"{kind(value)} cannot be written to a file")


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else _string(key)


def _string(text: str) -> str:
    return f'"{_escaped(text)}"'


def _lines(text: str) -> str:
    """A text of several lines. Its first line break is not part of it."""
    lines = (_escaped(line) for line in text.split("\n"))
    return '"""\n' + "\n".join(lines) + '"""'


def _escaped(text: str) -> str:
    short = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join(
        short.get(char) or (f"\\u{ord(char):04X}" if ord(char) < 0x20 or ord(char) == 0x7F else char)
        for char in text
    )
