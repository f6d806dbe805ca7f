"""Here people have the second factors that they set up, and nothing is taken for granted."""

import pytest


@pytest.fixture(autouse=True)
def everybody_has_shown_a_second_factor() -> None:
    """Nobody has, unless the test says so."""
