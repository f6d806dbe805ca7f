"""The regulator's forms that end an approval or prepare its end."""

from datetime import timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.regulator.forms import NOT_PUBLIC, MoveForm, day_field, text_field
from portal.review.guards import open_notice
from portal.review.models import Explanation, StandardKind
from portal.submissions.models import HOLDS_FORCE, Submission


class EndingForm(MoveForm):
    """Its page shows the notice of intent, the operator's reply and what is decided for a later day."""


class IntentForm(EndingForm):
    standard = StandardKind.REVOCATION
    where = "Where you intend to revoke the approval"
    effect = (
        "The operator gets a letter with your reasons and can reply in words and with files. The approval "
        "holds until you decide. Nothing is published."
    )
    reason = text_field("Reasons", "Enter why you intend to revoke the approval.", help_text=NOT_PUBLIC)
    due_on = day_field("The operator may reply until")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        due = jurisdiction(submission.jurisdiction).today() + timedelta(days=14)
        kwargs["initial"] = {"due_on": due} | (kwargs.get("initial") or {})
        super().__init__(submission, explanations, *args, **kwargs)


class WithdrawNoticeForm(EndingForm):
    effect = "You no longer intend to revoke the approval. The operator is notified."
    reason = text_field("Reasons", "Enter why you withdraw the notice.", help_text=NOT_PUBLIC)


class RevokeForm(EndingForm):
    standard = StandardKind.REVOCATION
    where = "Where the approval is revoked"
    effect = (
        "The approval ends and cannot be restored: a new submission is needed to offer the game there. "
        "The register shows this at once. The operator gets a letter with your reasons."
    )
    reason = text_field("Reasons", "Enter the reasons for the revocation.", help_text=NOT_PUBLIC)
    last_day = day_field(
        "Last day in force",
        required=False,
        help_text="Leave empty to revoke it at once. Until that day is over, another approver can take the "
        "revocation back.",
    )
    urgency = text_field("Why it cannot wait for a reply")

    def __init__(
        self, submission: Submission, explanations: list[Explanation], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(submission, explanations, *args, **kwargs)
        if submission.state not in HOLDS_FORCE:
            del self.fields["last_day"]
        notice = open_notice(submission)
        if notice and notice.has_heard and not notice.tables:
            del self.fields["urgency"]
        elif notice is None:
            self.fields[
                "urgency"
            ].help_text = (
                "No notice of intent was given, so the letter has to say why. The operator can read this."
            )
        else:
            self.fields["urgency"].help_text = (
                "Required while the operator can still reply, and at tables that the notice does not name. "
                "The letter says it."
            )

    def arguments(self) -> dict[str, Any]:
        given = super().arguments()
        if not given.get("last_day"):
            given.pop("last_day", None)
        return given


class TakeBackForm(EndingForm):
    effect = "The approval stays in force. The register shows that the revocation was taken back."
    reason = text_field("Reasons", "Enter why the revocation is taken back.", help_text=NOT_PUBLIC)
