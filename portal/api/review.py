"""The review of a case: timeline, queries, decisions, explanations, ticks and comments."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from craps.codec import Flag, Items, OneOf, Text
from portal.api import endpoint, serializers
from portal.api.codecs import Date, Integer, Prose, body
from portal.api.endpoint import Endpoint
from portal.errors import NotFound
from portal.review import comments, conditions, endings, findings, models, queries, selectors, ticks, workflow
from portal.submissions.models import Submission
from portal.submissions.selectors import submission, version_shown_to

case_read = partial(endpoint.case_read, tag="Review")
case_write = partial(endpoint.case_write, tag="Review")


class Moves(Endpoint):
    @case_read(
        "What happened to a submission, and what can be done now",
        description="`open` names the moves that your roles and the state of the case allow now.",
        answer=serializers.MOVES,
    )
    def get(self, reference: str) -> Submission:
        return submission(self.actor, reference)


class Queries(Endpoint):
    @case_read("Queries to the operator and their answers", answer=serializers.QUERIES)
    def get(self, reference: str) -> Iterable[models.Query]:
        return selectors.queries(submission(self.actor, reference)).prefetch_related("files")

    @case_write(
        "Ask the operator",
        permission="review.query",
        description="One question as `text`, or several as `questions`. The clock is paused until the "
        "operator has answered all of them. Files can be sent with a question on its page only.",
        body=body({"text": Prose(), "questions": Items(body(text=Prose()), longest=20)}, due_on=Date()),
        answer=serializers.WHOLE_SUBMISSION,
        example={"text": "Which dice are in use?", "due_on": "2030-02-01"},
    )
    def post(self, body: Any, reference: str) -> Submission:
        workflow.open_query(actor=self.actor, reference=reference, **body)
        return submission(self.actor, reference)


class Answer(Endpoint):
    @case_write(
        "Answer a question",
        permission="query.answer",
        description="`question` is its id, needed while several are open. The review continues when the last "
        "is answered.",
        body=body({"question": Integer()}, text=Prose()),
        answer=serializers.WHOLE_SUBMISSION,
        example={"text": "Nineteen millimetres, transparent."},
    )
    def post(self, body: Any, reference: str) -> Submission:
        workflow.answer_query(actor=self.actor, reference=reference, **body)
        return submission(self.actor, reference)


class ExtendQuery(Endpoint):
    @case_write(
        "Give the operator more time to answer",
        permission="review.query",
        description="The new day is for every open question.",
        body=body(due_on=Date()),
        answer=serializers.WHOLE_SUBMISSION,
        example={"due_on": "2030-02-15"},
    )
    def post(self, body: Any, reference: str) -> Submission:
        queries.extend_query(actor=self.actor, reference=reference, **body)
        return submission(self.actor, reference)


class Recommendations(Endpoint):
    @case_read(
        "Recommendations to the approver, with the terms proposed",
        description="`waivers` are ids from `/explanations`.",
        permission="review.view",
        answer=serializers.RECOMMENDATIONS,
    )
    def get(self, reference: str) -> Iterable[models.Recommendation]:
        return selectors.recommendations(self.actor, reference)


class IntentNotices(Endpoint):
    @case_read("Notices of intent to revoke, and replies", answer=serializers.INTENT_NOTICES)
    def get(self, reference: str) -> Iterable[models.IntentNotice]:
        return endings.notices_of(submission(self.actor, reference))


class PlannedEnds(Endpoint):
    @case_read("Surrenders and revocations that are still to take effect", answer=serializers.PLANNED_ENDS)
    def get(self, reference: str) -> Iterable[models.PlannedEnd]:
        return endings.ends_of(submission(self.actor, reference))


class Decisions(Endpoint):
    @case_read("Decisions on a submission", answer=serializers.DECISIONS)
    def get(self, reference: str) -> Iterable[models.Decision]:
        return selectors.decisions(submission(self.actor, reference))


class Conditions(Endpoint):
    @case_read(
        "Conditions of the approval, and what was done about each",
        answer=serializers.CONDITIONS,
    )
    def get(self, reference: str) -> Iterable[models.Condition]:
        case = submission(self.actor, reference)
        return conditions.conditions(self.actor).filter(decision__submission=case).order_by("pk")


class ReportCondition(Endpoint):
    @case_write(
        "Report a condition as met",
        permission="condition.report",
        description="The regulator accepts the report or sends it back. Files can be sent with a report on "
        "its page only.",
        body=body(text=Prose()),
        answer=serializers.CONDITION,
        example={"text": "The schedules have been posted at the table since Monday."},
    )
    def post(self, body: Any, reference: str, condition_id: int) -> models.Condition:
        condition = conditions.condition(self.actor, condition_id)
        if condition.decision.submission.reference != reference:
            raise NotFound(f"There is no condition {condition_id} of {reference}.")
        conditions.report_condition(actor=self.actor, condition_id=condition_id, **body)
        return conditions.condition(self.actor, condition_id)


class Explanations(Endpoint):
    @case_read(
        "The operator’s reasons and requests for waivers",
        description="Of the version submitted last, or the version saved last. An approval names the waivers "
        "it grants by id.",
        answer=serializers.EXPLANATIONS,
    )
    def get(self, reference: str) -> Iterable[models.Explanation]:
        return selectors.explanations(version_shown_to(self.actor, submission(self.actor, reference)))


class Ticks(Endpoint):
    @case_read(
        "Findings, and which of them are marked as dealt with",
        permission="review.view",
        answer=serializers.TICKS,
    )
    def get(self, reference: str) -> list[dict[str, Any]]:
        return self._rows(reference)

    @case_write(
        "Mark a finding as dealt with, or undo that",
        permission="review.recommend",
        body=body({"note": Prose(2_000)}, finding=Text(320), done=Flag()),
        answer=serializers.TICKS,
        example={
            "finding": "md.vig.rate@vig.buy.rate#0c5d1d2a9b7e",
            "done": True,
            "note": "Checked at the table.",
        },
    )
    def post(self, body: Any, reference: str) -> list[dict[str, Any]]:
        finding = body["finding"]
        if body["done"]:
            note = body.get("note", "")
            ticks.tick(actor=self.actor, reference=reference, finding_key=finding, note=note)
        else:
            ticks.untick(actor=self.actor, reference=reference, finding_key=finding)
        return self._rows(reference)

    def _rows(self, reference: str) -> list[dict[str, Any]]:
        version = version_shown_to(self.actor, selectors.case(self.actor, reference))
        ticked = findings.ticks(version)
        return [
            {
                "finding": key,
                "severity": finding.severity,
                "message": finding.report_sentence,
                "done": key in ticked,
                "note": ticked[key].note or None if key in ticked else None,
            }
            for key, finding in findings.findings_by_key(version).items()
        ]


class Comments(Endpoint):
    @case_read("Comments you may see", answer=serializers.COMMENTS)
    def get(self, reference: str) -> Iterable[models.Comment]:
        return comments.comments(self.actor, submission(self.actor, reference))

    @case_write(
        "Comment on a case, or on one choice, finding or clause of it",
        permission="review.note",
        description="Visible to the regulator only, unless `shown_to_operator` is true.",
        body=body(
            {
                "about_kind": OneOf(tuple(models.Comment.About.values), "kind"),
                "about": Text(320),
                "shown_to_operator": Flag(),
            },
            text=Prose(),
        ),
        answer=serializers.COMMENT,
        status=201,
        example={"about_kind": "field", "about": "odds", "text": "Same as at the other table."},
    )
    def post(self, body: Any, reference: str) -> models.Comment:
        return comments.comment(actor=self.actor, reference=reference, **body)
