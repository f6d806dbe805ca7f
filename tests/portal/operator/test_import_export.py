"""Import in two steps, export, copy, and where else the rules would pass."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from portal.accounts.models import Property
from portal.submissions.models import Submission, Version
from portal.validation.drafts import save_draft
from portal.validation.selectors import run_of
from tests.factories import House, create_property, draft, odds, submitted
from tests.portal.doors import fields, signed_in, text
from tests.portal.operator.test_submission_status import page
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow

NEW = "/operator/submissions/import/"


def test_the_file_that_goes_out_has_the_digest_of_the_version(house: House) -> None:
    made = draft(house)
    answer = signed_in(house.viewer).get(f"/operator/submissions/{made.reference}/rules.json")
    assert hashlib.sha256(answer.content).hexdigest() == current_version(made).digest
    assert f'filename="{made.reference}-version-2.json"' in answer["Content-Disposition"]
    assert answer["Content-Disposition"].startswith("attachment")
    older = signed_in(house.viewer).get(f"/operator/submissions/{made.reference}/rules.json?version=1")
    assert older.content != answer.content
    for wrong in ("7", "x", "9" * 30):
        found = signed_in(house.viewer).get(
            f"/operator/submissions/{made.reference}/rules.json?version={wrong}"
        )
        assert found.status_code == (404 if wrong == "7" else 200)


def test_importing_shows_first_and_stores_nothing(house: House) -> None:
    client = signed_in(house.submitter)
    given = json.dumps(odds(2) | {"paytabels": {}, "wagers": ["pass_line", "nothing"]})
    shown = client.post(NEW, {"property": house.property.pk, "text": given})
    assert shown.status_code == 200
    assert "2 parts left out" in text(shown)
    assert "paytabels" in text(shown)
    assert "wagers[1]" in text(shown)
    assert not Submission.objects.exists()
    made = client.post(
        NEW, {"property": house.property.pk, "text": _kept(shown), "confirm": "yes"}, follow=True
    )
    assert "is created from the imported rules" in text(made)
    found = Submission.objects.get()
    assert current_version(found).ruleset["wagers"] == ["pass_line"]
    assert run_of(current_version(found)) is not None


def test_importing_from_a_file(house: House) -> None:
    upload = SimpleUploadedFile("rules.json", json.dumps(odds(2)).encode())
    shown = signed_in(house.submitter).post(NEW, {"property": house.property.pk, "file": upload})
    assert "Nothing is stored yet" in text(shown)


def test_what_cannot_be_imported_says_why_and_where(house: House) -> None:
    client = signed_in(house.submitter)
    for given, said in [
        ("", "Paste a rule set or choose a file"),
        ("{", "line 1"),
        ('{"edition": "md-craps"}', "works under nz-"),
        ("{}", "edition: is missing"),
    ]:
        answer = client.post(NEW, {"property": house.property.pk, "text": given})
        assert answer.status_code == 422
        assert said in text(answer)
    foreign = Property.objects.get(organisation=house.outsider.organisation).pk
    assert client.post(NEW, {"property": foreign, "text": json.dumps(odds(2))}).status_code == 422
    assert not Version.objects.exists()


def test_importing_into_a_draft_shows_what_would_change(house: House) -> None:
    made = draft(house, odds(1))
    client, where = signed_in(house.submitter), page(made.reference, "import")
    shown = client.post(where, {"text": json.dumps(odds(2))})
    assert "Up to 1× on every point Up to 2× on every point" in text(shown)
    assert made.versions.count() == 2
    confirm = {**fields(shown), "text": _kept(shown), "confirm": "yes"}
    assert "saved as version 3" in text(client.post(where, confirm, follow=True))


def test_importing_over_what_someone_else_saved_shows_both(house: House) -> None:
    made = draft(house, odds(1))
    client, where = signed_in(house.submitter), page(made.reference, "import")
    shown = client.post(where, {"text": json.dumps(odds(2))})
    theirs = odds(1) | {"chip_unit": "5"}
    save_draft(actor=house.submitter, reference=made.reference, ruleset=theirs, expected_version=2)
    confirm = {**fields(shown), "text": _kept(shown), "confirm": "yes"}
    stopped = client.post(where, confirm)
    assert stopped.status_code == 409
    assert "Your change was not saved" in text(stopped)
    assert "Smallest chip NZ$5 Not stated" in text(stopped)
    assert made.versions.count() == 3
    again = {**fields(stopped), "text": _kept(stopped), "confirm": "yes"}
    assert client.post(where, again).status_code == 302


def test_rules_for_another_edition_do_not_go_into_a_draft(house: House) -> None:
    made = draft(house)
    answer = signed_in(house.submitter).post(
        page(made.reference, "import"), {"text": json.dumps(odds(2, "md-craps"))}
    )
    assert answer.status_code == 422
    assert "this draft is under nz-revised" in text(answer)


def test_a_submitted_case_takes_no_import(house: House) -> None:
    made = submitted(house)
    answer = signed_in(house.submitter).post(page(made.reference, "import"), {"text": "{}"})
    assert answer.status_code == 302
    assert made.versions.count() == 2


def test_copying_to_another_casino_shows_what_stays_behind(house: House) -> None:
    there = create_property(organisation=house.operator, jurisdiction="md")
    made = draft(house, odds(2) | {"limits": {"field": {"min": "10"}}})
    client, where = signed_in(house.submitter), page(made.reference, "copy")
    choice = {"choice": f"{there.pk}:md-craps"}
    shown = client.post(where, choice)
    assert "amounts are in NZD" in text(shown)
    assert Submission.objects.count() == 1
    client.post(where, choice | {"confirm": "yes"})
    copied = Submission.objects.get(property=there)
    assert current_version(copied).ruleset["odds"]["come"] == {"multiples": "2"}
    assert current_version(copied).ruleset["currency"] == "USD"
    assert "limits" not in current_version(copied).ruleset
    assert copied.varies is None


def test_copying_to_another_operators_casino_is_not_offered(house: House) -> None:
    made = draft(house)
    foreign = Property.objects.get(organisation=house.outsider.organisation).pk
    answer = signed_in(house.submitter).post(
        page(made.reference, "copy"), {"choice": f"{foreign}:nz-revised", "confirm": "yes"}
    )
    assert answer.status_code == 422


def test_where_else_names_every_edition_with_what_would_have_to_change(house: House) -> None:
    made = draft(house, odds(2))
    shown = text(signed_in(house.viewer).get(page(made.reference, "elsewhere")))
    for title in ("Maryland", "Singapore", "British Columbia"):
        assert title in shown or title.split()[0] in shown
    assert "(this submission)" in shown
    assert "Breaches found" in shown or "Points for the regulator’s judgement" in shown


def test_a_viewer_neither_imports_nor_copies(house: House) -> None:
    made, client = draft(house), signed_in(house.viewer)
    for where in (NEW, page(made.reference, "import"), page(made.reference, "copy")):
        assert client.get(where).status_code == 403


def _kept(shown) -> str:  # type: ignore[no-untyped-def]
    """The rule set in the preview's text area, as a browser would send it back."""
    import html

    body = shown.content.decode()
    start = body.index(">", body.index("<textarea")) + 1
    return html.unescape(body[start : body.index("</textarea>", start)])
