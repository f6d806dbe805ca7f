"""Creating and saving drafts: the rule set is parsed once, then stored with its search columns and its check.

What happens to a submission afterwards is in portal/review/workflow.py.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from craps import BadInput, game_of
from portal.accounts.jurisdictions import jurisdiction, jurisdiction_name
from portal.accounts.models import Table, User
from portal.accounts.permissions import require
from portal.accounts.selectors import own_property
from portal.audit.services import record
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import core_edition_for, editions_for, successor
from portal.errors import BadValue, Conflict, NotPermitted, NotPossible
from portal.submissions import coverage, search, selectors
from portal.submissions.attempts import audited_attempt
from portal.submissions.counters import next_number
from portal.submissions.models import Autosave, LayoutArea, OfferedWager, Submission, Version
from portal.validation.services import ensure_run


@transaction.atomic
def create_draft(
    *,
    actor: User,
    property_id: int,
    edition_id: str,
    ruleset: dict[str, Any] | None = None,
    varies: Submission | None = None,
    renewal: bool = False,
    all_tables: bool = True,
    tables: Iterable[str] = (),
) -> Submission:
    """A new draft with its first version: the rule set, which is checked, or else the edition's baseline.

    `varies` is the approval that the draft is to replace, or with `renewal` to follow. `tables`, by code or
    label, are those it is for; with `all_tables`, those it takes over although they have one
    of their own.
    """
    require(actor, "submission.edit")
    prop = own_property(actor, property_id)
    edition = editions_for(prop).filter(pk=edition_id).first()
    if edition is None:
        offered = ", ".join(editions_for(prop).values_list("pk", flat=True)) or "none yet"
        later = successor(edition_id)
        if later is not None and later.jurisdiction == prop.jurisdiction:
            message = f"{edition_id} was replaced by {later.pk}. Choose from: {offered}."
            raise BadValue(message, field="edition")
        place = jurisdiction_name(prop.jurisdiction)
        raise BadValue(
            f"{edition_id} is not an edition for {place}. Choose from: {offered}.",
            field="edition",
        )
    where = jurisdiction(prop.jurisdiction)
    year = where.today().year
    reference = f"{where.prefix}-{year}-{next_number(f'reference {where.prefix} {year}'):04d}"
    submission = Submission.objects.create(
        reference=reference,
        organisation=prop.organisation,
        property=prop,
        edition=edition,
        jurisdiction=prop.jurisdiction,
        game=edition.game,
        varies=varies,
        renewal=renewal,
        created_by=actor,
    )
    named = coverage.propose(submission, all_tables=all_tables, tables=tables)
    if ruleset is None:
        core = core_edition_for(edition)
        start = game_of(core).first_draft(core)
        start |= {"operator": prop.organisation.name, "currency": where.currency}
    version = _add_version(submission, actor, start if ruleset is None else ruleset)
    if ruleset is not None:
        ensure_run(version=version)
    facts = {"property": prop.name, "edition": edition.pk, "digest": version.digest}
    facts |= _chosen_tables(submission, named)
    record(actor=actor, action="draft.create", obj=submission, after=facts)
    return submission


@audited_attempt("submission.edit", audited=(NotPossible, NotPermitted))
def save_draft(
    *, actor: User, reference: str, ruleset: dict[str, Any], expected_version: int, automatic: bool = False
) -> Version:
    """Saves a rule set as the next version and checks it, if nobody saved since the version it started from.

    An unchanged rule set makes no new version. `automatic` marks one that the editor saves by itself.
    """
    submission = _lock_editable(actor, reference)
    current = submission.current_version
    if current is None or current.number != expected_version:
        raise Conflict(
            f"{reference} was saved by {current.author if current else 'someone'} while you were editing. "
            "Your change was not saved. Compare both and save again.",
            theirs=current,
            mine=ruleset,
        )
    version = _add_version(submission, actor, ruleset)
    if not automatic:
        Autosave.objects.filter(version=version).delete()
    elif version.pk != current.pk:
        Autosave.objects.create(version=version)
    if version.pk != current.pk:
        record(
            actor=actor,
            action="draft.save",
            obj=submission,
            before={"version": current.number, "digest": current.digest},
            after={"version": version.number, "digest": version.digest},
        )
    ensure_run(version=version)
    return version


@audited_attempt("submission.edit", audited=(NotPossible, NotPermitted))
def choose_tables(*, actor: User, reference: str, all_tables: bool, tables: Iterable[str] = ()) -> Submission:
    """Says which tables a draft is for: all, or these, by code or label.

    After a submission was returned this makes a new version of the same rules, so that it can be submitted.
    """
    submission = _lock_editable(actor, reference)
    was = [row.table for row in submission.covered.select_related("table").order_by("table__label")]
    before = _chosen_tables(submission, was)
    after = _chosen_tables(submission, coverage.propose(submission, all_tables=all_tables, tables=tables))
    if before == after:
        return submission
    current = submission.current_version
    if current is not None and current.pk == submission.submitted_version_id:
        ensure_run(version=_add_version(submission, actor, current.ruleset, again=True))
    record(actor=actor, action="draft.tables", obj=submission, before=before, after=after)
    return submission


def _lock_editable(actor: User, reference: str) -> Submission:
    submission = selectors.lock_submission(actor, reference, "submission.edit")
    if not submission.is_editable:
        raise NotPossible(
            f"{reference} is {submission.get_state_display().lower()} and can no longer be edited. "
            "Only a draft, or a submission returned for amendment, can be."
        )
    return submission


def _chosen_tables(submission: Submission, named: Iterable[Table]) -> dict[str, Any]:
    """For the audit trail."""
    return {"all_tables": submission.all_tables, "tables": [table.label for table in named]}


def _add_version(
    submission: Submission, actor: User, ruleset: dict[str, Any], *, again: bool = False
) -> Version:
    """The rule set as the next version. `again`: also if it is the current one."""
    try:
        loaded = parse_ruleset(ruleset)
    except BadInput as error:
        raise BadValue(error.message, field=error.path) from None
    if loaded.edition.id != submission.edition_id:
        raise BadValue(
            f"This submission is under {submission.edition_id}. For {loaded.edition.id} start a new one.",
            field="edition",
        )
    current = submission.current_version
    if current is not None and current.digest == loaded.digest and not again:
        return current
    version = Version.objects.create(
        submission=submission,
        number=current.number + 1 if current else 1,
        ruleset=loaded.to_json(),
        digest=loaded.digest,
        author=actor,
        **search.columns(loaded),
    )
    version.rules = loaded
    OfferedWager.objects.bulk_create(
        OfferedWager(version=version, wager=wager) for wager in search.offered_wagers(loaded)
    )
    LayoutArea.objects.bulk_create(
        LayoutArea(version=version, wager=wager) for wager in search.layout_areas(loaded)
    )
    submission.current_version = version
    submission.save(update_fields=["current_version"])
    return version
