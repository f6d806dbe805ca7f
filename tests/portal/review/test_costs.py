"""How often a rule set is parsed and the database is asked when people save, submit, read and approve.

A version's text never changes: whatever needs it takes `Version.rules`. The limits are a little above what it
takes; `pytest -s` prints the figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest import MonkeyPatch

from craps import ruleset_form
from craps.codec import Fields
from portal.editions.rulesets import forget_stored
from portal.editions.selectors import published_edition
from portal.review import workflow
from portal.validation.drafts import save_draft
from tests.factories import House, approved, digest, draft, make_house, odds, recommended, submitted

pytestmark = pytest.mark.django_db


class Cost:
    parses = 0
    queries = 0


@pytest.fixture
def house() -> House:
    return make_house()


@pytest.fixture
def measure(monkeypatch: MonkeyPatch) -> Any:
    """`with measure("save") as cost:` counts what happens inside, with nothing parsed before."""
    read = Fields.read

    @contextmanager
    def measured(name: str) -> Iterator[Cost]:
        cost = Cost()

        def counted(self: Fields, value: Any, path: str) -> Any:
            if self is ruleset_form.RULESET:
                cost.parses += 1
            return read(self, value, path)

        forget_stored()
        monkeypatch.setattr(Fields, "read", counted)
        with CaptureQueriesContext(connection) as asked:
            yield cost
        monkeypatch.setattr(Fields, "read", read)
        cost.queries = len(asked)
        print(f"{name}: {cost.parses} parses, {cost.queries} queries")

    return measured


def test_saving(house: House, measure: Any) -> None:
    made = draft(house)
    with measure("save") as cost:
        save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    assert cost.parses == 1
    assert cost.queries <= 20


def test_submitting(house: House, measure: Any) -> None:
    made = draft(house)
    with measure("submit") as cost:
        workflow.submit(
            actor=house.submitter, reference=made.reference, digest=digest(made), name="Ana Holt", role="CM"
        )
    assert cost.parses <= 1
    assert cost.queries <= 52  # the receipt, and its notices and e-mails, among them


def test_the_page_of_a_case(house: House, measure: Any) -> None:
    approved(house, odds(1))
    made = submitted(house, odds(2))
    client = Client()
    client.force_login(house.officer)
    client.get("/")  # loads the addresses of every page, with examples that the core parses
    published_edition(made.edition_id)  # a process asks once
    with measure("case page") as cost:
        assert client.get(f"/regulator/cases/{made.reference}/").status_code == 200
    assert cost.parses <= 2
    assert cost.queries <= 42  # tables, what they are under now, experts, last days and the bundle among them


def test_approving(house: House, measure: Any) -> None:
    made = recommended(house)
    text = digest(made)
    with measure("approve") as cost:
        workflow.approve(actor=house.approver, reference=made.reference, digest=text, no_conflict=True)
    assert cost.parses <= 3
    assert cost.queries <= 60


def test_approving_over_another(house: House, measure: Any) -> None:
    approved(house, odds(1))
    made = recommended(house)
    text = digest(made)
    with measure("approve, taking over") as cost:
        workflow.approve(actor=house.approver, reference=made.reference, digest=text, no_conflict=True)
    assert cost.parses <= 3
    assert cost.queries <= 90
