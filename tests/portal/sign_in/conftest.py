"""Here people have the second factors that they set up, and nothing is taken for granted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.factories import House
from tests.portal.sign_in.provider import MockProvider, forget_what_is_kept, running_provider


@pytest.fixture(autouse=True)
def everybody_has_shown_a_second_factor() -> None:
    """Nobody has, unless the test says so."""


@pytest.fixture(scope="session")
def mock_server() -> Iterator[MockProvider]:
    with running_provider() as mock:
        yield mock


@pytest.fixture
def provider(mock_server: MockProvider, settings: Settings, house: House) -> Iterator[MockProvider]:
    """The provider of the regulator and of the operator of the house."""
    settings.OIDC_PROVIDERS = (mock_server.settings(house.regulator.name, house.operator.name),)
    forget_what_is_kept()
    yield mock_server
    mock_server.reset()
