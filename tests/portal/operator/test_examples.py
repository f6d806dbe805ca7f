"""Worked examples: the rulebook's beside the draft, one's own by form or JSON, and step by step."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from craps import examples_of
from portal.errors import BadValue, NotPossible
from portal.review import workflow
from portal.submissions import examples, uploads
from portal.submissions.models import OwnExample, Submission
from portal.validation.drafts import save_draft
from portal.validation.selectors import run_of
from tests.factories import House, complete, digest, draft, odds, present, submit_draft, submitted
from tests.portal.doors import ClientResponse, signed_in, text

pytestmark = pytest.mark.slow

EVENTS = [
    {"bet": "pass_line", "amount": "10"},
    {"roll": [3, 1]},
    {"bet": "pass_odds", "amount": "20"},
    {"roll": [2, 2]},
]


def address(made: Submission, rest: str = "") -> str:
    return f"/operator/submissions/{made.reference}/examples/{rest}"


def lines(*rows: tuple[str, str, str, str]) -> dict[str, Any]:
    return {name: [row[at] for row in rows] for at, name in enumerate(("what", "bet", "amount", "dice"))}


def send(house: House, made: Submission, data: dict[str, Any], rest: str = "new/") -> ClientResponse:
    return signed_in(house.submitter).post(address(made, rest), {"title": "Odds on 4"} | data, follow=True)


def save(house: House, made: Submission, **changes: Any) -> OwnExample:
    given = {"title": "Odds on 4", "events": EVENTS} | changes
    return examples.save(actor=house.submitter, reference=made.reference, **given)


# The rulebook's ------------------------------------------------------------------------------------------


def test_the_rulebooks_examples_are_the_same_under_its_own_rules(house: House) -> None:
    page = text(signed_in(house.submitter).get(address(draft(house, odds(1)))))
    assert f"{len(examples_of('nz-revised'))} the same" in page
    assert "You have added no examples" in page


def test_an_example_that_differs_stands_first_and_says_by_how_much(house: House) -> None:
    made = draft(house, {"edition": "nz-revised", "payouts": {"any_seven": "3:1"}})
    page = text(signed_in(house.submitter).get(address(made)))
    assert "Differs by NZ$5: the player ends worse off" in page
    after_steps = page.index("Before you submit")
    assert page.index("Differs") < page.index("Same", after_steps)


def test_a_wager_that_is_not_offered_is_said(house: House) -> None:
    made = draft(house, {"edition": "nz-revised", "wagers": ["pass_line"]})
    page = text(signed_in(house.submitter).get(address(made)))
    assert "not offered" in page


def test_an_example_that_assumes_other_terms_says_so(house: House) -> None:
    made = draft(house, odds(1))
    browser = signed_in(house.submitter)
    assert "The casino allows double odds." in text(browser.get(address(made)))
    assumed = "The casino allows double odds. The rules of this table differ from this assumption."
    page = text(browser.get(address(made, "double-odds/?step=4")))
    assert assumed in page and "20 on Odds on the Pass Bet. Accepted." in page
    own = text(browser.get(address(draft(house, odds(2)), "double-odds/")))
    assert "The casino allows double odds." in own and assumed not in own


# One's own -----------------------------------------------------------------------------------------------


def test_an_example_is_entered_line_by_line(house: House) -> None:
    made = draft(house)
    page = send(
        house,
        made,
        lines(
            ("bet", "pass_line", "10", ""),
            ("roll", "", "", "3-1"),
            ("", "", "", ""),
            ("stay", "place:6", "12", ""),
            ("down", "place:8", "12", ""),
            ("bet", "hop", "5", "2 5"),
            ("off", "place:6", "", ""),
            ("remove", "place:6", "", ""),
            ("roll", "", "", "22"),
            ("pass_dice", "", "", ""),
        ),
    )
    assert "is saved" in text(page)
    assert OwnExample.objects.get().events == [
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 1]},
        {"bet": "place", "number": 6, "amount": "12", "stay": True},
        {"bet": "place", "number": 8, "amount": "12", "stay": False},
        {"bet": "hop", "dice": [2, 5], "amount": "5"},
        {"turn": "off", "bet": "place", "number": 6},
        {"remove": "place", "number": 6},
        {"roll": [2, 2]},
        {"pass_dice": True},
    ]


def test_what_is_stored_stands_in_the_form_again(house: House) -> None:
    made = draft(house)
    row = save(house, made)
    page = signed_in(house.submitter).get(address(made, f"own-{row.pk}/change/")).content.decode()
    assert '<option value="pass_odds" selected>' in page
    assert 'value="2-2"' in page
    send(house, made, lines(("roll", "", "", "6-6")) | {"title": "Boxcars"}, f"own-{row.pk}/change/")
    row.refresh_from_db()
    assert (row.title, row.events) == ("Boxcars", [{"roll": [6, 6]}])


def test_what_a_colleague_saved_meanwhile_is_not_overwritten_unseen(house: House) -> None:
    made = draft(house)
    row = save(house, made)
    where = f"own-{row.pk}/change/"
    mine = lines(("bet", "field", "2.50", ""), ("roll", "", "", "1-1")) | {"seen": examples.state_of(row)}
    send(house, made, lines(("roll", "", "", "6-6")) | {"title": "Boxcars"}, where)
    page = send(house, made, mine | {"title": "Mine"}, where)
    assert "has changed the example “Boxcars”" in text(page)
    assert 'value="2.50"' in page.content.decode(), "what was written is not lost"
    row.refresh_from_db()
    assert row.title == "Boxcars"
    seen = re.search(r'name="seen" value="(\w+)"', page.content.decode())
    assert seen
    send(house, made, mine | {"title": "Mine", "seen": seen[1]}, where)
    row.refresh_from_db()
    assert (row.title, row.events[0]) == ("Mine", {"bet": "field", "amount": "5/2"})
    assert 'value="2.50"' in signed_in(house.submitter).get(address(made, where)).content.decode()


@pytest.mark.parametrize(
    ("line", "said", "place"),
    [
        (("bet", "pass_line", "", ""), "Enter the amount", "amount"),
        (("bet", "pass_line", "ten", ""), "Enter an amount in figures, such as 25, 2.50 or 1,500.", "amount"),
        (("bet", "pass_line", "0", ""), "This should be above 0", "amount"),
        (("bet", "", "5", ""), "Choose the wager", "bet"),
        (("stay", "field", "5", ""), "cannot be left up", "what"),
        (("roll", "", "", "3-7"), "such as 3-4", "dice"),
        (("", "pass_line", "5", ""), "Choose what happens", "what"),
    ],
)
def test_invalid_lines_are_reported_at_their_line(
    house: House, line: tuple[str, str, str, str], said: str, place: str
) -> None:
    page = send(house, draft(house), lines(("", "", "", ""), ("roll", "", "", "6-6"), line))
    assert page.status_code == 422
    assert said in text(page)
    assert f'href="#line-2-{place}"' in page.content.decode()
    assert not OwnExample.objects.exists()


@pytest.mark.parametrize(
    "data", [EVENTS, {"events": EVENTS}, {"ruleset": {"edition": "bc-craps"}, "events": EVENTS}]
)
def test_contract_json_can_be_pasted(house: House, data: Any) -> None:
    page = send(house, draft(house), lines() | {"json": json.dumps(data)})
    assert "is saved" in text(page)
    assert OwnExample.objects.get().events == EVENTS


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("{", "line 1"),
        ('{"ruleset": {}}', "should have a list of events"),
        ('[{"bet": "pass_line", "amount": 1.5}]', "events[0].amount"),
        ('[{"roll": [3, 1]}, {"bet": "pas_line", "amount": "1"}]', "events[1].bet"),
        ('"text"', "should have a list of events"),
    ],
)
def test_invalid_json_is_reported_with_its_place(house: House, pasted: str, said: str) -> None:
    page = send(house, draft(house), lines() | {"json": pasted})
    assert page.status_code == 422
    assert said in text(page)
    assert 'href="#example-json"' in page.content.decode()


def test_a_title_is_needed_unless_the_json_brings_one(house: House) -> None:
    made = draft(house)
    page = send(house, made, lines(("roll", "", "", "6-6")) | {"title": " "})
    assert "Enter a title" in text(page)
    send(house, made, lines() | {"title": "", "json": json.dumps({"title": "Mine", "events": EVENTS})})
    assert OwnExample.objects.get().title == "Mine"


def test_more_lines_keep_what_was_written(house: House) -> None:
    page = send(house, draft(house), lines(("bet", "field", "5", "")) | {"more": "yes"})
    assert page.content.decode().count('name="what"') >= 7
    assert 'value="5"' in page.content.decode()
    assert not OwnExample.objects.exists()


def test_too_much_is_refused(house: House) -> None:
    made = draft(house)
    with pytest.raises(BadValue, match="at most 200"):
        save(house, made, events=[{"roll": [6, 6]}] * 201)
    with pytest.raises(BadValue, match="Shorten"):
        save(house, made, title="x" * 121)
    with pytest.raises(BadValue, match="at least one"):
        save(house, made, events=[])


def test_removing_asks_first(house: House) -> None:
    made = draft(house)
    row = save(house, made)
    client = signed_in(house.submitter)
    assert "cannot be restored" in text(client.get(address(made, f"own-{row.pk}/remove/")))
    assert OwnExample.objects.exists()
    assert "is removed" in text(client.post(address(made, f"own-{row.pk}/remove/"), follow=True))
    assert not OwnExample.objects.exists()


def test_own_examples_are_stored_with_the_run_on_submission_and_frozen(house: House) -> None:
    made = draft(house)
    row = save(house, made)
    workflow.submit(
        actor=house.submitter, reference=made.reference, digest=digest(made), name="Ana Holt", role="Manager"
    )
    made.refresh_from_db()
    run = run_of(made.submitted_version)
    assert run is not None
    stored = {result["id"]: result for result in run.examples}
    assert stored[f"own-{row.pk}"]["run"]["balance"] == "50"
    with pytest.raises(NotPossible, match="can be changed in a draft"):
        save(house, made)
    page = signed_in(house.submitter).get(address(made))
    assert "Odds on 4" in text(page)
    assert "Add an example" not in text(page)


def returned_and_amended(house: House) -> tuple[Submission, OwnExample]:
    """A case that was submitted with an example and a file, returned, and is being amended."""
    made = draft(house, complete(odds(2)))
    row = save(house, made)
    pdf = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
    by: dict[str, Any] = {"actor": house.submitter, "reference": made.reference}
    uploads.add(**by, kind="other", confidential=True, filename="plan.pdf", data=pdf)
    workflow.submit(**by, digest=digest(made), name="Ana Holt", role="Manager")
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Amend it."
    )
    made.refresh_from_db()
    return made, row


def test_the_regulator_reads_what_was_submitted_and_not_what_is_being_amended(house: House) -> None:
    made, row = returned_and_amended(house)
    events = [{"bet": "field", "amount": "10"}, {"roll": [1, 1]}]
    by: dict[str, Any] = {"actor": house.submitter, "reference": made.reference}
    examples.save(**by, title="Secret so far", events=events, example_id=row.pk)
    examples.save(**by, title="New and secret", events=events)
    officer = signed_in(house.officer)
    listed = officer.get(f"/api/v1/submissions/{made.reference}/examples").json()
    assert [each["title"] for each in listed["items"]] == [row.title]
    played = officer.get(f"/regulator/cases/{made.reference}/examples/own-{row.pk}/")
    assert row.title in text(played)
    assert "Secret so far" not in text(played)
    hidden = OwnExample.objects.get(title="New and secret")
    assert officer.get(f"/api/v1/submissions/{made.reference}/examples/{hidden.pk}").status_code == 404
    assert officer.get(f"/regulator/cases/{made.reference}/examples/own-{hidden.pk}/").status_code == 404
    seen = {each.title for each in examples.examples_shown_to(house.submitter, made)}
    assert seen == {"Secret so far", "New and secret"}


def test_files_of_an_earlier_version_stay_readable(house: House) -> None:
    made, _ = returned_and_amended(house)
    [file] = uploads.uploads(house.submitter, made)
    by: dict[str, Any] = {"actor": house.submitter, "reference": made.reference}
    uploads.remove(**by, upload_id=file.pk)
    number = present(made.current_version).number
    save_draft(**by, ruleset=complete(odds(1)), expected_version=number)
    made.refresh_from_db()
    submit_draft(house, made)
    officer = signed_in(house.officer)
    assert officer.get(reverse("account:upload", args=[file.pk])).status_code == 200
    page = officer.get(f"/regulator/cases/{made.reference}/?open=all")
    assert "Submitted with earlier versions only" in text(page)
    assert reverse("account:upload", args=[file.pk]) in page.content.decode()
    assert officer.get(f"/api/v1/submissions/{made.reference}/uploads/{file.pk}").status_code == 200


# Step by step --------------------------------------------------------------------------------------------


def test_the_player_leaves_the_list_of_the_editors_steps_alone(house: House) -> None:
    page = signed_in(house.submitter).get(address(draft(house), "pass-line/"))
    assert "Declaration Before you submit" in text(page)


def test_the_table_is_drawn_with_its_chips_after_each_step(house: House) -> None:
    made = draft(house)
    row = save(house, made)
    client, where = signed_in(house.submitter), address(made, f"own-{row.pk}/")
    start = client.get(where)
    assert "The table is empty" in text(start)
    assert 'class="chip"' not in start.content.decode()
    third = client.get(f"{where}?step=3")
    assert (
        third.content.decode().count('class="chip"') == 4
    )  # two bets, on the wide and on the narrow drawing
    assert "<title>The point is 4</title>" in third.content.decode()
    last = text(client.get(f"{where}?step=4"))
    assert "Roll 2-2." in last
    assert "20 at 2 to 1 pays 40" in last
    assert "+NZ$50" in last


@pytest.mark.parametrize("step", ["-1", "x", "999", "", "9" * 400, "١"])
def test_a_step_that_is_none_is_not_an_error(house: House, step: str) -> None:
    made = draft(house)
    assert signed_in(house.submitter).get(address(made, "pass-line/"), {"step": step}).status_code == 200


def test_a_refused_bet_is_shown_with_its_clause(house: House) -> None:
    made = draft(house)
    row = save(house, made, events=[{"bet": "pass_odds", "amount": "10"}])
    page = text(signed_in(house.submitter).get(address(made, f"own-{row.pk}/"), {"step": "1"}))
    assert "Refused:" in page


def test_own_examples_meet_the_operators_own_limits(house: House) -> None:
    made = draft(house, {"edition": "nz-revised", "limits": {"pass_line": {"min": "15"}}})
    row = save(house, made)
    page = text(signed_in(house.submitter).get(address(made, f"own-{row.pk}/"), {"step": "1"}))
    assert "Refused:" in page


def test_an_example_that_is_not_there_is_404(house: House) -> None:
    made, client = draft(house), signed_in(house.submitter)
    assert client.get(address(made, "no-such/")).status_code == 404
    assert client.get(address(made, "own-999999/")).status_code == 404


def test_another_submissions_example_is_404(house: House) -> None:
    row = save(house, draft(house))
    client = signed_in(house.submitter)
    for rest in ("", "change/", "remove/"):
        assert client.get(address(draft(house), f"own-{row.pk}/{rest}")).status_code == 404


def test_a_viewer_steps_through_but_changes_nothing(house: House) -> None:
    made = draft(house)
    row = save(house, made)
    client = signed_in(house.viewer)
    assert client.get(address(made, f"own-{row.pk}/")).status_code == 200
    assert "Add an example" not in text(client.get(address(made)))
    assert client.get(address(made, "new/")).status_code == 403


def test_submitted_examples_are_read_from_the_run(house: House) -> None:
    made = submitted(house, odds(2))
    assert "the same" in text(signed_in(house.submitter).get(address(made)))
