"""The files from which an operator's own tools write a rule set."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from jsonschema import Draft202012Validator

from craps import check, edition_ids, game_of, load_edition, load_ruleset, ruleset_schema
from portal.operator.import_template import template_ruleset
from tests.factories import House, draft
from tests.portal.doors import signed_in


@pytest.mark.parametrize("name", edition_ids())
def test_the_template_of_every_edition_can_be_imported_and_breaks_nothing(name: str) -> None:
    made = template_ruleset(load_edition(name), "Harbour Point")
    rules = load_ruleset(made)
    Draft202012Validator(ruleset_schema(game_of(rules.edition).id)).validate(made)
    assert check(rules).verdict != "breach"
    assert rules.to_json() == made and len(made) > 4


def test_template_and_schema_are_linked_where_rules_are_imported(house: House) -> None:
    client = signed_in(house.submitter)
    page = client.get(reverse("operator:import")).content.decode()
    for name in ("template", "schema"):
        address = reverse(f"operator:import-{name}")
        assert f'action="{address}"' in page
        answer = client.get(address, {"edition": house.edition.pk})
        assert answer["Content-Disposition"].startswith("attachment") and json.loads(answer.content)
        assert client.get(address, {"edition": "md-craps"}).status_code == 404
        into = reverse("operator:import-into", args=[draft(house).reference])
        assert f'href="{address}?edition={house.edition.pk}"' in client.get(into).content.decode()
