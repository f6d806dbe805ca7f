"""Drafted editions for tests, made by the product's own services."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.models import Role, User
from portal.editions import drafting
from portal.editions.models import Edition
from tests.factories import create_regulator, create_user

FLATS = ("pass_line", "come", "dont_pass", "dont_come")


def an_administrator(jurisdiction: str) -> User:
    return create_user(
        organisation=create_regulator(jurisdictions=[jurisdiction]), roles=[Role.REGULATOR_ADMIN]
    )


def author(row: Edition) -> User:
    assert row.drafted_by is not None
    return row.drafted_by


def a_draft(parent_id: str, edition_id: str = "", actor: User | None = None) -> Edition:
    parent = Edition.objects.get(pk=parent_id)
    return drafting.start(
        actor=actor or an_administrator(parent.jurisdiction),
        parent_id=parent_id,
        edition_id=edition_id or drafting.suggested_id(parent),
        title=f"{parent.title}, as drafted",
    )


def change(row: Edition, path: str, value: Any, clause: str, actor: User | None = None) -> Edition:
    return drafting.change_value(
        actor=actor or author(row), edition_id=row.pk, path=path, value=value, clause=clause
    )


def read_so(row: Edition, reading: str, option: str, why: str = "Decided by the board.") -> Edition:
    """Another option of a reading."""
    return drafting.change_value(
        actor=author(row), edition_id=row.pk, path=f"readings.{reading}", value=option, why=why
    )


def lower_odds(row: Edition, most: int = 10, clause: str = "6/E") -> Edition:
    """Maryland's most odds, for all four flat bets."""
    for flat in FLATS:
        row = change(row, f"odds.{flat}.most.all", str(most), clause)
    return row


def published_draft(parent_id: str, *, days: int = 30, edition_id: str = "") -> Edition:
    """A draft with one harmless change, published from a day; days=0 is at once."""
    row = a_draft(parent_id, edition_id)
    clause = str(row.document["table"]["dice"][1]) if "dice" in row.document.get("table", {}) else "1.1"
    path = "table.dice" if "dice" in row.document.get("table", {}) else "wagers.field.name"
    row = change(row, path, "6" if path == "table.dice" else "Field bet, so named", clause)
    return publish(row, days=days)


def publish(row: Edition, *, days: int = 30) -> Edition:
    return drafting.publish(
        actor=author(row), edition_id=row.pk, digest=row.digest, on=in_days(row.jurisdiction, days)
    )


def called_back(row: Edition) -> Edition:
    return drafting.unpublish(actor=author(row), edition_id=row.pk)


def in_days(jurisdiction: str, days: int) -> date:
    return JURISDICTIONS[jurisdiction].today() + timedelta(days=days)
