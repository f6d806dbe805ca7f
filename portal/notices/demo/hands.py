"""The hands that make the cases: each step is a service call by the person whose step it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from portal.accounts.models import Property, Role, User
from portal.accounts.selectors import people_with
from portal.review import limit_notices, services, ticks, variation, workflow
from portal.submissions import uploads
from portal.submissions.models import State, Submission
from portal.submissions.services import create_draft
from portal.validation.services import save_and_check


class Hands:
    def draft(self, casino: str, edition: str, rules: dict[str, Any]) -> Submission:
        prop = Property.objects.get(name=casino)
        submitter = self._operator(prop)
        case = create_draft(actor=submitter, property_id=prop.pk, edition_id=edition)
        if rules:
            first = case.current_version
            stated = {**(first.ruleset if first else {}), **rules}
            save_and_check(actor=submitter, reference=case.reference, ruleset=stated, expected_version=1)
            case.refresh_from_db()
        return case

    def hand_in(self, casino: str, edition: str, rules: dict[str, Any]) -> Submission:
        """A draft, submitted with a word on each finding that needs one."""
        return self.submit(self.draft(casino, edition, rules))

    def attach(self, case: Submission, filename: str, data: bytes, *, kind: str, confidential: bool) -> None:
        uploads.add(
            actor=self._operator(case.property),
            reference=case.reference,
            kind=kind,
            confidential=confidential,
            filename=filename,
            data=data,
        )

    def submit(self, case: Submission) -> Submission:
        submitter = self._operator(case.property)
        explanations = [
            {"rule": p["rule"], "path": p["path"], "kind": p["needs"], "text": _WORDS[p["needs"]]}
            for p in workflow.submit_gate(case)
        ]
        return workflow.submit(
            actor=submitter,
            reference=case.reference,
            digest=self.digest(case),
            name=submitter.name,
            role="Head of table games compliance",
            explanations=explanations,
        )

    def claim(self, case: Submission) -> None:
        workflow.claim(actor=self.person(case, Role.REGULATOR_OFFICER), reference=case.reference)

    def note(self, case: Submission, text: str) -> None:
        officer = self.person(case, Role.REGULATOR_OFFICER)
        services.add_note(actor=officer, reference=case.reference, text=text)

    def recommend(self, case: Submission, reason: str, outcome: str = "approve") -> None:
        officer = self.person(case, Role.REGULATOR_OFFICER)
        self.claim(case)
        for finding in ticks.unticked(case.submitted_version):
            ticks.tick(actor=officer, reference=case.reference, finding_key=ticks.finding_key(finding))
        workflow.recommend(
            actor=officer,
            reference=case.reference,
            digest=self.digest(case),
            outcome=outcome,
            reason=reason,
            no_conflict=True,
        )

    def approve(self, case: Submission, reason: str, **terms: Any) -> None:
        self.recommend(case, reason)
        workflow.approve(
            actor=self.person(case, Role.REGULATOR_APPROVER),
            reference=case.reference,
            digest=self.digest(case),
            no_conflict=True,
            **terms,
        )

    def refuse(self, case: Submission, reason: str) -> None:
        self.recommend(case, reason, outcome="refuse")
        workflow.refuse(
            actor=self.person(case, Role.REGULATOR_APPROVER),
            reference=case.reference,
            digest=self.digest(case),
            reason=reason,
            no_conflict=True,
        )

    def operator_does(self, move: str, case: Submission, **given: Any) -> None:
        getattr(workflow, move)(actor=self._operator(case.property), reference=case.reference, **given)

    def officer_does(self, move: str, case: Submission, **given: Any) -> None:
        officer = self.person(case, Role.REGULATOR_OFFICER)
        getattr(workflow, move)(actor=officer, reference=case.reference, **given)

    def approver_does(self, move: str, case: Submission, **given: Any) -> None:
        approver = self.person(case, Role.REGULATOR_APPROVER)
        getattr(workflow, move)(actor=approver, reference=case.reference, **given)

    def in_force(self, casino: str, game: str) -> Submission:
        return Submission.objects.get(property__name=casino, game=game, state=State.IN_FORCE)

    def give_notice(self, case: Submission, limits: dict[str, dict[str, str]]) -> None:
        """New limits at the first table, from an hour on."""
        limit_notices.give(
            actor=self._operator(case.property),
            reference=case.reference,
            table_id=limit_notices.tables_of(case)[0].pk,
            limits=limits,
            takes_effect_at=timezone.now() + timedelta(hours=1),
            posted=True,
        )

    def vary(self, case: Submission, rules: dict[str, Any]) -> Submission:
        """A draft that varies an approval, with these rules changed."""
        submitter = self._operator(case.property)
        made = variation.vary(actor=submitter, reference=case.reference)
        stated = {**(made.current_version.ruleset if made.current_version else {}), **rules}
        save_and_check(actor=submitter, reference=made.reference, ruleset=stated, expected_version=1)
        return made

    def digest(self, case: Submission) -> str:
        if case.current_version is None:
            raise ValueError(f"{case} has no version")
        return case.current_version.digest

    def _operator(self, prop: Property) -> User:
        return people_with(Role.OPERATOR_SUBMITTER, organisation_id=prop.organisation_id).order_by("pk")[0]

    def person(self, case: Submission, role: Role) -> User:
        return people_with(role, jurisdiction=case.jurisdiction).order_by("pk")[0]


_WORDS = {
    "reason": "Our floor plan and the way the table is staffed call for it; the training plan covers it.",
    "waiver": "A six-month trial at this figure is meant to show whether players accept it; the table is "
    "signed accordingly and we report the takings monthly.",
}
