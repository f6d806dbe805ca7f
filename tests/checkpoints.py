"""Lets each test begin with a log that nothing was ever signed of.

Checkpoints are remembered outside the database on purpose; a test's database is gone after it.
"""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def no_checkpoint_remembered(request: Any) -> None:
    wanted = {"db", "transactional_db"} & set(request.fixturenames)
    if not wanted and not request.node.get_closest_marker("django_db"):
        return
    from django.conf import settings
    from django.core.files.storage import storages

    from portal.register import checkpoint_store

    (Path(settings.DATA) / checkpoint_store.NAME).unlink(missing_ok=True)
    storages["default"].delete(checkpoint_store.NAME)
