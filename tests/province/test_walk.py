"""A jurisdiction that is not in the program, entered by forms alone, from nothing to an approval in force."""

from __future__ import annotations

import pytest

from portal.documents import outbox
from portal.documents.models import Document
from tests.province.hands import ClientHands, Effort
from tests.province.walk import Walk, site_administrator

pytestmark = pytest.mark.slow


def test_a_province_from_nothing_to_its_first_approval(db: None) -> None:
    effort = Effort()
    walk = Walk(lambda: ClientHands(effort), lambda act: act())
    walk.start(site_administrator())
    walk.enter_edition()
    walk.assert_as_in_the_files()
    walk.publish()
    reference = walk.first_approval()
    walk.work(lambda: [outbox.produce(each.pk) for each in Document.objects.order_by("pk")])
    walk.assert_public(reference)
    print(effort)
