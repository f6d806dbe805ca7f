"""Values that no form of ours sends: an answer that helps, never a server error."""

from __future__ import annotations

from django.urls import reverse

from tests.factories import House, draft, in_review
from tests.portal.doors import signed_in

NO_NUMBERS = ["²", "٣", "9" * 5000, "-1", "1e3", " ", "%d"]


def test_a_version_that_is_no_number(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    for page in ("operator:step", "operator:live-check", "operator:autosave"):
        for number in NO_NUMBERS:
            answer = client.post(reverse(page, args=[made.reference, "odds"]), {"expected_version": number})
            assert 400 <= answer.status_code < 500, (page, number)


def test_numbers_in_addresses(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    for page, name in (("operator:export", "version"), ("operator:limit-notice", "table")):
        for number in NO_NUMBERS:
            answer = client.get(reverse(page, args=[made.reference]), {name: number})
            assert answer.status_code in (200, 404, 409), (page, number)


def test_a_remark_about_a_kind_that_is_none(house: House) -> None:
    client, made = signed_in(house.officer), in_review(house)
    address = reverse("regulator:comment", args=[made.reference])
    for kind in ("%d", "{}", "²", "nothing"):
        assert client.get(address, {"kind": kind}).status_code == 404
        assert client.post(address, {"kind": kind, "text": "Seen."}).status_code == 404


def test_a_page_to_go_on_with_that_is_none_of_ours(house: House) -> None:
    client, made = signed_in(house.officer), in_review(house)
    elsewhere = ("x", "operator:nothing", "//elsewhere.example/", "https://elsewhere.example/", "\\x")
    for page in (*elsewhere, "javascript:alert(1)"):
        data = {"assignee": str(house.officer.pk), "next": page}
        answer = client.post(reverse("regulator:assign", args=[made.reference]), data)
        assert answer.status_code == 302
        assert answer["Location"] == reverse("regulator:case", args=[made.reference])
