import pytest

from portal.notices.models import Delivery, Endpoint
from portal.notices.webhooks import services
from tests.factories import House
from tests.portal.notices.webhooks.helpers import listen


@pytest.fixture
def endpoint(house: House) -> Endpoint:
    return listen(house.operator_admin)


@pytest.fixture
def delivery(house: House, endpoint: Endpoint) -> Delivery:
    return services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
