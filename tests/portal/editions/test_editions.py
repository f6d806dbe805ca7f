"""The built-in editions in the database."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from craps import all_edition_ids, load_edition
from portal.audit.models import AuditEntry
from portal.editions.models import Edition
from portal.editions.selectors import core_edition, edition, editions_for, published
from portal.editions.services import load_built_in_editions
from portal.errors import NotFound
from tests.factories import create_property
from tests.portal.editions.drafts import a_draft

pytestmark = pytest.mark.django_db


def test_all_are_stored_and_stay_as_they_are() -> None:
    """tests/database.py loaded them into an empty database; loading again changes nothing."""
    loaded = AuditEntry.objects.filter(action="edition.load")
    assert set(loaded.values_list("object_id", flat=True)) == set(all_edition_ids())
    out = StringIO()
    call_command("load_editions", stdout=out)
    assert out.getvalue() == f"Editions: 0 new, 0 changed, {len(all_edition_ids())} as they were.\n"
    assert loaded.count() == len(all_edition_ids())
    for edition_id in all_edition_ids():
        row, core = Edition.objects.get(pk=edition_id), load_edition(edition_id)
        assert (row.title, row.digest, row.in_force_from) == (core.title, core.digest, core.in_force_from)
        assert row.document == core.to_json()
        assert row.jurisdiction == core.jurisdiction


def test_a_changed_one_is_brought_up_to_date() -> None:
    load_built_in_editions()
    older = Edition.objects.get(pk="md-mini")
    older.digest, older.title, older.loaded_at = "0" * 64, "Old", timezone.now()
    older.save()
    assert load_built_in_editions() == {"new": 0, "changed": 1, "same": len(all_edition_ids()) - 1}
    assert edition("md-mini").title == load_edition("md-mini").title


def test_a_property_chooses_from_its_own_jurisdiction() -> None:
    load_built_in_editions()
    found = editions_for(create_property(jurisdiction="bc"))
    assert {row.pk for row in found} == {"bc-craps", "bc-midi", "bc-red-dog", "bc-war", "bc-wheel"}


def test_only_published_ones_are_shown() -> None:
    load_built_in_editions()
    draft = a_draft("md-mini")
    assert not published().filter(pk=draft.pk).exists()
    for missing in (draft.pk, "atlantis-1"):
        with pytest.raises(NotFound, match=missing):
            edition(missing)
    assert core_edition("nz-1998").id == "nz-1998"
