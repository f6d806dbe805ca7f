"""A whole edition in the portal: started from nothing or another, imported as files, and tested."""

from __future__ import annotations

import io
import zipfile

import pytest

from craps.edition_files import edition_of_files, files_of
from portal.accounts.jurisdictions import Jurisdiction, forget
from portal.accounts.models import Role, User
from portal.editions import files, starting, test_runs
from portal.editions.examples import delete_example, entries_of, example_differences, save_example
from portal.editions.models import Edition, EditionTestRun
from portal.editions.publishing import obstacles
from portal.editions.selectors import core_edition, core_edition_for
from portal.errors import BadValue, Conflict, NotPossible
from portal.work_runs import RunState
from tests.craps.test_province import province, province_files
from tests.factories import create_regulator, create_user
from tests.portal.editions.drafts import a_draft, author, change


@pytest.fixture
def admin(db: None) -> User:
    """The administrator of the Province of Tidewater."""
    Jurisdiction.objects.create(
        code="tw", name="Tidewater", currency="AUD", symbol="$", time_zone="Australia/Hobart", prefix="TW",
        review_days=20, authority="Tidewater Gaming Commission",
    )  # fmt: skip
    forget()
    return create_user(organisation=create_regulator(jurisdictions=["tw"]), roles=[Role.REGULATOR_ADMIN])


def packed(content: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return file.getvalue()


def start(admin: User, source: str) -> Edition:
    return starting.start(
        actor=admin, parent_id=source, edition_id="tw-craps-2027", title="Tidewater craps 2027"
    )


@pytest.mark.parametrize("source", ["empty:craps", "empty:casino war", "copy:nz-revised", "copy:bc-wheel"])
def test_an_edition_starts_without_a_parent(admin: User, source: str) -> None:
    row = start(admin, source)
    assert (row.parent, row.jurisdiction, row.authority) == (None, "tw", "Tidewater Gaming Commission")
    assert row.book and row.examples is not None and row.document["currency"] == "AUD"
    core = core_edition_for(row)
    assert bool(core.wagers) == source.startswith("copy:") and not core.supersedes
    with pytest.raises(BadValue, match="already an edition"):
        start(admin, source)


def test_an_edition_starts_under_the_own_jurisdiction_only(admin: User) -> None:
    with pytest.raises(BadValue, match="starting with tw-"):
        starting.start(actor=admin, parent_id="empty:craps", edition_id="md-craps-9", title="Not ours")
    with pytest.raises(BadValue, match="Choose the game"):
        starting.start(actor=admin, parent_id="empty:chess", edition_id="tw-chess", title="Chess")


@pytest.mark.slow
def test_the_province_is_imported_exported_and_passes_its_tests(admin: User) -> None:
    row = files.import_new(actor=admin, data=packed(province_files()))
    assert (row.pk, row.parent, row.contents_digest) == ("tw-craps-2027", None, province().contents_digest)
    assert edition_of_files(files.unpacked(files.zip_of(core_edition_for(row)))).edition == province()
    run = test_runs.ask(actor=admin, edition_id=row.pk)
    before = run.done
    while test_runs.work_on(run.pk, seconds=0):
        run.refresh_from_db()
        assert run.done > before
        before = run.done
    run.refresh_from_db()
    assert (run.state, run.problems, run.done) == (RunState.DONE, [], run.total)
    assert test_runs.has_passed(row) and not [each for each in obstacles(row) if each["path"] == "tests"]


def test_files_are_imported_into_a_draft_whole_or_not_at_all(admin: User) -> None:
    row = start(admin, "empty:craps")
    seen = row.contents_digest
    bad = province_files() | {
        "rulebook/tw-craps-2027.toml": b'title = "X"\nintro = "Y"\n\n[[clause]]\nid = "1"\n'
    }
    with pytest.raises(NotPossible) as raised:
        files.import_into(actor=admin, edition_id=row.pk, data=packed(bad))
    said = [problem["message"] for problem in raised.value.problems]
    assert any(each.startswith("rulebook/tw-craps-2027.toml, clause[1].text: is missing") for each in said)
    assert any("which is not a clause of the rulebook" in each for each in said)
    row.refresh_from_db()
    assert row.contents_digest == seen
    row = files.import_into(actor=admin, edition_id=row.pk, data=packed(province_files()), seen=seen)
    assert row.contents_digest == province().contents_digest
    with pytest.raises(Conflict):
        files.import_into(actor=admin, edition_id=row.pk, data=packed(province_files()), seen=seen)
    with pytest.raises(NotPossible) as raised:
        theirs = packed(files_of(core_edition("md-craps")))
        files.import_into(actor=admin, edition_id=row.pk, data=theirs)
    assert "jurisdiction: is md" in raised.value.problems[0]["message"]


def test_a_zip_that_is_too_much_is_refused() -> None:
    bomb = packed({"editions/x.toml": b"\0" * (files.MAX_UNPACKED + 1)})
    assert len(bomb) < files.MAX_ZIP
    for data, message in (
        (bomb, "larger than 4 MB together"),
        (packed({f"{n}.toml": b"" for n in range(files.MAX_FILES + 1)}), "at most 8"),
        (packed({"x.exe": b""}), "end in .toml"),
        (b"PK nothing", "not a zip file"),
        (b"0" * (files.MAX_ZIP + 1), "larger than 2 MB"),
    ):
        with pytest.raises(BadValue, match=message):
            files.unpacked(data)


def in_the_way(row: Edition) -> list[str]:
    return [each["message"] for each in obstacles(row) if each["path"] == "tests"]


@pytest.mark.slow
def test_a_draft_is_not_published_before_its_tests_have_passed(db: None) -> None:
    row = change(a_draft("md-craps"), "table.dice", "6", "7/B")
    assert in_the_way(row) == [test_runs.NOT_PASSED]
    run = test_runs.ask(actor=author(row), edition_id=row.pk)
    while test_runs.work_on(run.pk):
        pass
    assert in_the_way(row) == []
    row = change(row, "wagers.field.clause", None, "99/Z")
    assert in_the_way(row) == [test_runs.NOT_PASSED]
    EditionTestRun.objects.update(examined=test_runs.examined(row), problems=[{"message": "It is wrong."}])
    assert "found 1 problem" in in_the_way(row)[0]


@pytest.mark.slow
def test_changed_worked_examples_are_named_to_the_second_person(db: None) -> None:
    row = a_draft("md-craps")
    assert example_differences(row) == []
    first, second, *_ = entries_of(core_edition_for(row))
    delete_example(actor=author(row), edition_id=row.pk, example_id=first["id"])
    fields = {**second, "title": "Another title"}
    row = save_example(actor=author(row), edition_id=row.pk, example_id=second["id"], fields=fields)
    assert [(each.id, each.title, each.kind) for each in example_differences(row)] == [
        (second["id"], "Another title", "changed"),
        (first["id"], first["title"], "removed"),
    ]
