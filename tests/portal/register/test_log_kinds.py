"""What the log has besides decisions and documents: editions, readings, limits by notice, inspections."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from portal.accounts.models import Role
from portal.editions import drafting, events, starting
from portal.editions.models import Edition
from portal.inspections.services import choose_publication
from portal.register import checkpoints, log, public_fields
from portal.register import editions as edition_entries
from portal.register import selectors as register
from portal.register.models import Entry, Kind
from tests.factories import House, create_regulator, create_user
from tests.inspecting import in_order, table_in_force, with_finding
from tests.portal.doors import text
from tests.portal.register.entries import behind_the_guards, signed
from tests.portal.register.test_verify_log import verify

pytestmark = pytest.mark.slow


@pytest.fixture
def draft(db: None) -> Edition:
    """British Columbia's craps with another reading of vigorish."""
    admin = create_user(organisation=create_regulator(jurisdictions=["bc"]), roles=[Role.REGULATOR_ADMIN])
    row = starting.start(actor=admin, parent_id="bc-craps", edition_id="bc-craps-2099", title="Craps, 2099")
    return drafting.change_value(
        actor=admin,
        edition_id=row.pk,
        path="readings.vig-coming-down",
        value="paid-if-left-up",
        why="Paid once.",
    )


def proved(client: Client, position: int) -> dict[str, Any]:
    """The entry as the offline program reads it from the proof that the page hands out."""
    keys = client.get("/register/log/keys.txt").content.decode()
    found: dict[str, Any] = verify.check_entry(
        client.get(f"/register/log/{position}.proof.json").content, keys
    )
    return found


def test_an_edition_its_readings_withdrawal_and_day_are_entries(draft: Edition, client: Client) -> None:
    for signal in (events.published, events.unpublished, events.published, events.came_into_force):
        signal.send(Edition, edition=draft)
    assert [(row.kind, row.outcome) for row in Entry.objects.order_by("position")] == [
        ("edition", "published"), ("reading", ""), ("edition", "withdrawn"),
        ("edition", "published"), ("reading", ""), ("edition", "came_into_force"),
    ]  # fmt: skip
    assert signed().size == 6
    published, reading = proved(client, 0), proved(client, 1)
    assert (published["edition"], published["parent"]) == ("bc-craps-2099", "bc-craps")
    assert published["digest"] == draft.digest
    assert published["readings"]["vig-coming-down"] == "paid-if-left-up"
    assert len(published["readings"]) > 5
    assert (reading["reading"], reading["option"], reading["why"]) == (
        "vig-coming-down", "paid-if-left-up", "Paid once.",
    )  # fmt: skip
    assert reading["was"] != reading["option"]
    for position in range(6):
        assert "Craps, 2099" in text(client.get(f"/register/log/{position}/"))


def test_editions_of_the_program_are_entered_once(db: None, client: Client) -> None:
    everything = Edition.objects.filter(built_in=True).count()
    assert edition_entries.enter_built_in() == everything
    assert edition_entries.enter_built_in() == 0
    assert signed().size == everything
    assert not checkpoints.check().problems
    page = text(client.get("/rulebook/md-craps/"))
    assert "Edition loaded with the program" in page
    position = register.edition_entries("md-craps").get().position
    assert f"entry {position}" in page
    assert proved(client, position)["event"] == "loaded"


def test_an_edition_changed_in_the_database_is_found(db: None) -> None:
    edition_entries.enter_built_in()
    signed()
    document = Edition.objects.get(pk="md-craps").document | {"title": "Another"}
    behind_the_guards("UPDATE editions_edition SET document = %s WHERE id = 'md-craps'", json.dumps(document))
    (problem,) = checkpoints.check().problems
    assert "md-craps differs from its last entry" in problem
    assert checkpoints.sign() is None


def test_an_inspection_is_an_entry_only_where_outcomes_are_public(house: House, client: Client) -> None:
    table = table_in_force(house)
    assert in_order(house, table).log_position is None
    assert not Entry.objects.filter(kind=Kind.INSPECTION).exists()
    choose_publication(actor=house.regulator_admin, publishes_outcome=True)
    finding = with_finding(house, table)
    position = finding.inspection.log_position
    assert position is not None
    signed()
    leaf = proved(client, position)
    assert (leaf["result"], leaf["table"]["code"]) == ("not_in_order", table.code)
    assert set(leaf) <= set(public_fields.INSPECTION)
    words = json.dumps(leaf)
    for secret in (finding.remark, finding.item.label, house.inspector.name):
        assert secret not in words
    assert f"entry {position} of the log" in text(client.get(f"/t/{table.code}/"))
    assert f"/t/{table.code}/" in client.get(f"/register/log/{position}/").content.decode()
    assert leaf["reference"] in text(client.get("/register/log/?kind=inspection"))


def test_the_list_is_filtered_by_kind_and_jurisdiction(house: House, client: Client) -> None:
    table_in_force(house)
    edition_entries.enter_built_in()
    signed()
    page = text(client.get("/register/log/?kind=edition&jurisdiction=md"))
    assert "Maryland" in page
    assert "Edition loaded with the program" in page
    assert "Approved" not in page.split("Entries, newest first")[1]
    assert "No entries match." in text(client.get("/register/log/?kind=limits"))
    assert text(client.get("/register/log/?kind=nonsense")).count("Edition loaded with the program") >= 7
    answer = client.get("/api/v1/log/entries").json()["entries"]
    assert {each["kind"] for each in answer} >= {"decision", "edition"}
    assert all(each["label"] for each in answer)
    assert log.status().waiting == 0
