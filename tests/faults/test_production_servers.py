"""The whole product on the servers production has: PostgreSQL for data, Redis for messages."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import services
from tests.product import Product, until

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.redis]


@pytest.fixture
def postgres_url() -> Iterator[str]:
    try:
        running = services.postgres()
        url = running.__enter__()
    except services.Unavailable as missing:
        pytest.skip(f"SKIPPED, no PostgreSQL: {missing}")
    yield url
    running.__exit__(None, None, None)


def test_documents_appear_on_postgresql_and_redis(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    product = Product(tmp_path / "data", DATABASE_URL=postgres_url, CELERY_BROKER_URL=redis_url)
    product.start()
    try:
        product.wait_until_up()
        product.wait_until_ready()
        until(lambda: states(postgres_url)["ready"] >= 6, "six documents", product.output, every=1)
        assert not states(postgres_url)["failed"]
        assert product.interrupt() == 0
        assert "Traceback" not in product.output()
    finally:
        if product.survivors():
            product.kill()


def states(url: str) -> Counter[str]:
    with psycopg.connect(url) as connection:
        return Counter(row[0] for row in connection.execute("SELECT state FROM documents_document"))
