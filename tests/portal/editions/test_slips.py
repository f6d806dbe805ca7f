"""Possible errors of a draft: mended or explained before publication, and published with the edition."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from portal.accounts.models import Role, User
from portal.audit.models import AuditEntry
from portal.editions import drafting, publishing
from portal.editions.models import Drafter, Edition, Explanation
from portal.editions.services import load_built_in_editions
from portal.editions.slip_services import Typed, explain, take_back
from portal.editions.slips import edges_of, open_slips, published_explanations, slips_of
from portal.errors import NotFound, NotPermitted, NotPossible
from portal.register.models import Entry
from tests.factories import create_user
from tests.portal.editions.drafts import a_draft, author, called_back, change, explained, in_days, publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HOURS = "unsaid-figure:table.dice_change_hours"


@pytest.fixture(autouse=True)
def loaded(db: None) -> None:
    load_built_in_editions()


@pytest.fixture
def row(loaded: None) -> Edition:
    """One possible error: dice changed every 12 hours, while the clause says 24."""
    return change(a_draft("md-craps"), "table.dice_change_hours", "12", "7/E")


def colleague_of(row: Edition) -> User:
    return create_user(organisation=author(row).organisation, roles=[Role.REGULATOR_ADMIN])


def say(row: Edition, text: str, slip_id: str = HOURS, actor: User | None = None, digest: str = "") -> int:
    found = {each.slip.id: each.slip for each in slips_of(row)}
    digest = digest or (found[slip_id].digest if slip_id in found else "")
    return explain(actor=actor or author(row), edition_id=row.pk, texts={slip_id: Typed(text, digest)})


def slip_messages(row: Edition) -> list[str]:
    return [each["message"] for each in publishing.obstacles(row) if each["path"] == "possible-errors"]


def test_three_wrong_payouts_are_not_published_and_their_edges_are_shown() -> None:
    row = a_draft("md-craps")
    for path, value, clause in (
        ("wagers.field.pays.2 12", "20:1", "5/A(22)"),
        ("wagers.any_seven.pays.all", "40:1", "5/A(23)"),
        ("wagers.hardway.pays.6", "90:1", "5/A(18)"),
    ):
        row = change(row, path, value, clause)
    favours = {each.slip.path: each.slip.now for each in slips_of(row) if each.slip.kind == "favours-player"}
    assert favours["edge.field"].startswith("−17/18 ")
    assert favours["edge.any_seven"].startswith("−35/6 ")
    assert favours["edge.hardway.6"].startswith("−80/11 ")
    [message] = slip_messages(row)
    assert message == f"{len(open_slips(row))} possible errors are neither corrected nor explained."
    with pytest.raises(NotPossible) as refused:
        publishing.propose(
            actor=author(row), edition_id=row.pk, digest=row.contents_digest, on=in_days("md", 30)
        )
    assert message in [problem["message"] for problem in refused.value.problems]
    edges = edges_of(row)
    assert {"−17/18 (−94.44%)", "−35/6 (−583.33%)", "−80/11 (−727.27%)"} <= {e.here for e in edges.moved}
    assert edges.parent and edges.parent.id == "md-craps" and len(edges.others) == 6


def test_an_explanation_opens_the_gate_and_its_author_is_a_drafter(row: Edition) -> None:
    assert slip_messages(row) == ["1 possible error is neither corrected nor explained."]
    colleague = colleague_of(row)
    assert say(row, "  Dice wear\n faster now. ", actor=colleague) == 1
    assert slip_messages(row) == [] and open_slips(row) == []
    assert say(row, "Dice wear faster now.") == 0
    said = Explanation.objects.get()
    assert (said.text, said.was, said.now, said.explained_by) == (
        "Dice wear faster now.", "at most 24", "at most 12", colleague,
    )  # fmt: skip
    assert Drafter.objects.filter(edition=row, user=colleague).exists()
    entry = AuditEntry.objects.get(action="edition.explain")
    assert (entry.actor, entry.before, entry.after) == (
        colleague, {HOURS: ""}, {HOURS: "Dice wear faster now."},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "slip_id", "digest", "message"),
    [
        (" ", HOURS, "", "Enter why"),
        ("x" * 501, HOURS, "", "at most 500 characters. There are 501"),
        ("Meant.", "unsaid-figure:table.dice", "", "no longer a possible error"),
        ("Meant.", HOURS, "0" * 64, "It is now at most 12"),
    ],
)
def test_what_cannot_be_saved_is_named_and_nothing_is_saved(
    row: Edition, text: str, slip_id: str, digest: str, message: str
) -> None:
    with pytest.raises(NotPossible) as refused:
        say(row, text, slip_id, digest=digest)
    [problem] = refused.value.problems
    assert problem["path"] == slip_id and message in problem["message"]
    assert not Explanation.objects.exists()


def test_it_counts_for_one_value_only_and_is_replaced_or_taken_back(row: Edition) -> None:
    say(row, "Dice wear faster now.")
    row = change(row, "table.dice_change_hours", "18", "7/E")
    [found] = slips_of(row)
    assert found.explanation is None and found.outdated and found.outdated.text == "Dice wear faster now."
    say(row, "Much faster.")
    assert Explanation.objects.get().now == "at most 18" and open_slips(row) == []
    assert take_back(actor=author(row), edition_id=row.pk, slip_ids=[HOURS]) == 1
    assert len(open_slips(row)) == 1
    entry = AuditEntry.objects.get(action="edition.take_back_explanation")
    assert entry.before == {HOURS: "Much faster."}
    assert take_back(actor=author(row), edition_id=row.pk, slip_ids=[HOURS]) == 0


def test_only_who_may_draft_explains(row: Edition) -> None:
    officer = create_user(organisation=author(row).organisation, roles=[Role.REGULATOR_OFFICER])
    stranger = author(a_draft("bc-craps"))
    for actor, refusal in ((officer, NotPermitted), (stranger, NotFound)):
        with pytest.raises(refusal):
            say(row, "Meant.", actor=actor)
        with pytest.raises(refusal):
            take_back(actor=actor, edition_id=row.pk, slip_ids=[HOURS])


def test_what_counts_is_published_in_the_register_too_and_what_was_mended_is_not(row: Edition) -> None:
    explained(change(row, "table.dice", "6", "7/A"), "The board wants six.")
    row = change(row, "table.dice", "5", "7/A")  # mended again; its explanation is left over
    assert Explanation.objects.count() == 2 and published_explanations(row.pk) == []
    row = publish(row)
    [said] = published_explanations(row.pk)
    assert (said.was, said.now, said.clause, said.explanation) == (
        "at most 24",
        "at most 12",
        "7/E",
        "The board wants six.",
    )
    leaf = Entry.objects.get(kind="edition", outcome="published").leaf
    assert leaf["explanations"] == [said._asdict()]
    assert Explanation.objects.count() == 1


def test_the_database_keeps_the_explanations_of_a_published_edition(row: Edition) -> None:
    row = publish(row)
    said = Explanation.objects.get()
    with pytest.raises(NotPossible):
        say(row, "Otherwise.")
    for write in (
        lambda: Explanation.objects.update(text="Otherwise."),
        lambda: Explanation.objects.all().delete(),
        lambda: Explanation.objects.create(
            edition=row, slip="x", slip_digest="", label="x", sentence="x", text="x", explained_by=author(row)
        ),
    ):
        with pytest.raises(IntegrityError, match="not changed"), transaction.atomic():
            write()
    called_back(row)
    row.refresh_from_db()
    assert say(row, "Otherwise.") == 1 and said.pk == Explanation.objects.get().pk


def test_a_draft_with_explanations_is_deleted_whole(row: Edition) -> None:
    drafting.delete(actor=author(explained(row)), edition_id=row.pk)
    assert not Explanation.objects.exists()
