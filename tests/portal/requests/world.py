"""Two jurisdictions full of things, and secrets hidden in them: who may ever be shown which.

A secret is a word that nobody can guess, in a text that is not public: the name of an example in a draft, a
remark between officers, the address of a webhook. Its readers are organisations.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from portal.accounts import tokens
from portal.accounts.jurisdiction_services import add_day
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Organisation, Role, User
from portal.accounts.services import invite
from portal.inspections.services import GivenAnswer
from portal.notices.webhooks import services as webhooks
from portal.review import workflow
from portal.review.answers import GivenFile
from portal.review.comments import comment
from portal.review.queue_actions import save_filter
from portal.review.standards import add_standard
from portal.submissions import examples, uploads
from portal.submissions.models import Submission
from tests import consulting, experts, inspecting
from tests.factories import approved, create_table, create_user, draft, in_review, make_house, present
from tests.portal.api.operations import signed_size
from tests.portal.editions.drafts import a_draft
from tests.portal.routes import PDF, THINGS

SECRET = re.compile(rb"zq[0-9a-f]{16}qz")
REFERENCE = re.compile(rb"\b[A-Z]{2}-20[0-9]{2}-[0-9]{4,}\b")


class World:
    """One house with things in every state, their ids by the names of gaps in addresses, and its secrets."""

    def __init__(self, jurisdiction_code: str, edition: str) -> None:
        self.house = house = make_house(jurisdiction_code, edition)
        self.readers: dict[bytes, frozenset[int]] = {}
        self.operator, self.regulator = house.operator.pk, house.regulator.pk
        self.laboratory = present(house.expert.organisation_id)
        self.people = dict(self._people())
        for person in self.people.values():
            seen_by = [person.organisation_id or 0, self.operator, self.regulator, self.laboratory]
            User.objects.filter(pk=person.pk).update(name=f"Person {self.secret(*seen_by)}")
            person.refresh_from_db()
        draft(house)  # takes the number 0001, which pages name as an example
        self.cases = [self._draft(), self._in_review(), approved(house).submission]
        self.values = self._values()
        for case in self.cases[:2]:
            allowed = {self.operator} | (
                {self.regulator, self.laboratory} if case is self.cases[1] else set()
            )
            self.readers[case.reference.encode()] = frozenset(allowed)

    def secret(self, *readers: int) -> str:
        word = f"zq{secrets.token_hex(8)}qz"
        self.readers[word.encode()] = frozenset(readers)
        return word

    def _people(self) -> Iterator[tuple[str, User]]:
        for name, user in vars(self.house).items():
            if isinstance(user, User):
                yield name, user
        other = present(self.house.outsider.organisation)
        yield "outsider_viewer", create_user(organisation=other, roles=[Role.OPERATOR_VIEWER])
        yield "outsider_admin", create_user(organisation=other, roles=[Role.OPERATOR_ADMIN])
        elsewhere: Organisation = present(self.house.foreign_officer.organisation)
        yield "foreign_admin", create_user(organisation=elsewhere, roles=[Role.REGULATOR_ADMIN])
        yield "without_role", create_user(organisation=other, roles=[])

    def _draft(self) -> Submission:
        house, made = self.house, draft(self.house)
        by: dict[str, Any] = {"actor": house.submitter, "reference": made.reference}
        self.example = examples.save(**by, title=self.secret(self.operator), events=[{"roll": [3, 4]}])
        word = self.secret(self.operator)
        self.upload = uploads.add(
            **by,
            kind="laboratory",
            confidential=True,
            filename=f"{word}.pdf",
            data=PDF + f"% {word}\n%%EOF\n".encode(),
        )
        return made

    def _in_review(self) -> Submission:
        """Asked and answered, asked once more, remarked on between officers, shown to an expert."""
        house, made = self.house, in_review(self.house)
        both = (self.operator, self.regulator)
        about: dict[str, Any] = {"reference": made.reference}
        due = jurisdiction(made.jurisdiction).today() + timedelta(days=10)
        workflow.open_query(**about, actor=house.officer, text=self.secret(*both), due_on=due)
        word = self.secret(*both)
        given = [GivenFile(filename=f"{word}.pdf", data=PDF + f"% {word}\n%%EOF\n".encode())]
        workflow.answer_query(**about, actor=house.submitter, text=word, files=given)
        self.answer_file = made.queries.get().files.get()
        comment(**about, actor=house.officer, text=self.secret(self.regulator))
        self.expert_request = experts.asked(
            house, made, question=self.secret(self.regulator, self.laboratory)
        )
        workflow.open_query(**about, actor=house.officer, text=self.secret(*both), due_on=due)
        return made

    def _values(self) -> dict[str, list[Any]]:
        """For each gap in an address the things of this world that can stand there."""
        house, own = self.house, self.operator
        place = house.property.jurisdiction
        table = create_table(property=house.property)
        inspection = inspecting.started(house, table)
        remark = self.secret(self.regulator, own)
        answer = GivenAnswer(item=1, result="not_in_order", remark=remark, photos=[inspecting.photo()])
        inspecting.send(house, inspection, answer)
        inspecting.finish(house, inspection)
        finding = inspection.findings.get()
        row = a_draft(house.edition.pk, actor=house.regulator_admin)
        standard = add_standard(
            actor=house.regulator_admin,
            kind="condition",
            title=self.secret(self.regulator),
            text=self.secret(self.regulator),
        )
        name = self.secret(self.regulator)
        kept = save_filter(actor=house.officer, name=name, query_string="clock=late")
        token = tokens.create(actor=house.operator_admin, name=self.secret(own), scopes=["read"], days=30)[0]
        url = f"https://hooks.example.org/{self.secret(own)}"
        endpoint = webhooks.add(actor=house.operator_admin, url=url, events=["decision.made"])[0]
        email = f"{self.secret(own)}@example.org"
        invitation = invite(actor=house.operator_admin, email=email, roles=["operator_viewer"])
        consultation = consulting.opened(house)
        made: dict[str, list[Any]] = {
            "reference": [case.reference for case in self.cases],
            "example_id": [self.example.pk],
            "upload_id": [self.upload.pk],
            "file_id": [self.answer_file.pk],
            "request_id": [self.expert_request.pk],
            "code": [table.code],
            "table_id": [table.pk],
            "inspection_id": [inspection.pk],
            "finding_id": [finding.pk],
            "photo_id": [finding.item.photos.get().pk],
            "edition_id": [row.pk, house.edition.pk],
            "standard_id": [standard.pk],
            "filter_id": [kept.pk],
            "token_id": [token.pk],
            "endpoint_id": [endpoint.pk],
            "invitation_id": [invitation.pk],
            "day_id": [
                add_day(actor=house.regulator_admin, code=place, day=date(2027, 6, 14), name="A day").pk
            ],
            "consultation_id": [consultation.pk],
            "slug": [consultation.slug, "odds", f"{house.property.pk}"],
            "book_id": [house.edition.pk, row.pk],
            "user_id": [person.pk for person in self.people.values()],
            "organisation_id": [house.operator.pk, house.regulator.pk],
            "kind": ["certificate", "decision", "entries"],
            "number": [1, 2],
            "size": [signed_size()],
            "position": [0, 1],
            "old": [1],
            "new": [1],
            "rule": ["md.vig.rate", "nz.odds.multiple"],
            "clause_id": ["4.10", "5/G(3)(a)", "6/E"],
            "move": ["recommend", "approve", "refuse", "return", "query", "suspend", "claim", "send-back"],
            "key": ["pass-line", "wagers", "odds", "md-craps", "opening", "examples"],
            "step": [0, 1],
        }
        for gap, make in THINGS.items():
            if gap not in made:
                made[gap] = [make(house, self.cases[0])]
        return made
