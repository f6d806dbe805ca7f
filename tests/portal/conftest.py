import pytest

from tests.factories import House, make_house


@pytest.fixture
def house(db: None) -> House:
    return make_house()
