"""The log as static files: tiles and bundles that lead to the signed root, and nothing beyond it."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

from portal.errors import NotPossible
from portal.register import keys, merkle, notes, tiles
from portal.register.models import Entry
from portal.register.services import enter_decision
from tests.factories import House
from tests.portal.register.conftest import grown as grown_log
from tests.portal.register.entries import entered, facts_of, signed

pytestmark = pytest.mark.slow

LOG = "/register/log"
grown = grown_log  # a fixture


def test_entries_and_hashes_lead_to_the_signed_root(grown: House, client: Client) -> None:
    note = client.get(f"{LOG}/checkpoint")
    assert note["Content-Type"] == "text/plain; charset=utf-8"
    assert "no-cache" in note["Cache-Control"]
    head = notes.read_head(notes.signed_text(note.content.decode(), keys.public_keys()))
    entries = client.get(f"{LOG}/tile/entries/000.p/6")
    hashes = client.get(f"{LOG}/tile/0/000.p/6")
    assert entries["Content-Type"] == hashes["Content-Type"] == "application/octet-stream"
    assert "immutable" in hashes["Cache-Control"]
    leaves = [merkle.leaf_hash(entry) for entry in tiles.read_bundle(entries.content)]
    assert b"".join(leaves) == hashes.content
    assert merkle.Tree(leaves).root() == head.root


def test_a_smaller_part_of_a_tile_is_served_too(grown: House, client: Client) -> None:
    whole = client.get(f"{LOG}/tile/0/000.p/6").content
    assert client.get(f"{LOG}/tile/0/000.p/3").content == whole[:96]
    assert len(tiles.read_bundle(client.get(f"{LOG}/tile/entries/000.p/3").content)) == 3


def test_compressed_for_those_who_ask(grown: House, client: Client) -> None:
    plain = client.get(f"{LOG}/tile/entries/000.p/6")
    packed = client.get(f"{LOG}/tile/entries/000.p/6", headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]


@pytest.mark.parametrize(
    "address",
    [
        "tile/0/000", "tile/0/000.p/7", "tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/06",
        "tile/0/001.p/1", "tile/1/000.p/1", "tile/64/000.p/1", "tile/00/000.p/1", "tile/x/000.p/1",
        "tile/0/0.p/1", "tile/entries/000", "tile/entries/000.p/7", "tile/0/000.p/",
        "tile/0/" + "x999/" * 9 + "999.p/1",
    ],
)  # fmt: skip
def test_what_no_checkpoint_covers_is_not_there(grown: House, client: Client, address: str) -> None:
    entered(grown)  # the seventh entry is not signed yet
    answer = client.get(f"{LOG}/{address}")
    assert answer.status_code == 404
    assert answer.content.endswith(b".\n")


def test_an_empty_log_has_no_checkpoint(house: House, client: Client) -> None:
    assert client.get(f"{LOG}/checkpoint").status_code == 404


def test_full_tiles(house: House, client: Client) -> None:
    case = entered(house)
    facts = {"reference": case.reference, "jurisdiction": "nz", "outcome": "approved"}
    for _ in range(257):
        enter_decision(submission=case, facts=facts)
    assert signed().size == 258
    assert len(client.get(f"{LOG}/tile/0/000").content) == 8192
    assert (
        client.get(f"{LOG}/tile/1/000.p/1").content
        == merkle.Tree(
            [bytes.fromhex(row.leaf_hash) for row in Entry.objects.order_by("position")[:256]]
        ).root()
    )
    assert len(tiles.read_bundle(client.get(f"{LOG}/tile/entries/000").content)) == 256
    assert len(tiles.read_bundle(client.get(f"{LOG}/tile/entries/001.p/2").content)) == 2
    assert client.get("/register/log/3.proof.json").status_code == 200


def test_an_entry_that_fits_no_bundle_is_refused(house: House) -> None:
    case = entered(house)
    facts = facts_of(house, case) | {"outcome": "approved", "conditions": ["é" * 40_000]}
    with pytest.raises(NotPossible, match="65,535"):
        enter_decision(submission=case, facts=facts)
    assert Entry.objects.count() == 1
