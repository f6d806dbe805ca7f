"""What each share of the tests leaves out: by test, and by file before it is imported."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import NO_MATTER_WHICH_DATABASE, ON_BOTH_DATABASES, belongs_to, is_left_out, marks_of_file

PAGE = "tests/portal/operator/test_editor.py"
BOTH = ON_BOTH_DATABASES[0]
NEITHER = NO_MATTER_WHICH_DATABASE[0]
CORE = "tests/craps/test_edge.py"


def made(path: str, marks: set[str], fixtures: tuple[str, ...] = ()) -> Any:
    markers = [SimpleNamespace(name=mark) for mark in marks]
    return SimpleNamespace(nodeid=f"{path}::test_it", iter_markers=lambda: markers, fixturenames=fixtures)


@pytest.mark.parametrize(
    ("path", "marks", "shares"),
    [
        (CORE, set(), {"fast", "sqlite"}),
        (CORE, {"slow"}, {"sqlite"}),
        (PAGE, set(), {"fast", "sqlite"}),
        (PAGE, {"django_db"}, {"fast", "postgres"}),
        (PAGE, {"django_db", "slow"}, {"postgres"}),
        (BOTH, {"django_db"}, {"fast", "sqlite", "postgres"}),
        (BOTH, {"postgres"}, {"postgres"}),
        (BOTH, {"sqlite", "django_db"}, {"fast", "sqlite"}),
        (NEITHER, {"django_db"}, {"fast", "sqlite"}),
        ("tests/browser/test_walk.py", {"browser"}, {"sqlite"}),
        ("tests/faults/test_kill.py", {"faults", "slow"}, set()),
    ],
)
def test_a_test_is_in_these_shares(path: str, marks: set[str], shares: set[str]) -> None:
    item = made(path, marks)
    assert {share for share in ("fast", "sqlite", "postgres") if belongs_to(share, item)} == shares


@pytest.mark.parametrize("fixture", ["db", "transactional_db", "live_server"])
def test_a_fixture_asks_for_a_database_as_a_mark_does(fixture: str) -> None:
    item = made(PAGE, set(), (fixture,))
    assert belongs_to("postgres", item) and not belongs_to("sqlite", item)


@pytest.mark.parametrize("share", ["fast", "sqlite", "postgres"])
@pytest.mark.parametrize("path", [CORE, PAGE, BOTH, NEITHER])
@pytest.mark.parametrize("mark", ["slow", "django_db", "browser", "faults"])
@pytest.mark.parametrize("more", [set(), {"slow"}, {"django_db"}, {"postgres"}])
def test_a_file_that_is_not_imported_has_no_test_of_the_share(
    share: str, path: str, mark: str, more: set[str]
) -> None:
    if is_left_out(share, path, {mark}):
        assert not belongs_to(share, made(path, {mark} | more, ("db",)))


@pytest.mark.parametrize(
    ("source", "marks"),
    [
        ("", set()),
        ("pytestmark = pytest.mark.slow\n", {"slow"}),
        (
            '"""It."""\n\npytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]\n',
            {"django_db", "slow"},
        ),
        ("pytestmark = [\n    pytest.mark.slow,\n]\n", set()),
        ("@pytest.mark.slow\ndef test_it() -> None: ...\n", set()),
        ("    pytestmark = pytest.mark.slow  # of a class\n", set()),
    ],
)
def test_marks_of_a_file_are_read_from_its_source(source: str, marks: set[str]) -> None:
    assert marks_of_file(source) == marks
