"""A whole inspection on a phone, with the network cut twice: nothing is lost and nothing is stored twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.inspections.models import Inspection, InspectionFinding, ItemAnswer, Photo
from tests.browser.soundness import problems_of
from tests.factories import House
from tests.inspecting import jpeg, table_in_force

pytestmark = pytest.mark.browser


def answer(page: Page, item: int, words: str) -> None:
    page.locator(f"#item-{item}").get_by_role("radio", name=words, exact=True).check()


def remark(page: Page, item: int, words: str) -> None:
    page.locator(f"#item-{item}-remark").fill(words)


def take_photo(page: Page, item: int, colour: str) -> None:
    file: Any = {"name": f"{colour}.jpg", "mimeType": "image/jpeg", "buffer": jpeg(colour)}
    page.locator(f"#item-{item}-photos").set_input_files(file)


def test_an_inspection_survives_two_cuts_of_the_network(
    page: Page, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    table = table_in_force(house)
    sign_in(house.inspector)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/regulator/inspect/{table.code}/")
    page.get_by_role("button", name="Start an inspection").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Inspecting")
    expect(page.locator("html")).to_have_attribute("data-kept", "page")
    status = page.locator("#sending")
    answer(page, 1, "In order")
    expect(status).to_contain_text("Everything is sent. 1 of")

    # The first cut: two answers, a remark and a photo, then a reload without a network.
    page.context.set_offline(True)
    answer(page, 2, "Not in order")
    remark(page, 2, "The area is worn away.")
    take_photo(page, 2, "red")
    answer(page, 3, "Not looked at")
    expect(status).to_contain_text("3 answers not sent yet. No network: kept on this device")
    page.reload()
    expect(page.locator("#item-1-in_order")).to_be_checked()
    expect(page.locator("#item-2-not_in_order")).to_be_checked()
    expect(page.locator("#item-2-remark")).to_have_value("The area is worn away.")
    expect(page.locator("#item-2")).to_contain_text("red.jpg: not sent yet")
    expect(status).to_contain_text("3 answers not sent yet")
    assert len(ItemAnswer.objects.all()) == 1
    page.context.set_offline(False)
    expect(status).to_contain_text("Everything is sent. 3 of")

    # The server stores an answer, and the network goes before the device learns of it.
    page.route("**/checklist/", lambda route: (route.fetch(), route.abort()), times=1)
    answer(page, 4, "In order")
    expect(status).to_contain_text("1 answer not sent yet. No network")
    assert len(ItemAnswer.objects.filter(item__number=4)) == 1
    # The second cut: the rest of the part, another photo, and the end.
    page.context.set_offline(True)
    page.get_by_role("button", name="Mark the rest of this part as in order").first.click()
    take_photo(page, 2, "blue")
    page.locator("#remark").fill("Quiet evening.")
    page.get_by_role("button", name="Finish the inspection").click()
    expect(status).to_contain_text("Finishing.")
    expect(status).to_contain_text("No network: kept on this device")
    assert Inspection.objects.get().is_under_way
    assert not InspectionFinding.objects.exists()
    page.reload()
    expect(status).to_contain_text("Finishing.")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=2).first).to_have_text("Findings")

    inspection = Inspection.objects.get()
    assert inspection.remark == "Quiet evening."
    finding = inspection.findings.get()
    assert finding.remark == "The area is worn away."
    assert len(finding.item.photos.all()) == len(Photo.objects.all()) == 2
    times = Counter(ItemAnswer.objects.values_list("item__number", flat=True))
    assert set(times.values()) == {1}
    assert len(times) == len(inspection.items.filter(section="Layout and payouts"))
    assert len(AuditEntry.objects.filter(action="inspection.finish")) == 1
    kept = "indexedDB.databases().then(all => all.length)"
    assert page.evaluate(kept) == 1
    assert page.evaluate("caches.keys()") == []

    for person, addresses in (
        (
            house.inspector,
            (
                "inspections/",
                "inspections/done/",
                "findings/",
                f"inspect/{table.code}/",
                f"inspections/{inspection.pk}/",
            ),
        ),
        (house.approver, (f"findings/{finding.pk}/", f"findings/{finding.pk}/suspend/", "")),
    ):
        sign_in(person)
        for address in addresses:
            assert not problems_of(page, f"{live_server.url}/regulator/{address}")
    sign_in(house.submitter)
    for address in ("findings/", f"findings/{finding.pk}/", ""):
        assert not problems_of(page, f"{live_server.url}/operator/{address}")
    sign_in(house.inspector)
    page.goto(f"{live_server.url}/regulator/inspect/{table.code}/")
    page.get_by_role("button", name="Start an inspection").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Inspecting")
    assert not problems_of(page, page.url)
