"""The whole product on the servers production has: PostgreSQL for data, Redis for messages, gunicorn."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import services
from tests.portal.api.test_connections import MEGABYTE, REFUSED, posted
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
        assert_refusals_are_answered(f"http://127.0.0.1:{product.port}")
        assert product.interrupt() == 0
        assert "Traceback" not in product.output()
    finally:
        if product.survivors():
            product.kill()


def assert_refusals_are_answered(url: str) -> None:
    """gunicorn closes a connection whose body was not read; its caller then sees no answer at all."""
    for path, kind, code, status in REFUSED:
        answered, _, problem = posted(url, path, 40 * MEGABYTE, f"Content-Type: {kind}")
        assert (answered, problem["code"]) == (status, code), path


def states(url: str) -> Counter[str]:
    with psycopg.connect(url) as connection:
        return Counter(row[0] for row in connection.execute("SELECT state FROM documents_document"))
