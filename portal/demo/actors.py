"""Steps of a demo case. Each one calls the service as the person who would take that step."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Property, Role, User
from portal.accounts.selectors import people_with
from portal.review import comments, limit_notices, queries, ticks, variation, workflow
from portal.submissions import uploads
from portal.submissions.models import State, Submission
from portal.validation.drafts import create_draft, save_draft
from portal.validation.models import Finding

EXPLANATIONS = {
    "reason": "Our floor plan and the way the table is staffed call for it; the training plan covers it.",
    "waiver": "A six-month trial at this figure is meant to show whether players accept it; the table is "
    "signed accordingly and we report the takings monthly.",
}


def operator(prop: Property) -> User:
    return people_with(Role.OPERATOR_SUBMITTER, organisation_id=prop.organisation_id).order_by("pk")[0]


def officer(case: Submission) -> User:
    return people_with(Role.REGULATOR_OFFICER, jurisdiction=case.jurisdiction).order_by("pk")[0]


def approver(case: Submission) -> User:
    return people_with(Role.REGULATOR_APPROVER, jurisdiction=case.jurisdiction).order_by("pk")[0]


def as_operator(move: Callable[..., object], case: Submission, **arguments: Any) -> None:
    move(actor=operator(case.property), reference=case.reference, **arguments)


def as_officer(move: Callable[..., object], case: Submission, **arguments: Any) -> None:
    move(actor=officer(case), reference=case.reference, **arguments)


def as_approver(move: Callable[..., object], case: Submission, **arguments: Any) -> None:
    move(actor=approver(case), reference=case.reference, **arguments)


# -- the operator -------------------------------------------------------------------------------------------


def draft(casino: str, edition: str, rules: dict[str, Any], *tables: str) -> Submission:
    """A draft for these tables, by label, or for all."""
    prop = Property.objects.get(name=casino)
    case = create_draft(
        actor=operator(prop),
        property_id=prop.pk,
        edition_id=edition,
        all_tables=not tables,
        tables=tables,
    )
    if rules:
        _change_rules(case, rules)
        case.refresh_from_db()
    return case


def submit_new(casino: str, edition: str, rules: dict[str, Any], *tables: str) -> Submission:
    """Draft and submit a case, with an explanation for each finding that needs one."""
    return submit(draft(casino, edition, rules, *tables))


def attach(case: Submission, filename: str, data: bytes, *, kind: str, confidential: bool) -> None:
    as_operator(uploads.add, case, kind=kind, confidential=confidential, filename=filename, data=data)


def submit(case: Submission) -> Submission:
    submitter = operator(case.property)
    explanations = [
        {"finding": p["finding"], "kind": p["needs"], "text": EXPLANATIONS[p["needs"]]}
        for p in workflow.submit_gate(case)
    ]
    return workflow.submit(
        actor=submitter,
        reference=case.reference,
        digest=digest(case),
        name=submitter.name,
        role="Head of table games compliance",
        explanations=explanations,
    )


def give_notice(case: Submission, limits: dict[str, dict[str, str]]) -> None:
    """New limits at the first table, in force an hour from now."""
    as_operator(
        limit_notices.give,
        case,
        table_id=limit_notices.tables_of(case)[0].pk,
        limits=limits,
        takes_effect_at=timezone.now() + timedelta(hours=1),
        posted=True,
    )


def vary(case: Submission, rules: dict[str, Any]) -> Submission:
    """Draft a variation of an approval, with these rules changed."""
    draft = variation.vary(actor=operator(case.property), reference=case.reference)
    _change_rules(draft, rules)
    return draft


# -- the regulator ------------------------------------------------------------------------------------------


def claim(case: Submission) -> None:
    as_officer(workflow.claim, case)


def ask(case: Submission, question: str, *more: queries.Asked, days: int) -> None:
    """Take the case and ask the operator, who has so many days to answer."""
    claim(case)
    due = jurisdiction(case.jurisdiction).today() + timedelta(days=days)
    as_officer(workflow.open_query, case, text=question, questions=more, due_on=due)


def note(case: Submission, text: str) -> None:
    as_officer(comments.comment, case, text=text)


def recommend(case: Submission, reason: str, outcome: str = "approve", **terms: Any) -> None:
    claim(case)
    for key in unticked(case):
        as_officer(ticks.tick, case, finding_key=key)
    as_officer(
        workflow.recommend,
        case,
        digest=digest(case),
        outcome=outcome,
        reason=reason,
        no_conflict=True,
        **terms,
    )


def approve(case: Submission, reason: str, **terms: Any) -> None:
    recommend(case, reason, **terms)
    as_approver(workflow.approve, case, digest=digest(case), no_conflict=True, **terms)


def refuse(case: Submission, reason: str) -> None:
    recommend(case, reason, outcome="refuse")
    as_approver(workflow.refuse, case, digest=digest(case), reason=reason, no_conflict=True)


# -- reading ------------------------------------------------------------------------------------------------


def in_force(casino: str, game: str) -> Submission:
    """The approval for all tables; some may have one of their own."""
    return Submission.objects.get(property__name=casino, game=game, state=State.IN_FORCE, all_tables=True)


def unticked(case: Submission) -> dict[str, Finding]:
    if case.submitted_version is None:
        raise ValueError(f"{case} is not submitted")
    return ticks.unticked(case.submitted_version)


def digest(case: Submission) -> str:
    if case.current_version is None:
        raise ValueError(f"{case} has no version")
    return case.current_version.digest


def _change_rules(draft: Submission, rules: dict[str, Any]) -> None:
    ruleset = {**(draft.current_version.ruleset if draft.current_version else {}), **rules}
    as_operator(save_draft, draft, ruleset=ruleset, expected_version=1)
