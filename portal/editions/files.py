"""An edition as a zip of files, in the form of the built-in ones: exported, and imported into a draft.

An import is whole or nothing: every problem is listed with its file and place, and nothing is written while
there is one.
"""

import io
import zipfile
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from craps.contents import problems
from craps.edition import Edition as CoreEdition
from craps.edition_files import EditionFiles, edition_of_files, file_names, files_of
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions.draft_store import locked_draft, save_contents
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, core_edition_from, edition_visible_to
from portal.editions.starting import insert_draft, jurisdiction_of_id
from portal.errors import BadValue, Conflict, NotFound, NotPossible

MAX_ZIP = 2 * 1024 * 1024  # bytes of the zip
MAX_UNPACKED = 4 * 1024 * 1024  # bytes of all files in it
MAX_FILES = 8
_SAME_DAY = (1980, 1, 1, 0, 0, 0)  # the same bytes each time
_HEAD = ("id", "jurisdiction", "supersedes")


class _Read(NamedTuple):
    names: list[str]
    contents: EditionFiles


def zip_of(edition: CoreEdition) -> bytes:
    """The files of an edition in a zip, the same bytes each time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files_of(edition).items():
            archive.writestr(zipfile.ZipInfo(name, _SAME_DAY), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@transaction.atomic
def import_into(*, actor: User, edition_id: str, data: bytes, seen: str = "") -> Edition:
    """Replace the contents of a draft by those of a zip; it keeps its id and what it follows on.

    `seen` is the digest of the contents that the person saw, to detect conflicts.
    """
    row = locked_draft(actor, edition_id)
    if seen and seen != row.contents_digest:
        raise Conflict(
            "Someone changed this draft while you had the page open. Nothing was imported.",
            theirs=row.contents_digest,
        )
    parent = core_edition_for(row.parent) if row.parent else None
    names, contents = _read(data, parent)
    document = dict(contents.document)
    for key, name in (("jurisdiction", row.jurisdiction), ("game", row.game)):
        if document.get(key) != name:
            _refuse([_at(names, key, f"is {document.get(key)}, and this draft is of {name}")])
    document = {key: value for key, value in document.items() if key not in _HEAD}
    document |= {key: row.document[key] for key in _HEAD if key in row.document}
    book = contents.book if contents.book is not None else row.book
    examples = contents.examples if contents.examples is not None else row.examples
    core = core_edition_from(document, book, examples)
    _refuse([{"path": each.path, "message": f"{each.path}: {each.message}."} for each in problems(core)])
    before = {"digest": row.contents_digest}
    save_contents(row, actor=actor, document=document, book=book, examples=examples)
    after = {"files": names, "digest": row.contents_digest}
    record(actor=actor, action="edition.import", obj=row, before=before, after=after)
    return row


@transaction.atomic
def import_new(*, actor: User, data: bytes) -> Edition:
    """Create a draft from a zip, under the id that its files have."""
    require(actor, "edition.manage")
    names, contents = _read(data, None, actor)
    document = dict(contents.document)
    try:
        code = jurisdiction_of_id(actor, str(document["id"]))
    except BadValue as error:
        _refuse([_at(names, "id", f"is {document['id']}. {error.message}")])
        raise
    if document["jurisdiction"] != code:
        _refuse([_at(names, "jurisdiction", f"is {document['jurisdiction']}, and the id begins with {code}")])
    parent = _parent(actor, names, document)
    book, examples = contents.book, contents.examples
    if parent is None and (book is None or examples is None):
        kinds = file_names(str(document["id"]))
        lacking = kinds["rulebook"] if book is None else kinds["examples"]
        _refuse(
            [
                {
                    "path": lacking,
                    "message": f"{lacking} is missing: an edition that follows no other needs it.",
                }
            ]
        )
    row = insert_draft(actor, document=document, parent=parent, book=book, examples=examples)
    after = {"files": names, "digest": row.contents_digest}
    record(actor=actor, action="edition.import", obj=row, after=after)
    return row


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of a zip; BadValue if it is none, or is larger than an edition can be."""
    if len(data) > MAX_ZIP:
        raise BadValue(f"The file is larger than {MAX_ZIP // 1024 // 1024} MB.", field="file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MAX_FILES:
                message = f"The zip has {len(entries)} files. An edition has at most {MAX_FILES}."
                raise BadValue(message, field="file")
            return _contents(archive, entries)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise BadValue(f"This is not a zip file that can be read: {error}.", field="file") from None


def _contents(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = MAX_UNPACKED
    for entry in entries:
        if not entry.filename.endswith(".toml"):
            message = f"{entry.filename[:80]} is not a file of an edition: those end in .toml."
            raise BadValue(message, field="file")
        if entry.filename in files:
            raise BadValue(f"{entry.filename[:80]} is in the zip twice.", field="file")
        with archive.open(entry) as file:
            content = file.read(left + 1)  # what the zip says of its size may be wrong
        left -= len(content)
        if left < 0:
            message = f"The files are larger than {MAX_UNPACKED // 1024 // 1024} MB together."
            raise BadValue(message, field="file")
        files[entry.filename] = content
    return files


def _read(data: bytes, parent: CoreEdition | None, actor: User | None = None) -> _Read:
    files = unpacked(data)
    contents = edition_of_files(files, parent)
    if actor is not None and contents.document.get("supersedes"):
        before = _parent(actor, list(files), contents.document)
        contents = edition_of_files(files, core_edition_for(before) if before else None)
    _refuse(
        [{"path": f"{each.file} {each.path}".strip(), "message": f"{each}."} for each in contents.problems]
    )
    return _Read(list(files), contents)


def _parent(actor: User, names: list[str], document: Mapping[str, object]) -> Edition | None:
    parent_id = document.get("supersedes")
    if not parent_id:
        return None
    try:
        parent = edition_visible_to(actor, str(parent_id))
    except NotFound:
        parent = None
    if parent is None or not parent.is_published:
        _refuse([_at(names, "supersedes", f"is {parent_id}, which is not a published edition of yours")])
    return parent


def _at(names: list[str], key: str, message: str) -> dict[str, str]:
    """A problem of the head of the values."""
    file = next((name for name in names if "readings" not in name and "editions/" in name), names[0])
    return {"path": f"{file} {key}", "message": f"{file}, {key}: {message}."}


def _refuse(wrong: list[dict[str, str]]) -> None:
    if wrong:
        raise NotPossible("Nothing was imported.", problems=tuple(wrong))
