"""Reports of inspections: by casino and outcome, by clause, and as CSV."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from portal.demo.clock import freeze_time
from portal.inspections import findings, reports
from portal.inspections.reports import CasinoFigures, ClauseFigures
from portal.review.reports import period
from tests.factories import House, create_table
from tests.inspecting import in_order, table_in_force, with_finding
from tests.portal.doors import signed_in

pytestmark = pytest.mark.django_db


def test_figures_by_casino_and_clause(house: House) -> None:
    table = table_in_force(house)
    in_order(house, table)
    with_finding(house, table)
    finding = with_finding(house, create_table(property=house.property))
    findings.close(actor=house.officer, finding_id=finding.pk, text="Seen.")
    with freeze_time(timezone.now() - timedelta(days=800)):
        in_order(house, table)
    asked = period(house.officer, None, None)
    assert reports.by_casino(house.officer, asked) == [
        CasinoFigures(house.property.name, house.operator.name, 1, 2, 2, 1)
    ]
    assert reports.by_clause(house.officer, asked) == [ClauseFigures("nz-revised", "4.1(a)", 2, 1)]
    assert reports.by_casino(house.foreign_officer, period(house.foreign_officer, None, None)) == []


def test_reports_as_pages_and_csv(house: House) -> None:
    with_finding(house)
    officer = signed_in(house.officer)
    assert "Findings of inspections by clause" in officer.get("/regulator/reports/").content.decode()
    lines = b"".join(officer.get("/regulator/reports/inspections.csv")).decode()
    assert house.property.name in lines
    clauses = b"".join(officer.get("/regulator/reports/findings.csv")).decode()
    assert "nz-revised,4.1(a),1,0" in clauses
