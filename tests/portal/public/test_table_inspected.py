"""The public page of a table says how it was inspected, and only where the regulator chose so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from portal.accounts.jurisdictions import jurisdiction
from portal.inspections.services import choose_publication
from portal.text import format_day
from tests.factories import House
from tests.inspecting import in_order, table_in_force, with_finding
from tests.portal.doors import text

pytestmark = pytest.mark.django_db


def test_the_outcome_is_shown_if_the_regulator_chose_so(house: House) -> None:
    table = table_in_force(house)
    at = f"/t/{table.code}/"
    in_order(house, table)
    assert "Inspected on" not in text(Client().get(at))
    choose_publication(actor=house.regulator_admin, publishes_outcome=True)
    today = jurisdiction("nz").today()
    assert f"Inspected on {format_day(today)}: in order." in text(Client().get(at))
    finding = with_finding(house, table)
    shown = text(Client().get(at))
    assert f"Inspected on {format_day(today)}: not in order." in shown
    for secret in (finding.remark, house.inspector.name):
        assert secret not in shown
    assert "Inspected on" not in text(Client().get(at, {"on": str(today - timedelta(days=1))}))
    choose_publication(actor=house.regulator_admin, publishes_outcome=False)
    assert "Inspected on" not in text(Client().get(at))


def test_the_page_leads_inspectors_to_the_inspection(house: House) -> None:
    table = table_in_force(house)
    link = f"/regulator/inspect/{table.code}/"
    assert link in Client().get(f"/t/{table.code}/").content.decode()
    assert Client().get(link)["Location"].startswith("/sign-in/")
