"""People who save the same draft at once: one wins, the other sees both, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from craps.wagers import CATALOGUE
from portal.audit.models import AuditEntry
from portal.errors import Conflict
from portal.submissions.models import Version
from portal.validation.drafts import save_draft
from portal.validation.models import Run
from tests.factories import House, draft, make_house, odds, present
from tests.flows.test_races import at_once
from tests.portal.doors import fields, signed_in, text

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

AUTOSAVES = 50


@pytest.fixture
def racing_house() -> House:
    return make_house()


def test_of_two_saves_at_once_one_wins_and_the_other_sees_both(racing_house: House) -> None:
    house = racing_house
    made = draft(house, odds(1))
    where = f"/operator/submissions/{made.reference}/draft/odds/"
    both = [signed_in(house.submitter), signed_in(house.submitter)]
    form = fields(both[0].get(where), "step-form")

    def save(hand: int) -> Callable[[], Any]:
        typed = {"odds.come.multiples.4": str(hand + 2), "odds.come.multiples.5": str(hand + 2)}
        return lambda: both[hand].post(where, form | typed | {"save": "yes"})

    answers = at_once([save(0), save(1)])
    assert sorted(answer.status_code for answer in answers) == [302, 409], answers
    won = next(hand for hand in (0, 1) if answers[hand].status_code == 302)
    seen = text(answers[1 - won])
    assert "Someone saved before you" in seen
    theirs, mine = f"{won + 2}× on 4 and 5", f"{3 - won}× on 4 and 5"
    assert theirs in seen, seen
    assert mine in seen, seen
    made.refresh_from_db()
    assert present(made.current_version).number == 3
    assert present(made.current_version).ruleset["odds"]["come"]["multiples"]["4"] == str(won + 2)

    # What the loser typed is still in the page's form: laid over the winner's version, it is saved.
    again = both[1 - won].post(where, fields(answers[1 - won]) | {"save": "yes"})
    assert again.status_code == 302
    made.refresh_from_db()
    assert present(made.current_version).number == 4
    assert present(made.current_version).ruleset["odds"]["come"]["multiples"]["4"] == str(3 - won)


def test_of_fifty_autosaves_from_one_version_one_is_kept_and_each_other_gets_both(
    racing_house: House,
) -> None:
    house = racing_house
    made = draft(house, odds(1))

    def autosave(hand: int) -> Callable[[], Version]:
        rules = odds(1) | {"limits": {"field": {"min": str(hand + 1)}}}
        return lambda: save_draft(
            actor=house.submitter, reference=made.reference, ruleset=rules, expected_version=2
        )

    results = at_once([autosave(hand) for hand in range(AUTOSAVES)])
    kept = [each for each in results if isinstance(each, Version)]
    turned_away = [each for each in results if isinstance(each, Conflict)]
    assert (len(kept), len(turned_away)) == (1, AUTOSAVES - 1), results
    assert all(each.theirs == kept[0] for each in turned_away)
    unsaved = [each.mine for each in turned_away if isinstance(each.mine, dict)]
    least = {ruleset["limits"]["field"]["min"] for ruleset in unsaved}
    least.add(kept[0].ruleset["limits"]["field"]["min"])
    assert least == {str(hand + 1) for hand in range(AUTOSAVES)}  # not one of the fifty is gone
    assert made.versions.count() == 3


def test_fifty_autosaves_laid_over_one_another_lose_nothing(racing_house: House) -> None:
    """Each hand changes a field of its own and, turned away, lays it over what the others saved."""
    house = racing_house
    made = draft(house, odds(1))
    flat = [wager for wager in CATALOGUE if wager in _offered(made) and CATALOGUE[wager].flat is None]
    places = [(wager, bound) for bound in ("max", "min", "increment") for wager in flat][:AUTOSAVES]
    assert len(places) == AUTOSAVES

    def autosave(hand: int) -> Callable[[], Version]:
        wager, bound = places[hand]

        def act() -> Version:
            base = made.versions.get(number=2)
            while True:
                limits = {key: dict(bounds) for key, bounds in base.ruleset.get("limits", {}).items()}
                limits.setdefault(wager, {})[bound] = str(hand + 1)
                try:
                    return save_draft(
                        actor=house.submitter,
                        reference=made.reference,
                        ruleset={**base.ruleset, "limits": limits},
                        expected_version=base.number,
                    )
                except Conflict as conflict:
                    assert isinstance(conflict.theirs, Version)
                    base = conflict.theirs

        return act

    results = at_once([autosave(hand) for hand in range(AUTOSAVES)])
    assert all(isinstance(each, Version) for each in results), results
    made.refresh_from_db()
    kept = present(made.current_version).ruleset["limits"]
    for hand, (wager, bound) in enumerate(places):
        assert kept[wager][bound] == str(hand + 1)
    numbers = list(made.versions.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, AUTOSAVES + 3))
    assert Run.objects.filter(version__submission=made, version__number__gt=2).count() == AUTOSAVES
    assert (
        AuditEntry.objects.filter(action="draft.save", object_label=made.reference).count() == AUTOSAVES + 1
    )


def _offered(made: Any) -> set[str]:
    return set(present(made.current_version).wager_rows.values_list("wager", flat=True))
