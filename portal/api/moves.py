"""The moves of the workflow: each has its own address and body.

The table says only how a body is read. Permissions, states and consequences are the workflow's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from craps.codec import Codec, Flag, Items, OneOf, Text
from portal.api.codecs import Date, Integer, Prose, body
from portal.api.endpoint import Endpoint, case_write
from portal.api.serializers import WHOLE_SUBMISSION
from portal.review import workflow
from portal.review.models import Explanation, Recommendation
from portal.review.transitions import TRANSITIONS, Transition
from portal.submissions.models import Submission
from portal.submissions.selectors import submission

DIGEST = Text(64, "[0-9a-f]{64}", "the 64 hex digits of a SHA-256")
REASON = body(reason=Prose())
OPTIONAL_REASON = body({"reason": Prose()})
# By code or label; without them the move concerns the whole approval.
TABLES = Items(Text(40), longest=500, unique=True)
REASON_AT_TABLES = body({"tables": TABLES}, reason=Prose())
AT_TABLES = "With `tables`, by code or label, it is made only there. The state follows from all tables."
# Of an approval, as recommended and as decided.
TERMS: dict[str, Codec] = {
    "effective_on": Date(),
    "ends_on": Date(),
    "conditions": Items(body({"due_on": Date()}, text=Prose()), longest=40),
    "waivers": Items(Integer(), unique=True),
}
HEARING = (
    "`urgency` says why it cannot wait. It is needed without a notice of intent, and before the operator has "
    "replied to it or its day is over."
)
SHA256_EXAMPLE = "5f0c6e3f5fb0f2f7b8a2a4f6d2c1e0b9a8d7c6b5a4938271605f4e3d2c1b0a99"


@dataclass(frozen=True)
class MoveEndpoint:
    """The address of one move: its service, and how its body is read."""

    service: Callable[..., Any]
    body: Codec
    example: Any
    description: str = ""

    @property
    def transition(self) -> Transition:
        return TRANSITIONS[self.service.__name__]

    def view(self) -> type[Endpoint]:
        """The view. It answers with the submission after the move."""

        @case_write(
            self.transition.label,
            permission=str(self.transition.permission),
            tag="Review",
            description=self.description,
            body=self.body,
            answer=WHOLE_SUBMISSION,
            example=self.example,
        )
        def post(endpoint: Endpoint, body: Any, reference: str) -> Submission:
            self.service(actor=endpoint.actor, reference=reference, **body)
            return submission(endpoint.actor, reference)

        return type(self.transition.name, (Endpoint,), {"post": post})


MOVES = (
    MoveEndpoint(
        workflow.submit,
        body(
            {
                "reply": Prose(),
                "explanations": Items(
                    body(
                        {"finding": Text(320), "rule": Text(80), "path": Text(200)},
                        kind=OneOf(tuple(Explanation.Kind.values), "kind"),
                        text=Prose(),
                    )
                ),
            },
            digest=DIGEST,
            name=Text(120),
            role=Text(120),
        ),
        {"digest": SHA256_EXAMPLE, "name": "Ana Holt", "role": "Compliance manager", "explanations": []},
        "Submits the version with this digest and declares it complete and true. `/gate` lists the findings "
        "that need an explanation first; an explanation names its `finding`, or `rule` and `path` where no "
        "other finding has these. After a return, `reply` says how you dealt with it; the move has it "
        "as its `reason`.",
    ),
    MoveEndpoint(workflow.withdraw, OPTIONAL_REASON, {"reason": "We will submit another rule set."}),
    MoveEndpoint(workflow.surrender, REASON_AT_TABLES, {"reason": "The table is closed."}, AT_TABLES),
    MoveEndpoint(
        workflow.plan_surrender,
        body({"tables": TABLES}, reason=Prose(), last_day=Date()),
        {"reason": "The pit closes for rebuilding.", "last_day": "2030-03-31"},
        f"The approval stays in force until `last_day`; then Baize ends it. {AT_TABLES}",
    ),
    MoveEndpoint(
        workflow.take_back_surrender,
        OPTIONAL_REASON,
        {"reason": "The pit stays open."},
        "Until the last day is over.",
    ),
    MoveEndpoint(
        workflow.reply_to_notice,
        body(text=Prose()),
        {"text": "The dice were replaced on the same day."},
        "Once, in words; files are sent on the page.",
    ),
    MoveEndpoint(workflow.claim, body(), {}, "Takes the case, or takes it over from a colleague."),
    MoveEndpoint(
        workflow.withdraw_query,
        body({"question": Integer(), "reason": Prose()}),
        {"question": 17, "reason": "Answered by your letter of Monday."},
        "`question` is its id, needed while several are open. When none is left open, the review continues.",
    ),
    MoveEndpoint(
        workflow.return_for_amendment,
        body({"due_on": Date()}, digest=DIGEST, reason=Prose()),
        {"digest": SHA256_EXAMPLE, "reason": "State when vigorish is taken.", "due_on": "2030-02-01"},
        "`due_on` is the day by which the operator should submit it again.",
    ),
    MoveEndpoint(
        workflow.recommend,
        body(
            TERMS,
            digest=DIGEST,
            outcome=OneOf(tuple(Recommendation.Outcome.values), "outcome"),
            reason=Prose(),
            no_conflict=Flag(),
        ),
        {"digest": SHA256_EXAMPLE, "outcome": "approve", "reason": "No breaches.", "no_conflict": True},
        "Every breach and every finding for the regulator’s judgement has to be marked as dealt with first. "
        "Dates, conditions and waivers (ids from `/explanations`) are what you propose to the approver.",
    ),
    MoveEndpoint(workflow.send_back, REASON, {"reason": "Please look at the fire bet again."}),
    MoveEndpoint(
        workflow.approve,
        body(
            {"reason": Prose(), **TERMS},
            digest=DIGEST,
            no_conflict=Flag(),
        ),
        {"digest": SHA256_EXAMPLE, "no_conflict": True, "effective_on": "2030-01-15", "waivers": []},
        "Applies to the version with this digest only. `waivers` are ids from `/explanations`.",
    ),
    MoveEndpoint(
        workflow.refuse,
        body(digest=DIGEST, reason=Prose(), no_conflict=Flag()),
        {"digest": SHA256_EXAMPLE, "reason": "The odds exceed clause 4.5.", "no_conflict": True},
    ),
    MoveEndpoint(
        workflow.suspend, REASON_AT_TABLES, {"reason": "Other dice were found at the table."}, AT_TABLES
    ),
    MoveEndpoint(
        workflow.lift_suspension,
        body({"reason": Prose(), "tables": TABLES}),
        {"reason": "The dice were replaced."},
        AT_TABLES,
    ),
    MoveEndpoint(
        workflow.give_notice_of_intent,
        body({"tables": TABLES}, reason=Prose(), due_on=Date()),
        {"reason": "Other dice were found again.", "due_on": "2030-02-15"},
        f"The operator may reply until `due_on`. {AT_TABLES}",
    ),
    MoveEndpoint(workflow.withdraw_notice, REASON, {"reason": "The dice were in order."}),
    MoveEndpoint(
        workflow.revoke,
        body({"tables": TABLES, "urgency": Prose()}, reason=Prose()),
        {"reason": "The licence has ended.", "urgency": "The table is still open."},
        f"{HEARING} {AT_TABLES}",
    ),
    MoveEndpoint(
        workflow.plan_revocation,
        body({"tables": TABLES, "urgency": Prose()}, reason=Prose(), last_day=Date()),
        {"reason": "The licence ends.", "last_day": "2030-03-31", "urgency": "The licence ends on that day."},
        f"The approval stays in force until `last_day`; then Baize ends it. {HEARING} {AT_TABLES}",
    ),
    MoveEndpoint(
        workflow.take_back_revocation,
        REASON,
        {"reason": "The licence was extended."},
        "Until the last day is over, by an approver other than the one who revoked it.",
    ),
)
