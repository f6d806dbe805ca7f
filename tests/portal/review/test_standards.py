"""Standard conditions and paragraphs: who keeps them, their versions, and whose they are."""

from __future__ import annotations

import pytest

from portal.accounts.models import Role
from portal.audit.append_only import AppendOnlyError
from portal.audit.models import AuditEntry
from portal.errors import BadValue, BadValues, Conflict, NotFound, NotPermitted, NotPossible
from portal.review import standards
from portal.review.models import StandardKind, StandardText
from tests.factories import House, create_user


def added(house: House, title: str = "A sign", kind: str = StandardKind.CONDITION) -> StandardText:
    return standards.add_standard(
        actor=house.regulator_admin, kind=kind, title=title, text="Post a sign of the table."
    )


def titles(house: House, kind: str = StandardKind.CONDITION) -> list[str]:
    return [str(row) for row in standards.standards_for(house.officer, kind)]


def test_each_change_adds_a_version_and_the_earlier_ones_stay(house: House) -> None:
    row = added(house)
    changed = standards.change_standard(
        actor=house.regulator_admin, standard_id=row.pk, number=1, title="The sign", text=" Two signs.\n"
    )
    assert (changed.current.number, changed.current.title, changed.current.text) == (
        2,
        "The sign",
        "Two signs.",
    )
    first = row.versions.get(number=1)
    assert (first.title, first.text) == ("A sign", "Post a sign of the table.")
    first.text = "Another."
    with pytest.raises(AppendOnlyError):
        first.save()
    with pytest.raises(AppendOnlyError):
        row.versions.all().delete()


def test_a_retired_text_is_not_offered_until_it_is_restored(house: House) -> None:
    row = added(house)
    assert titles(house) == ["A sign"]
    assert titles(house, StandardKind.REFUSAL) == []
    standards.retire_standard(actor=house.regulator_admin, standard_id=row.pk)
    assert titles(house) == []
    with pytest.raises(NotPossible, match="retired already"):
        standards.retire_standard(actor=house.regulator_admin, standard_id=row.pk)
    with pytest.raises(NotPossible, match="Restore it before"):
        standards.change_standard(
            actor=house.regulator_admin, standard_id=row.pk, number=1, title="A sign", text="Other words."
        )
    added(house)
    with pytest.raises(NotPossible, match="has the title “A sign” now"):
        standards.restore_standard(actor=house.regulator_admin, standard_id=row.pk)
    [other] = standards.standards_for(house.officer, StandardKind.CONDITION)
    standards.retire_standard(actor=house.regulator_admin, standard_id=other.pk)
    standards.restore_standard(actor=house.regulator_admin, standard_id=row.pk)
    assert [one.pk for one in standards.standards_for(house.officer, StandardKind.CONDITION)] == [row.pk]
    with pytest.raises(NotPossible, match="in use already"):
        standards.restore_standard(actor=house.regulator_admin, standard_id=row.pk)


def test_the_trail_has_a_row_for_each_act_with_the_words(house: House) -> None:
    row = added(house)
    admin = house.regulator_admin
    standards.change_standard(actor=admin, standard_id=row.pk, number=1, title="A sign", text="Two signs.")
    standards.retire_standard(actor=admin, standard_id=row.pk)
    standards.restore_standard(actor=admin, standard_id=row.pk)
    trail = AuditEntry.objects.filter(action__startswith="standard_text.").order_by("pk")
    assert [entry.action.partition(".")[2] for entry in trail] == ["add", "change", "retire", "restore"]
    assert {entry.organisation for entry in trail} == {house.regulator}
    assert trail[1].before == {"version": 1, "title": "A sign", "text": "Post a sign of the table."}
    assert trail[1].after == {"version": 2, "title": "A sign", "text": "Two signs."}


def test_only_the_administrator_keeps_them(house: House) -> None:
    row = added(house)
    for actor in (house.officer, house.approver, house.inspector):
        with pytest.raises(NotPermitted):
            standards.add_standard(actor=actor, kind="condition", title="Mine", text="Words.")
        with pytest.raises(NotPermitted):
            standards.change_standard(actor=actor, standard_id=row.pk, number=1, title="Mine", text="Words.")
        with pytest.raises(NotPermitted):
            standards.retire_standard(actor=actor, standard_id=row.pk)
    assert row.versions.count() == 1


def test_another_regulators_texts_do_not_exist(house: House) -> None:
    row = added(house)
    stranger = create_user(organisation=house.foreign_officer.organisation, roles=[Role.REGULATOR_ADMIN])
    assert standards.standards_for(stranger, StandardKind.CONDITION) == []
    with pytest.raises(NotFound):
        standards.change_standard(actor=stranger, standard_id=row.pk, number=1, title="Mine", text="Words.")
    with pytest.raises(NotFound):
        standards.retire_standard(actor=stranger, standard_id=row.pk)
    made = standards.add_standard(actor=stranger, kind="condition", title="A sign", text="Ours.")
    assert made.organisation == stranger.organisation
    assert titles(house) == ["A sign"]


def test_what_is_missing_too_long_or_there_already_is_refused(house: House) -> None:
    admin = house.regulator_admin
    with pytest.raises(BadValues) as missing:
        standards.add_standard(actor=admin, kind="condition", title=" ", text="\n")
    assert set(missing.value.by_field) == {"title", "text"}
    with pytest.raises(BadValues) as long:
        standards.add_standard(actor=admin, kind="condition", title="a" * 121, text="a" * 10_001)
    assert set(long.value.by_field) == {"title", "text"}
    with pytest.raises(BadValue, match="Choose where"):
        standards.add_standard(actor=admin, kind="poem", title="A sign", text="Words.")
    row = added(house)
    with pytest.raises(BadValue, match="has the title “a SIGN”"):
        standards.add_standard(actor=admin, kind="condition", title="a SIGN", text="Words.")
    added(house, kind=StandardKind.RETURN)  # another list
    with pytest.raises(BadValue, match="Nothing is changed"):
        standards.change_standard(
            actor=admin, standard_id=row.pk, number=1, title="A sign", text="Post a sign of the table."
        )


def test_a_change_of_an_older_version_is_refused(house: House) -> None:
    row = added(house)

    def change(words: str) -> None:
        standards.change_standard(
            actor=house.regulator_admin, standard_id=row.pk, number=1, title="A sign", text=words
        )

    change("Two signs.")
    with pytest.raises(Conflict, match="changed this text while you were editing"):
        change("Three signs.")
    assert row.versions.count() == 2
