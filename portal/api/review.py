"""The review of a case: timeline, queries, decisions, explanations, ticks and comments."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from craps.codec import Flag, OneOf, Text
from portal.api import endpoint, serializers
from portal.api.codecs import Date, Prose, body
from portal.api.endpoint import Endpoint
from portal.review import comments, findings, models, selectors, ticks, workflow
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
        description="The clock is paused until the operator answers.",
        body=body(text=Prose(), due_on=Date()),
        answer=serializers.WHOLE_SUBMISSION,
        example={"text": "Which dice are in use?", "due_on": "2030-02-01"},
    )
    def post(self, body: Any, reference: str) -> Submission:
        workflow.open_query(actor=self.actor, reference=reference, **body)
        return submission(self.actor, reference)


class Answer(Endpoint):
    @case_write(
        "Answer the open query",
        permission="query.answer",
        body=body(text=Prose()),
        answer=serializers.WHOLE_SUBMISSION,
        example={"text": "Nineteen millimetres, transparent."},
    )
    def post(self, body: Any, reference: str) -> Submission:
        workflow.answer_query(actor=self.actor, reference=reference, **body)
        return submission(self.actor, reference)


class Decisions(Endpoint):
    @case_read("Decisions on a submission", answer=serializers.DECISIONS)
    def get(self, reference: str) -> Iterable[models.Decision]:
        return selectors.decisions(submission(self.actor, reference))


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
        body=body({"note": Prose(2_000)}, finding=Text(300), done=Flag()),
        answer=serializers.TICKS,
        example={"finding": "md.vig.rate@vig.buy.rate", "done": True, "note": "Checked at the table."},
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
                "note": ticked[key].note if key in ticked else "",
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
                "about": Text(300),
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
