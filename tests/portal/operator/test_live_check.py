"""What the editor does by itself: figures after the findings, saving, and the list of steps kept true."""

from __future__ import annotations

from typing import Any

import pytest

from portal.operator.step_costs import step_costs
from portal.validation.drafts import save_draft
from tests.factories import House, draft, odds, submitted
from tests.portal.doors import fields, signed_in, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow

STEP = "/operator/submissions/{}/draft/{}/"
PASS_ON_4 = "odds.pass_line.multiples.4"


def form(client: Any, reference: str, slug: str = "odds") -> dict[str, str]:
    return fields(client.get(STEP.format(reference, slug)), "step-form")


# Figures --------------------------------------------------------------------------------------------------


def test_odds_show_what_a_flat_bet_costs_with_full_odds_behind_it() -> None:
    costs = step_costs("odds", {"edition": "nz-revised", "odds": {"pass_line": {"multiples": "2"}}})
    assert costs is not None
    shown = {row.bet: (row.edge, row.rulebook) for row in costs.rows}
    # The pass line keeps 7/495 of its stake; twice the odds on two rolls in three spread that over 7/3 of it.
    assert shown["Pass Bet"] == ("0.61%", "0.85%")
    assert shown["Come Bet"] == ("0.85%", "0.85%")
    assert costs.summary == "Pass Bet, with full odds: the house keeps 0.61%, under the rulebook 0.85%."


def test_vigorish_only_on_a_win_shows_on_buy_bets_and_in_an_example_of_one() -> None:
    costs = step_costs("vig", {"edition": "md-craps", "vig": {"buy": {"collect": "win"}}})
    assert costs is not None
    assert [(row.on, row.edge, row.rulebook) for row in costs.rows if row.differs] == [
        ("on 4 and 10", "1.67%", "4.76%"),
        ("on 5 and 9", "2.00%", "4.76%"),
        ("on 6 and 8", "2.27%", "4.76%"),
    ]
    assert costs.example is not None
    assert costs.example.verdict == "differs"
    assert costs.example.example.shows("vig.buy")
    assert any("less 5% vigorish" in line for line in costs.example_lines)


def test_payouts_show_only_what_is_stated_or_chosen() -> None:
    costs = step_costs("payouts", {"edition": "nz-revised", "payouts": {"any_seven": "3:1"}})
    assert costs is not None
    assert [(row.edge, row.rulebook) for row in costs.rows] == [("33.33%", "16.67%")]
    assert costs.example is not None
    assert costs.example.result == "differs by NZD 5: the player ends worse off"


def test_rules_as_the_rulebook_has_them_change_nothing_and_still_show_an_example() -> None:
    for slug in ("odds", "vig", "payouts"):
        costs = step_costs(slug, {"edition": "md-craps"})
        assert costs is not None
        assert not [row for row in costs.rows if row.differs]
        assert costs.summary.startswith("No bet of this step costs")
        assert costs.example is not None
        assert costs.example.verdict == "same"


@pytest.mark.parametrize("slug", ["odds", "vig", "payouts"])
def test_no_bets_on_offer_leave_no_figures(slug: str) -> None:
    costs = step_costs(slug, {"edition": "nz-revised", "wagers": ["field"]})
    assert costs is not None
    assert costs.rows == ()


def test_the_figures_come_by_their_own_request_after_the_findings(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house, odds(1))
    where, data = STEP.format(made.reference, "odds"), form(client, made.reference) | {PASS_ON_4: "2"}
    checked = client.post(f"{where}check/", data)
    assert "checked" in checked["HX-Trigger-After-Settle"]
    assert "the house keeps" not in text(checked)
    answer = client.post(f"{where}figures/", data)
    assert "Pass Bet, with full odds: the house keeps" in text(answer)
    assert 'id="figures-said"' in answer.content.decode()
    unread = client.post(f"{where}figures/", data | {PASS_ON_4: "two"})
    assert text(unread).startswith("Not calculated")


def test_steps_that_change_no_price_have_no_figures(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where, data = STEP.format(made.reference, "table"), form(client, made.reference, "table")
    assert "HX-Trigger-After-Settle" not in client.post(f"{where}check/", data)
    assert client.post(f"{where}figures/", data).status_code == 404


# The list of steps ----------------------------------------------------------------------------------------


def test_the_list_of_steps_says_what_the_live_check_says(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where, data = STEP.format(made.reference, "odds"), form(client, made.reference) | {PASS_ON_4: "3"}
    live = client.post(f"{where}check/", data).content.decode()
    assert '<span class="state breach" id="state-odds" hx-swap-oob="true">1 breach</span>' in live
    used = client.post(where, data | {"preset": "1×"}).content.decode()
    assert '<span class="state ok" id="state-odds">Completed, no breaches</span>' in used
    unread = client.post(f"{where}check/", data | {PASS_ON_4: "x"}).content.decode()
    assert "state-odds" not in unread


# Saving by itself -----------------------------------------------------------------------------------------


def test_an_autosave_makes_a_version_and_the_next_one_follows_it(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where, data = f"{STEP.format(made.reference, 'odds')}autosave/", form(client, made.reference)
    answer = client.post(where, data | {PASS_ON_4: "1"})
    assert "Saved as version 3 on " in text(answer)
    assert fields(answer)["expected_version"] == "3"
    again = client.post(where, data | fields(answer) | {PASS_ON_4: "2", "odds.come.multiples.4": "1"})
    assert "Saved as version 4 on " in text(again)
    assert current_version(made).ruleset["odds"]["come"]["multiples"]["4"] == "1"


def test_an_autosave_of_nothing_new_makes_no_version(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where = f"{STEP.format(made.reference, 'odds')}autosave/"
    assert "Saved as version 2 on " in text(client.post(where, form(client, made.reference)))
    assert made.versions.count() == 2


def test_what_cannot_be_read_is_not_saved_by_itself(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = form(client, made.reference) | {PASS_ON_4: "two"}
    answer = client.post(f"{STEP.format(made.reference, 'odds')}autosave/", data)
    assert text(answer).startswith("Not saved: some entries are not valid")
    assert made.versions.count() == 2


def test_a_stale_autosave_shows_both_versions_and_either_can_be_kept(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where, data = STEP.format(made.reference, "odds"), form(client, made.reference) | {PASS_ON_4: "1"}
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    answer = client.post(f"{where}autosave/", data)
    assert answer.status_code == 200
    assert "Someone saved before you" in text(answer)
    assert "Theirs, version 3" in text(answer)
    assert made.versions.count() == 3
    assert client.post(where, data | {"over": "3"}).status_code == 302
    assert current_version(made).number == 4
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["5"] == "2"


def test_what_they_changed_in_other_steps_is_named_and_stays(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where, data = STEP.format(made.reference, "odds"), form(client, made.reference) | {PASS_ON_4: "1"}
    theirs = odds(2) | {"payouts": {"any_seven": "3:1"}}
    save_draft(actor=house.submitter, reference=made.reference, ruleset=theirs, expected_version=2)
    answer = client.post(f"{where}autosave/", data)
    assert "Their changes in other steps stay: Payout of Any 7." in text(answer)
    assert "3 to 1" not in text(answer)
    client.post(where, data | {"over": "3"})
    assert current_version(made).ruleset["payouts"] == {"any_seven": "3:1"}
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["4"] == "1"


def test_a_stale_save_of_the_very_same_rules_is_no_conflict(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    where, data = STEP.format(made.reference, "odds"), form(client, made.reference) | {PASS_ON_4: "1"}
    client.post(f"{where}autosave/", data)
    assert client.post(where, data | {"save": "yes"}).status_code == 302
    assert made.versions.count() == 3


def test_a_submitted_text_is_not_saved_over(house: House) -> None:
    client, made = signed_in(house.submitter), submitted(house)
    answer = client.post(f"{STEP.format(made.reference, 'odds')}autosave/", {"expected_version": "2"})
    assert answer.status_code == 404
    assert made.versions.count() == 2
