"""Moving a draft to the edition that replaced its own: a new draft with the same rules takes its place."""

from django.db import transaction

from portal.accounts.models import User
from portal.editions.models import Edition
from portal.editions.selectors import successor
from portal.errors import NotPossible
from portal.review import workflow
from portal.submissions import selectors, transfer
from portal.submissions.copying import copy_attachments
from portal.submissions.models import State, Submission
from portal.validation.drafts import create_draft


def moved_rules(submission: Submission) -> tuple[Edition, transfer.ReadRules]:
    """The edition that replaced the draft's own, and the draft's rules under it, as far as it has them."""
    later = successor(submission.edition_id)
    if submission.state != State.DRAFT or later is None or submission.current_version is None:
        raise NotPossible(
            f"{submission.reference} stays under its rulebook. Only a draft whose rulebook was replaced "
            "before it was submitted can be moved to the new one."
        )
    return later, transfer.for_property(submission.current_version.rules, submission.property, later.pk)


@transaction.atomic
def move_draft(*, actor: User, reference: str) -> Submission:
    """A new draft under the new edition: rules, tables, documents, examples. The old one is withdrawn."""
    held = selectors.lock_submission(actor, reference, "submission.edit")
    later, reading = moved_rules(held)
    made = create_draft(
        actor=actor,
        property_id=held.property_id,
        edition_id=later.pk,
        ruleset=reading.ruleset,
        varies=held.varies,
        all_tables=held.all_tables,
        tables=held.covered.values_list("table__code", flat=True),
    )
    copy_attachments(actor=actor, source=held, draft=made)
    workflow.withdraw(
        actor=actor, reference=reference, reason=f"Moved to {made.reference} under {later.title}."
    )
    return made
