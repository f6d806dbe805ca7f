"""A return: its message inside the draft, the reply, and what comes back prefilled."""

from __future__ import annotations

import pytest

from portal.bundles import facts
from portal.errors import BadValue, NotFound, NotPossible
from portal.review import returns, workflow
from portal.review.models import ReturnReply
from portal.submissions.models import Submission
from portal.text import LONGEST
from portal.validation.drafts import save_draft
from tests.factories import House, digest, draft, in_review, make_house, odds, submit_draft
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

MESSAGE = "State where the odds are posted."
REPLY = "They are on the new sign."
BREACH = odds(3)


def returned(house: House, rules: dict[str, object] | None = None) -> Submission:
    """Returned with a message, and amended since."""
    made = in_review(house, rules)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason=MESSAGE
    )
    made.refresh_from_db()
    version = made.current_version
    assert version is not None
    save_draft(
        actor=house.submitter,
        reference=made.reference,
        ruleset=version.ruleset | {"limits": {"pass_line": {"min": "5", "max": "500"}}},
        expected_version=version.number,
    )
    made.refresh_from_db()
    return made


def where(made: Submission, *more: str) -> str:
    return "/".join(["/operator/submissions", made.reference, *more, ""])


@pytest.mark.parametrize("step", ["draft/odds", "draft/layout", "tables", "documents", "examples", "submit"])
def test_the_message_stands_on_every_step_with_a_box(house: House, step: str) -> None:
    made = returned(house)
    returns.save_reply(actor=house.submitter, reference=made.reference, text=REPLY)
    shown = signed_in(house.submitter).get(where(made, step))
    assert MESSAGE in text(shown)
    assert "How you dealt with it" in text(shown)
    assert REPLY in text(shown)


def test_a_draft_that_was_not_returned_has_no_box(house: House) -> None:
    made = draft(house)
    client = signed_in(house.submitter)
    for step in ("draft/odds", "submit"):
        assert "How you dealt with it" not in text(client.get(where(made, step)))


def test_the_reply_is_kept_and_leads_back_to_the_step(house: House) -> None:
    made, client = returned(house), signed_in(house.submitter)
    step = where(made, "draft", "odds")
    answer = client.post(where(made, "reply"), {"reply": REPLY, "back": step})
    assert (answer.status_code, answer["Location"]) == (302, step)
    elsewhere = client.post(where(made, "reply"), {"reply": REPLY, "back": "https://example.org/"})
    assert elsewhere["Location"] == where(made)
    typed = client.post(where(made, "reply"), {"reply": "Shorter."}, headers={"HX-Request": "true"})
    assert "Saved" in text(typed)
    assert returns.saved_reply(made) == "Shorter."
    assert "Shorter." not in text(signed_in(house.officer).get(f"/regulator/cases/{made.reference}/"))


def test_a_reply_that_is_too_long_is_shown_with_the_reason(house: House) -> None:
    made, client = returned(house), signed_in(house.submitter)
    long = "x" * (LONGEST + 1)
    answer = client.post(where(made, "reply"), {"reply": long})
    assert answer.status_code == 422
    assert long in answer.content.decode()
    with pytest.raises(BadValue):
        returns.save_reply(actor=house.submitter, reference=made.reference, text=long)


def test_the_reply_is_sent_with_the_next_submission(house: House) -> None:
    made = returned(house)
    returns.save_reply(actor=house.submitter, reference=made.reference, text=REPLY)
    submit_draft(house, made)
    assert not ReturnReply.objects.exists()
    [told] = returns.returns(made)
    assert told.reply is not None
    assert (told.move.reason, told.reply.reason) == (MESSAGE, REPLY)
    case = text(signed_in(house.officer).get(f"/regulator/cases/{made.reference}/"))
    assert case.index(MESSAGE) < case.index(REPLY)
    lines = facts.timeline(house.officer, made)
    assert [line["reason"] for line in lines if line["move"] == "submit"] == ["", REPLY]


def test_only_the_operators_own_editors_reply_and_only_to_a_return(house: House) -> None:
    made = in_review(house)
    with pytest.raises(NotPossible):
        returns.save_reply(actor=house.submitter, reference=made.reference, text=REPLY)
    stranger = make_house("bc", "bc-craps")
    with pytest.raises(NotFound):
        returns.save_reply(actor=stranger.submitter, reference=made.reference, text=REPLY)
    first = draft(house)
    with pytest.raises(NotPossible):
        workflow.submit(
            actor=house.submitter, reference=first.reference, digest=digest(first), name="A", role="B",
            reply=REPLY,
        )  # fmt: skip


def test_waivers_reasons_and_the_position_come_back(house: House) -> None:
    made = returned(house, BREACH)
    shown = signed_in(house.submitter).get(where(made, "submit")).content.decode()
    asked = len(workflow.submit_gate(made))
    assert shown.count("Our floor plan calls for it.") == asked > 0
    assert shown.count('id="id_waive-0" checked') + shown.count('checked id="id_waive-0"') == 1, shown
    assert 'value="Compliance manager"' in shown
