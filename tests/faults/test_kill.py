"""`kill -9` of everything in the middle of a render: the next start still brings every document, once."""

import hashlib
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.product import Product, until

pytestmark = [pytest.mark.faults, pytest.mark.slow]

# `make faults` kills more often.
KILLS = int(os.environ.get("KILLS", "1"))

IN_WORK = "SELECT id FROM documents_document WHERE state IN ('rendering', 'signing')"
UNFINISHED = "SELECT id, state, attempts, failure FROM documents_document WHERE state != 'ready'"
ALL = "SELECT id, file, sha256, size FROM documents_document ORDER BY id"
LEAVES = """SELECT COUNT(*), COUNT(DISTINCT json_extract(leaf, '$.sha256')) FROM register_entry
            WHERE kind = 'document'"""
PUBLIC = "SELECT COUNT(*) FROM documents_document WHERE kind IN ('certificate', 'guide', 'sign')"


@pytest.fixture
def product(data: Path) -> Iterator[Product]:
    # A short limit makes a short lease: a lost document is taken up again within a minute.
    running = Product(data, RENDER_TIME_LIMIT="40")
    yield running
    running.kill()


@pytest.mark.parametrize("round_", range(KILLS))
def test_a_document_survives_the_death_of_everything(product: Product, round_: int) -> None:
    """The demo data brings approvals whose certificates the worker starts to render at once."""
    product.start()
    hit = False
    while not hit:  # a render that was over before the kill proves nothing
        until(lambda: product.rows(IN_WORK), "a render to begin", product.output)
        time.sleep(random.uniform(0, 0.2))
        product.kill()
        hit = bool(product.rows(IN_WORK))
        product.start()

    product.wait_until_up()
    until(lambda: not product.rows(UNFINISHED), "every document", product.output, every=0.5)

    documents = product.rows(ALL)
    assert documents
    for _id, name, sha256, size in documents:
        stored = (product.data / "files" / name).read_bytes()
        assert stored.startswith(b"%PDF-")
        assert len(stored) == size
        assert hashlib.sha256(stored).hexdigest() == sha256
    entries, distinct = product.rows(LEAVES)[0]
    assert entries == distinct == product.rows(PUBLIC)[0][0]
