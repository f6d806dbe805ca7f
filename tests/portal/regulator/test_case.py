"""The review page: what is unusual, findings with their clauses, ticks, remarks, marks, examples, layout."""

from __future__ import annotations

import pytest

from craps import load_edition
from craps.layouts import standard_layout
from portal.documents.selectors import document_of
from portal.review import workflow
from portal.review.comments import comments
from portal.review.findings import findings_by_key, ticks
from portal.review.selectors import explanations
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import (
    House,
    approved,
    digest,
    in_review,
    odds,
    present,
    recommended,
    submitted,
    tick_off,
)
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

HTMX = {"hx-request": "true"}


def case(made: Submission, rest: str = "") -> str:
    return f"/regulator/cases/{made.reference}/{rest}"


def first_key(made: Submission) -> str:
    return next(iter(findings_by_key(made.submitted_version)))


def test_rules_like_the_rulebook_are_described_as_such(house: House) -> None:
    made = in_review(house, {"edition": "nz-revised"})
    page = text(signed_in(house.officer).get(case(made)))
    assert "Nothing. No rule departs from" in page
    assert "4 chosen by the casino, 3 comply" in page


def test_what_is_unusual_stands_on_top_and_leads_to_its_place(house: House) -> None:
    made = in_review(house, odds(3) | {"vig": {"buy": {"rate": "1/10"}}})
    answer = signed_in(house.officer).get(case(made))
    highlights = {item.words: item for item in answer.context["highlights"]}
    assert highlights["breaches"].count == 5
    assert highlights["rules depart or are for judgement"].count == 5
    assert highlights["bets cost players more"].count == 6
    assert highlights["bets settled differently"].anchor == "settlements"
    page = answer.content.decode()
    for item in highlights.values():
        assert f'id="{item.anchor}"' in page


def test_officers_and_documents_read_what_was_submitted_and_allowed(house: House) -> None:
    """The operator reads the same finding as "You entered 3×. Use 2×."."""
    made = recommended(house, odds(3))
    reported = "Submitted: 3×. Allowed: at most 2×."
    page = text(signed_in(house.officer).get(case(made)))
    assert reported in page and "You entered" not in page
    form = text(signed_in(house.approver).get(case(made, "approve/")))
    assert reported in form and "You entered" not in form
    waivers = [each.pk for each in explanations(present(made.submitted_version))]
    decision = workflow.approve(
        actor=house.approver,
        reference=made.reference,
        digest=digest(made),
        waivers=waivers,
        no_conflict=True,
    )
    findings = present(document_of(decision.submission)).snapshot["findings"]
    assert findings and all(finding["message"].endswith(reported) for finding in findings)
    own = text(signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/"))
    assert "You entered 3×." in own


def test_every_finding_has_its_clause_beside_it_and_the_first_to_deal_with_is_open(house: House) -> None:
    made = in_review(house, odds(3))
    answer = signed_in(house.officer).get(case(made))
    assert text(answer).count("The operator may choose a higher limit: up to twice the") >= 1
    assert all(row.clauses for row in answer.context["findings"])
    assert [row.is_next for row in answer.context["judged"]] == [True, False, False, False]
    tick_off(house.officer, made)
    answer = signed_in(house.officer).get(case(made))
    assert not any(row.is_next for row in answer.context["judged"])


def test_rules_depart_were_chosen_or_comply_and_equal_ones_share_a_row(house: House) -> None:
    limits = {"limits": {wager: {"min": 5, "max": 500} for wager in ("pass_line", "come", "field")}}
    made = in_review(house, odds(3) | limits | {"table": {"dice": 5}})
    answer = signed_in(house.officer).get(case(made))
    rulebook = answer.context["rulebook"]
    assert rulebook.counts == {"departs": 4, "chosen": 3, "complies": 4}
    assert [group.first["rulebook"] for group in rulebook.departing] == ["at most 2×"] * 4
    assert [group.label for group in rulebook.chosen] == ["Limits of Pass Bet, Come Bet and Field Bet"]
    assert "Dice in a set" in [group.label for group in rulebook.complying]
    page = text(answer)
    assert "4 depart, 3 chosen by the casino, 4 comply" in page
    assert page.index("Departs Up to 3×") < page.index("Limits of Pass Bet, Come Bet and Field Bet")
    assert "A set of 5 dice is at the table." in page


def test_every_section_can_be_opened_without_scripts(house: House) -> None:
    made = in_review(house, odds(3))
    client = signed_in(house.officer)
    assert '<details class="fold">' in client.get(case(made)).content.decode()
    whole = client.get(case(made), {"open": "all"}).content.decode()
    assert '<details class="fold">' not in whole
    assert "<details>" not in whole


def test_a_remark_on_one_of_several_equal_rules_is_beside_them(house: House) -> None:
    limits = {"limits": {wager: {"min": 5, "max": 500} for wager in ("pass_line", "come")}}
    made = in_review(house, {"edition": "nz-revised"} | limits)
    client = signed_in(house.officer)
    sent = {"kind": "field", "about": "limits.come", "text": "Too high."}
    answer = client.post(case(made, "comment/"), sent, follow=True)
    page = text(answer)
    assert page.index("Limits of Pass Bet and Come Bet") < page.index("Too high.")


def test_beside_what_was_last_approved(house: House) -> None:
    approved(house, odds(1))
    made = in_review(house, odds(2))
    answer = signed_in(house.officer).get(case(made))
    page = text(answer)
    assert "Compared with the last approval here" in page
    assert {row["path"] for row in answer.context["approved"].values} == {
        f"odds.{flat}" for flat in ("pass_line", "come", "dont_pass", "dont_come")
    }
    assert answer.context["approved"].settlements


def test_beside_the_version_that_was_returned(house: House) -> None:
    made = in_review(house, odds(3))
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Lower it."
    )
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(2), expected_version=2)
    made.refresh_from_db()
    workflow.submit(
        actor=house.submitter, reference=made.reference, digest=digest(made), name="Ana Holt", role="Manager"
    )
    answer = signed_in(house.officer).get(case(made))
    assert "4 changes since it was returned" in text(answer)
    assert "Version 2 was returned; version 3 was submitted after it." in text(answer)
    assert {row["was"] for row in answer.context["returned"].values} >= {"up to 3× on every point"}


def test_findings_are_ticked_off_before_the_officer_recommends(house: House) -> None:
    made = in_review(house, odds(3))
    client = signed_in(house.officer)
    assert "Recommend: not yet. 4 findings are not marked as dealt with yet." in text(client.get(case(made)))
    key = first_key(made)
    answer = client.post(case(made, "tick/"), {"finding": key, "note": "A trial, as in 2024.", "tick": "on"})
    assert answer["Location"].startswith(f"{case(made)}#found-")
    page = text(client.get(case(made)))
    assert "1 of 4 dealt with" in page
    assert "A trial, as in 2024." in page
    tick_off(house.officer, made)
    assert "Recommend: not yet" not in text(client.get(case(made)))


def test_a_tick_comes_back_as_one_finding_with_the_count(house: House) -> None:
    made = in_review(house, odds(3))
    client, key = signed_in(house.officer), first_key(made)
    part = client.post(case(made, "tick/"), {"finding": key, "tick": "on"}, headers=HTMX)
    assert "<html" not in part.content.decode()
    assert "1 of 4 dealt with" in text(part)
    assert "Undo" in text(part)
    assert "Recommend: not yet. 3 findings are not marked as dealt with yet." in text(part)
    tick_off(house.officer, made)
    part = client.post(case(made, "tick/"), {"finding": key, "tick": "on"}, headers=HTMX)
    assert 'id="standing"' in part.content.decode() and "not yet" not in text(part)
    part = client.post(case(made, "tick/"), {"finding": key, "tick": "off"}, headers=HTMX)
    assert "3 of 4 dealt with" in text(part)
    assert made.submitted_version is not None
    assert key not in ticks(made.submitted_version)


def test_only_the_officer_of_the_case_ticks(house: House) -> None:
    made = in_review(house, odds(3))
    key = first_key(made)
    assert "Mark as dealt with" not in text(signed_in(house.approver).get(case(made)))
    refused = signed_in(house.approver).post(case(made, "tick/"), {"finding": key})
    assert refused.status_code == 403
    assert signed_in(house.officer).post(case(made, "tick/"), {"finding": "no such"}).status_code == 404


@pytest.mark.parametrize(
    ("kind", "about"), [("field", "odds.pass_line"), ("clause", "4.1(e)(i)"), ("finding", ""), ("case", "")]
)
def test_a_remark_on_a_place_without_scripts(house: House, kind: str, about: str) -> None:
    made = in_review(house, odds(3))
    about = first_key(made) if kind == "finding" else about
    client = signed_in(house.officer)
    form = client.get(case(made, "comment/"), {"kind": kind, "about": about})
    assert "Your remark" in text(form)
    sent = {"kind": kind, "about": about, "text": "Compare with the 2024 trial."}
    answer = client.post(case(made, "comment/"), sent, follow=True)
    assert "Your remark is added." in text(answer)
    assert "Compare with the 2024 trial." in text(answer)
    row = comments(house.officer, made).get()
    assert (row.about_kind, row.about, row.shown_to_operator) == (kind, about, False)


def test_internal_remarks_and_those_for_the_operator_are_kept_apart(house: House) -> None:
    made = in_review(house, odds(3))
    client = signed_in(house.officer)
    place = {"kind": "field", "about": "odds.pass_line"}
    client.post(case(made, "comment/"), place | {"text": "They always ask."})
    client.post(case(made, "comment/"), place | {"text": "Say why three times.", "shown_to_operator": "on"})
    inside = client.get(case(made)).content.decode()
    assert "They always ask." in inside[inside.index('class="inside"') : inside.index('id="shared"')]
    assert "Say why three times." in inside[inside.index('id="shared"') :]
    theirs = text(signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/"))
    assert "Say why three times." in theirs
    assert "Odds on Pass Bet." in theirs
    assert "They always ask." not in theirs


def test_a_remark_by_script_opens_sends_and_closes_in_its_place(house: House) -> None:
    made = in_review(house)
    client = signed_in(house.officer)
    place = {"kind": "field", "about": "odds.pass_line"}
    opened = client.get(case(made, "comment/"), place, headers=HTMX)
    assert "<html" not in opened.content.decode()
    assert "Add the remark" in text(opened)
    empty = client.post(case(made, "comment/"), place | {"text": " "}, headers=HTMX)
    assert empty.status_code == 422
    assert "Enter a remark." in text(empty)
    done = client.post(case(made, "comment/"), place | {"text": "Fine."}, headers=HTMX)
    assert "Fine." in text(done)
    assert "Add the remark" not in text(done)
    closed = client.get(case(made, "comment/"), place | {"close": "1"}, headers=HTMX)
    assert "Add the remark" not in text(closed)


def test_a_remark_on_what_is_not_there_says_so(house: House) -> None:
    made = in_review(house)
    answer = signed_in(house.officer).post(
        case(made, "comment/"), {"kind": "clause", "about": "99.9", "text": "Hm."}
    )
    assert answer.status_code == 422
    assert "There is no clause “99.9” in version 2." in text(answer)


def test_an_administrator_reads_but_does_not_remark(house: House) -> None:
    made = in_review(house, odds(3))
    client = signed_in(house.regulator_admin)
    page = text(client.get(case(made)))
    assert "Breach." in page
    assert "Add the note" not in page
    assert client.get(case(made, "comment/")).status_code == 403


def test_marks_are_raised_and_lowered(house: House) -> None:
    made = submitted(house)
    client = signed_in(house.officer)
    assert "is marked “legal question”" in text(
        client.post(case(made, "mark/"), {"raise": "legal"}, follow=True)
    )
    assert "Legal question" in text(client.get("/regulator/queue/?flag=legal"))
    said = text(client.post(case(made, "mark/"), {"lower": "legal"}, follow=True))
    assert "is no longer marked “legal question”" in said
    assert client.post(case(made, "mark/"), {"raise": "odd"}).status_code == 409


def test_an_example_is_stepped_through_as_the_operator_sees_it(house: House) -> None:
    made = in_review(house)
    client = signed_in(house.officer)
    key = client.get(case(made)).context["examples"]["same"][0]["id"]
    page = client.get(case(made, f"examples/{key}/?step=2"))
    assert "Step 2 of" in text(page)
    assert "Back to the case" in text(page)
    theirs = signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/examples/{key}/?step=2")
    assert page.context["frame"] == theirs.context["frame"]
    assert client.get(case(made, "examples/nothing/")).status_code == 404


def test_the_layout_is_drawn_with_the_areas_it_needs_ticked(house: House) -> None:
    layout = standard_layout(load_edition("nz-revised"))
    layout["areas"] = [area for area in layout["areas"] if area["wager"] != "field"]
    made = in_review(house, {"edition": "nz-revised", "layout": layout})
    answer = signed_in(house.officer).get(case(made))
    lacking = [area.name for area in answer.context["areas"] if not area.there]
    assert lacking == ["Field Bet"]
    assert "1 area missing on the layout" in text(answer)
    assert answer.content.decode().count("<svg") >= 2
    unstated = signed_in(house.officer).get(case(in_review(house)))
    assert "No layout was submitted." in text(unstated)


def test_the_page_asks_no_more_for_more_findings(house: House, django_assert_num_queries: object) -> None:
    few, many = in_review(house, odds(2)), in_review(house, odds(3) | {"vig": {"buy": {"rate": "1/10"}}})
    client = signed_in(house.officer)
    counts = []
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for made in (few, many):
        client.get(case(made))
        with CaptureQueriesContext(connection) as asked:
            client.get(case(made))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 50
