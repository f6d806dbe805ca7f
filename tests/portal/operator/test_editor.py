"""The editor: what a step shows, saving, live checking, presets, nearest values, conflicts."""

from __future__ import annotations

import pytest
from django.test import Client

from portal.validation.drafts import save_draft
from tests.factories import House, digest, draft, odds, submitted
from tests.portal.doors import fields, signed_in, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow

ODDS = "/operator/submissions/{}/draft/odds/"
PASS_ON_4 = "odds.pass_line.multiples.4"


def posted(client: Client, reference: str, **changes: str) -> dict[str, str]:
    """The odds form as it stands, with some fields typed over."""
    return fields(client.get(ODDS.format(reference)), "step-form") | {
        name.replace("__", "."): value for name, value in changes.items()
    }


def test_a_step_shows_the_saved_values_with_clause_and_range(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    page = client.get(ODDS.format(made.reference))
    assert fields(page)[PASS_ON_4] == "2"
    assert "Allowed: 1× to 2× on every point" in text(page)
    assert "Clause 4.1(e)(i)" in text(page)


def test_an_untouched_draft_shows_the_editions_own_multiples(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house, {"edition": "nz-revised", "chip_unit": "5"})
    assert fields(client.get(ODDS.format(made.reference)))[PASS_ON_4] == "1"


def test_saving_makes_a_new_version_with_the_typed_multiples(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = posted(client, made.reference) | {PASS_ON_4: "1"}
    answer = client.post(ODDS.format(made.reference), data | {"save": "yes"})
    assert answer.status_code == 302
    assert current_version(made).number == 3
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["4"] == "1"


def test_the_same_figure_on_every_point_is_stated_as_one(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = posted(client, made.reference)
    data |= {f"odds.come.multiples.{point}": "1" for point in (4, 5, 6, 8, 9, 10)}
    client.post(ODDS.format(made.reference), data | {"save": "yes"})
    assert current_version(made).ruleset["odds"]["come"]["multiples"] == "1"


def test_saving_what_is_there_already_makes_no_version_and_says_so(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    answer = client.post(ODDS.format(made.reference), posted(client, made.reference), follow=True)
    assert "nothing has changed since" in text(answer)
    assert current_version(made).number == 2


@pytest.mark.parametrize("typed", ["two", "-1", "1e3", "2..5", "9999999999"])
def test_an_unreadable_multiple_is_reported_beside_its_field_and_not_saved(house: House, typed: str) -> None:
    client, made = signed_in(house.submitter), draft(house)
    answer = client.post(ODDS.format(made.reference), posted(client, made.reference) | {PASS_ON_4: typed})
    assert answer.status_code == 422
    assert "Enter the multiple on 4 as a number" in text(answer)
    assert 'href="#field-odds-pass_line-multiples-4"' in answer.content.decode()
    assert fields(answer)[PASS_ON_4] == typed
    assert current_version(made).number == 2


def test_an_emptied_multiple_goes_back_to_the_baseline(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = posted(client, made.reference) | {PASS_ON_4: " "}
    data |= {f"odds.come.multiples.{point}": "" for point in (4, 5, 6, 8, 9, 10)}
    check = client.post(f"{ODDS.format(made.reference)}check/", data)
    assert "No breaches of" in text(check)
    page = client.post(ODDS.format(made.reference), data, follow=True)
    stated = current_version(made).ruleset["odds"]
    assert stated["pass_line"]["multiples"] == dict.fromkeys(("5", "6", "8", "9", "10"), "2")
    assert "come" not in stated
    assert fields(page)[PASS_ON_4] == fields(page)["odds.come.multiples.6"] == "1"
    assert "Left empty: our baseline of 1×" in text(page)


@pytest.mark.parametrize("typed", ["2x", "2 ×", " 2 "])
def test_a_multiple_may_carry_its_sign(house: House, typed: str) -> None:
    client, made = signed_in(house.submitter), draft(house, odds(1))
    client.post(ODDS.format(made.reference), posted(client, made.reference) | {PASS_ON_4: typed})
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["4"] == "2"


def test_a_breach_stands_beside_its_field_with_the_clause_and_the_nearest_value(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = posted(client, made.reference) | {PASS_ON_4: "3"}
    answer = client.post(f"{ODDS.format(made.reference)}check/", data, headers={"hx-request": "true"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "1 breach" in text(answer)
    assert 'id="at-field-odds-pass_line-multiples-4" hx-swap-oob="true"' in page
    assert "4.1(e)(i)" in page
    assert "Use 2×" in text(answer)
    assert "Not saved yet" in text(answer)
    assert current_version(made).number == 2


def test_the_live_check_of_something_unreadable_says_so_and_answers_200(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    answer = client.post(
        f"{ODDS.format(made.reference)}check/", posted(client, made.reference) | {PASS_ON_4: "x"}
    )
    assert answer.status_code == 200
    assert "Some entries are not valid" in text(answer)


def test_using_the_nearest_value_fills_the_field_and_saves_nothing(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = posted(client, made.reference) | {PASS_ON_4: "3", "use": f'{PASS_ON_4}="2"'}
    answer = client.post(ODDS.format(made.reference), data)
    assert answer.status_code == 200
    assert fields(answer)[PASS_ON_4] == "2"
    assert "No breaches of" in text(answer)
    assert current_version(made).number == 2


def test_every_finding_of_the_step_is_put_right_at_once(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house, odds(5))
    data = posted(client, made.reference) | {PASS_ON_4: "7", "use_all": "yes"}
    answer = client.post(ODDS.format(made.reference), data)
    shown = {value for name, value in fields(answer, "step-form").items() if name.startswith("odds.")}
    assert shown == {"2"}
    assert "No breaches of" in text(answer)


def test_a_preset_fills_every_bet_and_saves_nothing(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    answer = client.post(ODDS.format(made.reference), posted(client, made.reference) | {"preset": "1×"})
    shown = {name: value for name, value in fields(answer, "step-form").items() if name.startswith("odds.")}
    assert len(shown) == 24
    assert set(shown.values()) == {"1"}
    assert current_version(made).number == 2


def test_only_presets_the_edition_allows_are_offered(house: House) -> None:
    page = text(signed_in(house.submitter).get(ODDS.format(draft(house).reference)))
    assert "Set all to 1× 2×" in page
    assert "100×" not in page


def test_two_people_saving_see_both_versions_and_lose_nothing(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    mine = posted(client, made.reference) | {PASS_ON_4: "1"}
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    answer = client.post(ODDS.format(made.reference), mine | {"save": "yes"})
    assert answer.status_code == 409
    assert "Where the two differ" in text(answer)
    assert "version 3" in text(answer)
    again = client.post(ODDS.format(made.reference), fields(answer) | {"save": "yes"})
    assert again.status_code == 302
    assert current_version(made).number == 4
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["4"] == "1"
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["5"] == "2"


def test_a_form_without_its_version_is_refused_in_words(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    answer = client.post(ODDS.format(made.reference), {PASS_ON_4: "1"})
    assert answer.status_code == 409
    assert "Reload the page" in text(answer)


def test_a_submitted_text_cannot_be_edited(house: House) -> None:
    client, made = signed_in(house.submitter), submitted(house)
    answer = client.get(ODDS.format(made.reference))
    assert answer.status_code == 302
    assert answer["Location"] == f"/operator/submissions/{made.reference}/"


def test_the_steps_say_how_each_part_stands(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house, odds(3))
    page = text(client.get(ODDS.format(made.reference)))
    assert "Odds multiples 4 breaches" in page
    assert "Vigorish Same as the rulebook" in page


def test_submitting_asks_for_declaration_and_a_word_on_each_breach(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house, odds(3))
    address = f"/operator/submissions/{made.reference}/submit/"
    answer = client.post(address, {"digest": digest(made), "name": "Ana Holt"})
    assert answer.status_code == 422
    assert "change the rules, or ask for a waiver of this finding" in text(answer)
    assert "Enter your position" in text(answer)
    assert "Tick the declaration" in text(answer)


def test_submitting_hands_the_version_in(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    data = {"digest": digest(made), "name": "Ana Holt", "role": "Compliance manager", "declared": "on"}
    answer = client.post(f"/operator/submissions/{made.reference}/submit/", data, follow=True)
    assert "is submitted" in text(answer)
    made.refresh_from_db()
    assert made.state == "submitted"


def test_submitting_another_text_than_the_one_read_is_stopped(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    seen = digest(made)
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    data = {"digest": seen, "name": "Ana Holt", "role": "Compliance manager", "declared": "on"}
    answer = client.post(f"/operator/submissions/{made.reference}/submit/", data)
    assert answer.status_code == 409
    assert "changed while you were reading" in text(answer)
    made.refresh_from_db()
    assert made.state == "draft"
