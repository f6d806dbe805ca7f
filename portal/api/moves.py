"""What people do with a case: each move of the workflow is an address of its own, with its own body.

The table below only says how a body is read. Who may, from which state, and what follows is the workflow's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from craps.codec import Codec, Fields, Flag, Items, OneOf, Text
from portal.api import serializers
from portal.api.codecs import Date, Integer, Prose
from portal.api.endpoint import Endpoint, case_read, case_write
from portal.review import comments, selectors, ticks, workflow
from portal.review.models import Comment, Explanation, Recommendation
from portal.review.transitions import TRANSITIONS
from portal.submissions.selectors import submission, version_shown_to

TAG = "Review"
DIGEST = Text(64, "[0-9a-f]{64}", "the 64 hex digits of a SHA-256")
REASON = Fields({"reason": Prose()}, required=("reason",))
MAYBE_REASON = Fields({"reason": Prose()})
SHA = "5f0c6e3f5fb0f2f7b8a2a4f6d2c1e0b9a8d7c6b5a4938271605f4e3d2c1b0a99"


@dataclass(frozen=True)
class MoveEndpoint:
    """How one move is made over the API."""

    slug: str
    act: Callable[..., Any]
    body: Codec
    example: Any
    about: str = ""

    @property
    def name(self) -> str:
        return self.act.__name__


MOVES = (
    MoveEndpoint(
        "submit",
        workflow.submit,
        Fields(
            {
                "digest": DIGEST,
                "name": Text(120),
                "role": Text(120),
                "explanations": Items(
                    Fields(
                        {
                            "rule": Text(80),
                            "path": Text(200),
                            "kind": OneOf(tuple(Explanation.Kind.values), "kind"),
                            "text": Prose(),
                        },
                        required=("rule", "path", "kind", "text"),
                    )
                ),
            },
            required=("digest", "name", "role"),
        ),
        {"digest": SHA, "name": "Ana Holt", "role": "Compliance manager", "explanations": []},
        "Hands in the version with this digest and declares it complete and true. `/gate` says which "
        "findings need a word first.",
    ),
    MoveEndpoint("withdraw", workflow.withdraw, MAYBE_REASON, {"reason": "We will file anew."}),
    MoveEndpoint("surrender", workflow.surrender, REASON, {"reason": "The table is closed."}),
    MoveEndpoint(
        "claim", workflow.claim, Fields({}), {}, "Takes the case, or takes it over from a colleague."
    ),
    MoveEndpoint(
        "return",
        workflow.return_for_amendment,
        Fields({"digest": DIGEST, "reason": Prose()}, required=("digest", "reason")),
        {"digest": SHA, "reason": "State when vigorish is taken."},
    ),
    MoveEndpoint(
        "recommend",
        workflow.recommend,
        Fields(
            {
                "digest": DIGEST,
                "outcome": OneOf(tuple(Recommendation.Outcome.values), "outcome"),
                "reason": Prose(),
                "no_conflict": Flag(),
            },
            required=("digest", "outcome", "reason", "no_conflict"),
        ),
        {"digest": SHA, "outcome": "approve", "reason": "Within the edition.", "no_conflict": True},
        "Every breach and every finding left to judgement has to be ticked off before.",
    ),
    MoveEndpoint("send-back", workflow.send_back, REASON, {"reason": "Please look at the fire bet again."}),
    MoveEndpoint(
        "approve",
        workflow.approve,
        Fields(
            {
                "digest": DIGEST,
                "reason": Prose(),
                "effective_on": Date(),
                "ends_on": Date(),
                "conditions": Items(
                    Fields({"text": Prose(), "due_on": Date()}, required=("text",)), longest=40
                ),
                "waivers": Items(Integer(), unique=True),
                "no_conflict": Flag(),
            },
            required=("digest", "no_conflict"),
        ),
        {"digest": SHA, "no_conflict": True, "effective_on": "2030-01-15", "waivers": []},
        "Binds to the version with this digest, and to no other. `waivers` are ids from `/explanations`.",
    ),
    MoveEndpoint(
        "refuse",
        workflow.refuse,
        Fields(
            {"digest": DIGEST, "reason": Prose(), "no_conflict": Flag()},
            required=("digest", "reason", "no_conflict"),
        ),
        {"digest": SHA, "reason": "The odds exceed clause 4.5.", "no_conflict": True},
    ),
    MoveEndpoint("suspend", workflow.suspend, REASON, {"reason": "The table was found with other dice."}),
    MoveEndpoint("lift-suspension", workflow.lift_suspension, MAYBE_REASON, {"reason": "Put right."}),
    MoveEndpoint("revoke", workflow.revoke, REASON, {"reason": "The licence has ended."}),
)


def endpoint(made: MoveEndpoint) -> type[Endpoint]:
    """The address of one move. It answers with the submission as it stands afterwards."""
    transition = TRANSITIONS[made.name]

    @case_write(
        transition.label,
        to=str(transition.permission),
        tag=TAG,
        about=made.about,
        body=made.body,
        answer="WholeSubmission",
        example=made.example,
    )
    def post(self: Endpoint, request: Request, given: Any, reference: str) -> Response:
        made.act(actor=request.user, reference=reference, **given)
        return _now(request, reference)

    name = "".join(part.capitalize() for part in made.slug.split("-"))
    return type(name, (Endpoint,), {"post": post})


class Moves(Endpoint):
    @case_read(
        "What happened to a submission, and what can be done now",
        tag=TAG,
        about="`open` names the moves that your roles and the state of the case allow at this moment.",
        answer="Moves",
    )
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = submission(request.user, reference)
        return Response(
            {
                "items": [serializers.move(row) for row in selectors.timeline(request.user, found)],
                "open": sorted(workflow.moves_open_to(request.user, found)),
            }
        )


class Queries(Endpoint):
    @case_read("Questions to the operator and their answers", tag=TAG, answer="Queries")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = submission(request.user, reference)
        rows = selectors.queries(found).prefetch_related("files")
        return Response({"items": [serializers.query(row, reference) for row in rows]})

    @case_write(
        "Ask the operator",
        to="review.query",
        tag=TAG,
        about="The clock stands still until the operator answers.",
        body=Fields({"text": Prose(), "due_on": Date()}, required=("text", "due_on")),
        answer="WholeSubmission",
        example={"text": "Which dice are in use?", "due_on": "2030-02-01"},
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        workflow.open_query(actor=request.user, reference=reference, **given)
        return _now(request, reference)


class Answer(Endpoint):
    @case_write(
        "Answer the open question",
        to="query.answer",
        tag=TAG,
        body=Fields({"text": Prose()}, required=("text",)),
        answer="WholeSubmission",
        example={"text": "Nineteen millimetres, transparent."},
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        workflow.answer_query(actor=request.user, reference=reference, **given)
        return _now(request, reference)


class Decisions(Endpoint):
    @case_read("Decisions on a submission", tag=TAG, answer="Decisions")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        found = submission(request.user, reference)
        rows = [serializers.decision(row, reference) for row in selectors.decisions(found)]
        return Response({"items": rows})


class Explanations(Endpoint):
    @case_read(
        "The operator’s reasons and requests for waivers",
        tag=TAG,
        about="Of the version handed in, or the latest one. An approval names the waivers it grants by id.",
        answer="Explanations",
    )
    def get(self, request: Request, given: Any, reference: str) -> Response:
        version = version_shown_to(request.user, submission(request.user, reference))
        return Response({"items": [serializers.explanation(row) for row in selectors.explanations(version)]})


class Ticks(Endpoint):
    @case_read("Findings and which of them are ticked off", to="review.view", tag=TAG, answer="Ticks")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        return _ticks(request, reference)

    @case_write(
        "Tick a finding off, or take the tick back",
        to="review.recommend",
        tag=TAG,
        body=Fields(
            {"finding": Text(300), "done": Flag(), "note": Prose(2_000)}, required=("finding", "done")
        ),
        answer="Ticks",
        example={"finding": "md.vig.rate@vig.buy.rate", "done": True, "note": "Seen at the table."},
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        if given["done"]:
            ticks.tick(
                actor=request.user,
                reference=reference,
                finding_key=given["finding"],
                note=given.get("note", ""),
            )
        else:
            ticks.untick(actor=request.user, reference=reference, finding_key=given["finding"])
        return _ticks(request, reference)


class Comments(Endpoint):
    @case_read("Comments you may see", tag=TAG, answer="Comments")
    def get(self, request: Request, given: Any, reference: str) -> Response:
        rows = comments.comments(request.user, submission(request.user, reference))
        return Response({"items": [serializers.comment(request.user, row) for row in rows]})

    @case_write(
        "Comment on a case, or on one choice, finding or clause of it",
        to="review.note",
        tag=TAG,
        about="Stays inside the regulator unless `shown_to_operator` is true.",
        body=Fields(
            {
                "about_kind": OneOf(tuple(Comment.About.values), "kind"),
                "about": Text(300),
                "text": Prose(),
                "shown_to_operator": Flag(),
            },
            required=("text",),
        ),
        answer="Comment",
        status=201,
        example={"about_kind": "field", "about": "odds", "text": "As at the other table."},
    )
    def post(self, request: Request, given: Any, reference: str) -> Response:
        row = comments.comment(actor=request.user, reference=reference, **given)
        return Response(serializers.comment(request.user, row), status=201)


def _now(request: Request, reference: str) -> Response:
    return Response(serializers.whole_submission(request.user, submission(request.user, reference)))


def _ticks(request: Request, reference: str) -> Response:
    version = version_shown_to(request.user, selectors.case(request.user, reference))
    done = ticks.ticks(version)
    rows = [
        {
            "finding": key,
            "severity": finding.severity,
            "message": finding.message,
            "done": key in done,
            "note": done[key].note if key in done else "",
        }
        for key, finding in ticks.found_in(version).items()
    ]
    return Response({"items": rows})
