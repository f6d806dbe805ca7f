"""Texts in append-only tables have a length, which forms state, services say and the database holds."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.urls import reverse

from portal.audit.append_only import GUARDS, AppendOnly
from portal.errors import BadValue, NotPossible
from portal.review import workflow
from portal.review.models import Move
from portal.text import LONGEST, limited_text
from tests.factories import House, digest, draft, odds, recommended, submitted
from tests.portal.doors import signed_in

pytestmark = pytest.mark.slow


def test_every_append_only_text_has_a_limit_in_the_database() -> None:
    limited = {name for guard in GUARDS for name in guard.triggers if name.startswith("limit_")}
    unlimited = [
        model.__name__
        for model in apps.get_models()
        if issubclass(model, AppendOnly)
        and any(isinstance(field, models.TextField) for field in model._meta.concrete_fields)
        and f"limit_{model._meta.db_table}_insert" not in limited
    ]
    assert (unlimited, len(limited) > 8) == ([], True)


def test_the_database_refuses_a_longer_one(house: House) -> None:
    made = draft(house)
    move = {"submission": made, "name": "withdraw", "from_state": "draft", "to_state": "withdrawn"}
    Move.objects.create(**move, reason="x" * LONGEST)
    with pytest.raises(IntegrityError, match="review_move takes texts of at most"), transaction.atomic():
        Move.objects.create(**move, reason="x" * (2 * LONGEST + 1))
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(LENGTH(reason)) FROM review_move")
        assert cursor.fetchone() == (LONGEST,)


def test_services_say_how_long_it_may_be(house: House) -> None:
    long = "x" * 4_800_000
    made = submitted(house)
    with pytest.raises(BadValue, match=r"at most 10,000 characters. There are 4,800,000"):
        workflow.withdraw(actor=house.submitter, reference=made.reference, reason=long)
    other = recommended(house)
    for given in ({"reason": long}, {"conditions": [{"text": long}]}):
        with pytest.raises(BadValue, match="at most 10,000 characters"):
            workflow.approve(
                actor=house.approver,
                reference=other.reference,
                digest=digest(other),
                no_conflict=True,
                **given,
            )
    breaching = draft(house, odds(4))
    given_all = [
        {"finding": p["finding"], "kind": p["needs"], "text": long} for p in workflow.submit_gate(breaching)
    ]
    with pytest.raises(NotPossible) as refusal:
        workflow.submit(
            actor=house.submitter,
            reference=breaching.reference,
            digest=digest(breaching),
            name="Ana Holt",
            role="Manager",
            explanations=given_all,
        )
    assert any("at most 10,000 characters" in problem["message"] for problem in refusal.value.problems)
    assert limited_text("a\r\n" * (LONGEST // 2), field="reason")


def test_forms_state_it(house: House) -> None:
    made = submitted(house)
    page = signed_in(house.submitter).get(reverse("operator:withdraw", args=[made.reference]))
    assert 'maxlength="10000"' in page.content.decode()
