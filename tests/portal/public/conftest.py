"""What the tests of public pages share."""

from __future__ import annotations

import pytest

from portal.editions import selectors
from portal.editions.models import Edition


@pytest.fixture
def no_editions(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site before `manage.py load_editions`. Published editions cannot be deleted, so they are hidden."""
    monkeypatch.setattr(selectors, "published", lambda: Edition.objects.none())
