"""Lets each test begin with the four jurisdictions that a new database has, whether it asks one or not."""

from importlib import import_module

import pytest


@pytest.fixture(autouse=True)
def built_in_jurisdictions() -> None:
    from portal.accounts import jurisdictions

    jurisdictions.forget()
    jurisdictions.remember(
        [jurisdictions.Jurisdiction(pk=pk, **facts) for pk, facts in enumerate(built_in(), start=1)]
    )


def built_in() -> list[dict[str, object]]:
    """What the migrations enter."""
    migration = import_module("portal.accounts.migrations.0006_jurisdictions")
    rows = [dict(zip(migration.COLUMNS, row, strict=True)) for row in migration.BUILT_IN]
    return [row | {"lengths": "feet" if row["currency"] == "USD" else "metres"} for row in rows]
