"""An edition as files: what is written is read back exactly, and what is wrong is named with its file."""

import tomllib

import pytest

from craps import all_edition_ids, edition_from_json, load_edition
from craps.edition_files import edition_of_files, file_names, files_of, toml
from craps.examples import examples_data
from craps.rulebook import book, book_data

VALUES, READINGS, BOOK, EXAMPLES = file_names("md-craps").values()


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_every_built_in_edition_comes_back_as_it_was(edition_id: str) -> None:
    edition = load_edition(edition_id)
    files = files_of(edition)
    read = edition_of_files(files)
    assert read.problems == ()
    assert read.edition is not None and read.edition.digest == edition.digest
    assert read.book == book_data(edition)
    assert read.examples == examples_data(edition)
    assert files_of(read.edition) == files, "the same bytes again"


def test_a_drafted_edition_is_written_whole() -> None:
    parent = load_edition("md-craps")
    data = dict(parent.data) | {"id": "md-craps-2027", "supersedes": "md-craps"}
    draft = edition_from_json(data)
    read = edition_of_files(files_of(draft), parent)
    assert read.edition is not None and read.edition.digest == draft.digest
    assert [clause.id for clause in book(read.edition).clauses] == [
        clause.id for clause in book(parent).clauses
    ]


def test_a_file_with_a_base_is_read_too() -> None:
    lines = ('base = "md-craps"', 'id = "md-late"', 'title = "Maryland by night"', 'supersedes = "md-craps"')
    files = {"md-late.toml": "\n".join(lines).encode()}
    read = edition_of_files(files)
    assert read.problems == () and read.edition is not None
    assert read.edition.wagers["fire"].max == load_edition("md-craps").wagers["fire"].max


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({VALUES: b"id = "}, f"{VALUES}: is not TOML"),
        ({BOOK: b"\xff\xfe"}, f"{BOOK}: is not UTF-8 text"),
        ({VALUES: None}, "no file with the values"),
        ({"more/other.toml": b'[[clause]]\nid = "1"\ntext = "One."\n'}, "second file of the same kind"),
        ({VALUES: (b'max = ["5"', b'max = ["five"')}, f"{VALUES}, wagers.fire.max"),
        ({VALUES: (b'"3/A(1)(b)(i)"', b'"99/Z"')}, f"{VALUES}, wagers.pass_line.loses: cites 99/Z"),
        ({READINGS: (b'chosen = "not"', b'chosen = "maybe"')}, f"{READINGS}, readings.dont-put-back"),
        ({BOOK: (b"[1/B]", b"[1/Q]")}, f"{BOOK}, clause[1/A].text: refers to [1/Q]"),
        ({EXAMPLES: (b"amount = ", b"amout = ")}, f"{EXAMPLES}, example[pass-line].events[0]"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(changed: dict[str, object], said: str) -> None:
    files: dict[str, bytes] = dict(files_of(load_edition("md-craps")))
    for name, change in changed.items():
        if change is None:
            del files[name]
        elif isinstance(change, tuple):
            before, after = change
            assert before in files[name], "the test changes something"
            files[name] = files[name].replace(before, after, 1)
        elif isinstance(change, bytes):
            files[name] = change
    problems = "\n".join(map(str, edition_of_files(files).problems))
    assert said in problems


@pytest.mark.parametrize(
    "text",
    [
        'quotes " and \\ back',
        "two\nlines",
        "\nstarts with a break\n",
        '"""',
        "tab\tand \x07 bell",
        "Kōwhai",
        "",
    ],
)
def test_any_text_is_written_so_that_it_is_read_again(text: str) -> None:
    data = {"text": text, "table": {"inner": {"deep": [text, {"a b": text}]}}, "rows": [{"text": text}]}
    assert tomllib.loads(toml(data).decode()) == data
