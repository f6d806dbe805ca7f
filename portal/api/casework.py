"""What officers and operators work with beside the case: comparisons, standard texts, a newer edition."""

from collections.abc import Iterable
from functools import partial

from portal.api import casework_serializers as serializers
from portal.api.codecs import body
from portal.api.endpoint import Endpoint, case_read, case_write, operation
from portal.api.serializers import WHOLE_SUBMISSION
from portal.api.submissions import submission_address
from portal.review import newer_edition, rules_diff, standards
from portal.review.models import StandardText
from portal.submissions import selectors
from portal.submissions.models import Submission
from portal.submissions.selectors import version_shown_to
from portal.validation.selectors import run_of

read = partial(operation, permission="review.view", tag="Review")


class Comparison(Endpoint):
    @case_read(
        "The rules of a case compared with the rulebook, the approval and the returned version",
        description="Each rule `departs` from the rulebook or is for judgement, was `chosen` by the casino, "
        "or `complies`. `approved` compares with the approval that the case varies, or else with what was "
        "last approved there for the game; `returned` with the version that was sent back. Both are null if "
        "there is none.",
        tag="Review",
        answer=serializers.CASE_COMPARISON,
    )
    def get(self, reference: str) -> rules_diff.CaseComparison:
        submission = selectors.submission(self.actor, reference)
        version = version_shown_to(self.actor, submission)
        version.submission = submission  # as it is read already
        return rules_diff.case_comparison(submission, version, run_of(version))


class StandardTexts(Endpoint):
    @read(
        "The regulator's standard conditions and paragraphs",
        description="Those in use, with their newest version. Changing them needs a signed-in administrator.",
        answer=serializers.STANDARD_TEXTS,
    )
    def get(self) -> Iterable[StandardText]:
        return standards.standards(self.actor).filter(retired_at=None)


class NewerEdition(Endpoint):
    @case_write(
        "Move a draft to the edition that replaced its own",
        description="A new draft under the newer edition, with the same rules as far as that has them, and "
        "the same tables, documents and examples. The old draft is withdrawn.",
        body=body(),
        answer=WHOLE_SUBMISSION,
        status=201,
        location=submission_address,
        example={},
    )
    def post(self, body: object, reference: str) -> Submission:
        draft = newer_edition.move_draft(actor=self.actor, reference=reference)
        return selectors.submission(self.actor, draft.reference)
