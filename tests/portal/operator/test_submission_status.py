"""After the draft: the gate, questions, varying, surrendering, limits by notice, the dashboard."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.pages.templatetags.rulebook import clause_url
from portal.review import variation, workflow
from portal.review.conditions import meet_condition
from portal.review.models import Explanation, LimitNotice
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import House, approved, create_table, digest, draft, in_review, make_house, odds
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

BREACH = odds(3)  # four breaches under nz-revised, one for each flat bet


def page(reference: str, *more: str) -> str:
    return "/".join(["/operator/submissions", reference, *more, ""])


def declared(made: Submission, **more: str) -> dict[str, str]:
    return {"digest": digest(made), "name": "Ana Holt", "role": "Compliance", "declared": "on", **more}


# The gate ------------------------------------------------------------------------------------------------


def test_each_breach_leads_to_its_field(house: House) -> None:
    made, client = draft(house, BREACH), signed_in(house.submitter)
    answer = client.get(page(made.reference, "submit"))
    assert "4 breaches to correct" in text(answer)
    step = page(made.reference, "draft", "odds")
    places = set(re.findall(f'href="{step}#([^"]+)"', answer.content.decode()))
    assert len(places) == 4
    editor = client.get(step).content.decode()
    for place in places:
        assert "odds" in place
        assert f'id="{place}"' in editor


def test_a_breach_takes_a_waiver_that_is_asked_for_expressly(house: House) -> None:
    made = draft(house, BREACH)
    client, where = signed_in(house.submitter), page(made.reference, "submit")
    points = range(len(workflow.submit_gate(made)))
    reasons = {f"explain-{n}": "A trial." for n in points}
    silent = client.post(where, declared(made, **reasons))
    assert silent.status_code == 422
    assert "ask for a waiver of this finding" in text(silent)
    bare = client.post(where, declared(made, **{f"waive-{n}": "on" for n in points}))
    assert bare.status_code == 422
    assert "explain why a waiver is justified" in text(bare)
    assert not Explanation.objects.exists()
    asked = {f"waive-{n}": "on" for n in points}
    done = client.post(where, declared(made, **reasons, **asked), follow=True)
    assert "is submitted" in text(done)
    assert set(Explanation.objects.values_list("kind", "text")) == {("waiver", "A trial.")}


def test_a_point_to_judge_takes_a_reason(house: House) -> None:
    rules = {"edition": "nz-revised", "wagers": ["pass_line", "dont_pass", "come", "dont_come"]}
    made = draft(house, rules)
    client, where = signed_in(house.submitter), page(made.reference, "submit")
    points = workflow.submit_gate(made)
    assert {point["needs"] for point in points} == {"reason"}
    answer = client.post(where, declared(made))
    assert answer.status_code == 422
    assert "explain why this is right here" in text(answer)
    reasons = {f"explain-{n}": "A small table." for n in range(len(points))}
    assert "is submitted" in text(client.post(where, declared(made, **reasons), follow=True))


def test_choices_the_edition_requires_are_asked_for_first(db: None) -> None:
    house = make_house("md", "md-craps")
    made = draft(house, odds(3, "md-craps"))
    client, where = signed_in(house.submitter), page(made.reference, "submit")
    shown = client.get(where)
    assert "Before you can submit" in text(shown)
    assert f"{page(made.reference, 'draft', 'vig')}#field-vig-buy-collect" in shown.content.decode()
    refused = client.post(where, declared(made))
    assert refused.status_code == 422
    assert "still open" in text(refused)
    made.refresh_from_db()
    assert made.state == "draft"


# Questions and answers -----------------------------------------------------------------------------------


def test_questions_and_answers_stay_on_the_page(house: House) -> None:
    made = in_review(house)
    due = timezone.now().date() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    client = signed_in(house.submitter)
    client.post(page(made.reference, "answer"), {"text": "Table CR-01."})
    shown = text(client.get(page(made.reference)))
    assert "Which table?" in shown
    assert "Table CR-01." in shown
    assert "Questions answered" in shown  # in the time line
    assert house.officer.name not in shown


# Varying and surrendering --------------------------------------------------------------------------------


def test_varying_makes_a_draft_and_shows_what_differs(house: House) -> None:
    held = approved(house, odds(1)).submission
    client = signed_in(house.submitter)
    assert "Vary these rules" in text(client.get(page(held.reference)))
    assert "stay in force" in text(client.get(page(held.reference, "vary")))
    client.post(page(held.reference, "vary"))
    made = held.variations.get()
    assert "Nothing differs" in text(client.get(page(made.reference, "changes")))
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(2), expected_version=1)
    shown = text(client.get(page(made.reference, "changes")))
    assert "Up to 1× on every point Up to 2× on every point" in shown
    assert "Pass odds of 20 behind 10 on 4 wins: NZ$40 more than approved" in shown, shown
    assert "No house edge changes" in shown
    again = client.get(page(held.reference, "vary"))
    assert made.reference in text(again)
    assert client.post(page(held.reference, "vary")).status_code == 409
    assert variation.open_variation(held) == made


def test_a_submission_that_varies_nothing_has_no_page_of_changes(house: House) -> None:
    made = draft(house)
    assert signed_in(house.submitter).get(page(made.reference, "changes")).status_code == 404


def test_surrendering_asks_twice_and_is_public(house: House) -> None:
    held = approved(house).submission
    client, where = signed_in(house.submitter), page(held.reference, "surrender")
    assert "vary them instead" in text(client.get(where))
    refused = client.post(where, {"reason": "The table is closed."})
    assert refused.status_code == 422
    assert "Tick this if you want" in text(refused)
    client.post(where, {"reason": "The table is closed.", "understood": "on"})
    held.refresh_from_db()
    assert held.state == "surrendered"
    assert client.get(where).status_code == 409


# Limits by notice ----------------------------------------------------------------------------------------


@pytest.fixture
def maryland(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def held(maryland: House) -> Submission:
    vig = {"collect": "placement", "rate": "1/20", "base": "wager"}
    rules = odds(3, "md-craps") | {
        "vig": {"buy": vig, "lay": vig},
        "limits": {"pass_line": {"min": "15", "max": "5000"}},
    }
    found = approved(maryland, rules).submission
    found.refresh_from_db()
    return found


def notice(client: Client, held: Submission, table_id: int, **changed: str) -> Any:
    local = timezone.now() + timedelta(days=2)
    given = {
        "table": str(table_id),
        "day": f"{local:%Y-%m-%d}",
        "time": "18:30",
        "posted": "on",
        "limits.pass_line.min": "25",
        "limits.pass_line.max": "5000",
    }
    return client.post(page(held.reference, "limits"), given | changed, follow=True)


def test_a_notice_of_limits_is_recorded_and_shown(maryland: House, held: Submission) -> None:
    table = create_table(property=maryland.property)
    client = signed_in(maryland.submitter)
    form = client.get(page(held.reference, "limits"))
    assert 'name="limits.pass_line.min" id="field-limits-pass_line-min" value="15"' in form.content.decode()
    done = text(notice(client, held, table.pk))
    assert "The notice for" in done
    assert "Pass Bet: at least US$25, at most US$5,000" in done
    kept = LimitNotice.objects.get()
    assert kept.takes_effect_at.astimezone(kept.takes_effect_at.tzinfo).minute == 30
    case = text(signed_in(maryland.officer).get(f"/regulator/cases/{held.reference}/"))
    assert "Limits changed by notice" in case


def test_what_was_typed_stays_with_its_message(maryland: House, held: Submission) -> None:
    table = create_table(property=maryland.property)
    answer = notice(signed_in(maryland.submitter), held, table.pk, **{"limits.pass_line.min": "a lot"})
    assert answer.status_code == 422
    assert 'value="a lot"' in answer.content.decode()
    assert "#field-limits-pass_line-min" in answer.content.decode()
    assert not LimitNotice.objects.exists()


def test_limits_the_rulebook_speaks_of_are_turned_away(maryland: House, held: Submission) -> None:
    table = create_table(property=maryland.property)
    answer = notice(signed_in(maryland.submitter), held, table.pk, **{"limits.fire.max": "500"})
    assert answer.status_code == 422
    assert "vary the approved rules" in text(answer)


def test_without_a_table_the_page_says_so(maryland: House, held: Submission) -> None:
    answer = signed_in(maryland.submitter).get(page(held.reference, "limits"))
    assert "No table for this game is in use" in text(answer)


def test_elsewhere_limits_take_an_approval(house: House) -> None:
    held = approved(house).submission
    client = signed_in(house.submitter)
    assert "Give notice of new limits" not in text(client.get(page(held.reference)))
    refused = client.get(page(held.reference, "limits"))
    assert refused.status_code == 409
    assert "Vary the approved rules instead" in text(refused)


def test_a_suspension_and_a_met_condition_are_shown_with_their_reasons(house: House) -> None:
    held = approved(house, odds(1), conditions=[{"text": "Train the dealers.", "due_on": None}]).submission
    condition = held.decisions.get().conditions.get()
    meet_condition(actor=house.officer, condition_id=condition.pk, note="Seen on a visit.")
    shown = text(signed_in(house.viewer).get(page(held.reference)))
    assert "Train the dealers. Met" in shown and "Seen on a visit." in shown
    move = f"/regulator/cases/{held.reference}/suspend/"
    approver = signed_in(house.approver)
    assert "may not be offered until the suspension is lifted" in text(approver.get(move))
    approver.post(move, {"reason": "The layout was not as approved."})
    shown = text(signed_in(house.viewer).get(page(held.reference)))
    assert shown.index("The layout was not as approved.") < shown.index("Digest of the rules")
    assert "may not be offered until the regulator lifts the suspension" in shown


# The dashboard -------------------------------------------------------------------------------------------


def test_the_dashboard_says_what_to_do_and_by_when(house: House) -> None:
    made = in_review(house)
    due = timezone.now().date() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    soon = timezone.now().date() + timedelta(days=20)
    held = approved(
        house, odds(1), ends_on=soon, conditions=[{"text": "Train the dealers.", "due_on": soon}]
    ).submission
    shown = text(signed_in(house.submitter).get("/operator/"))
    assert f"{made.reference} {made.property} Answer the regulator’s question" in shown
    assert "Meet the condition: Train the dealers." in shown
    assert "Ending soon" in shown
    assert shown.index("Answer the regulator") < shown.index("Train the dealers")  # the earlier date first
    assert f"Renew : {held.reference}" in shown


def test_the_dashboard_tells_an_approval_that_starts_later_from_what_is_under_review(house: House) -> None:
    later = timezone.now().date() + timedelta(days=30)
    made = approved(house, odds(1), effective_on=later).submission
    shown = text(signed_in(house.submitter).get("/operator/"))
    assert "Nothing is with the regulator." in shown
    apart = shown[shown.index("Approved, in force later") :]
    assert made.reference in apart and f"{later.day} {later:%B %Y}" in apart


def test_a_repeated_check_says_what_is_new(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from portal.validation import recheck, services

    made = draft(house, BREACH)
    for module in (services, recheck):
        monkeypatch.setattr(module, "core_version", lambda: "9.9.9")
    recheck.repeat_outdated()
    shown = text(signed_in(house.submitter).get(page(made.reference)))
    assert "Checked again" in shown
    assert "The result is the same as before." in shown


def test_a_clause_is_a_link_and_opens_to_its_text_on_the_operators_pages(house: House) -> None:
    made = in_review(house, odds(3))
    client = signed_in(house.submitter)
    page = client.get(f"/operator/submissions/{made.reference}/").content.decode()
    link = f'<a href="{clause_url("nz-revised", "4.1(e)(i)")}">'
    finding = page[page.index("Result of the check") :]
    assert link in finding
    assert "choose a higher limit" in finding
    rules = page[page.index("Your rules") : page.index("Result of the check")]
    assert link in rules and "Departs" in rules


def test_a_finding_in_the_editor_opens_to_the_text_of_its_clause(house: House) -> None:
    made = draft(house, odds(3))
    page = signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/draft/odds/")
    assert "Text of clause 4.1(e)(i)" in text(page)
    assert "The operator may choose a higher limit" in text(page)
