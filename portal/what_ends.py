"""What the site administrator reads before an organisation is deactivated: what ends, and what stays."""

from dataclasses import dataclass

from django.db.models import QuerySet

from portal.accounts import selectors
from portal.accounts.jurisdictions import jurisdiction_name
from portal.accounts.models import Invitation, Organisation, Token, User
from portal.accounts.permissions import require
from portal.experts.models import UNDER_REVIEW, ExpertRequest
from portal.notices.models import Endpoint
from portal.review.conditions import STANDING
from portal.review.deactivated import OPEN
from portal.sign_in.models import BrowserSession, TrustedBrowser
from portal.submissions.models import Submission
from portal.text import format_day


@dataclass(frozen=True)
class Effect:
    """One kind of thing, and what becomes of it."""

    title: str
    lines: list[str]
    becomes: str
    count: int = 0
    stays: bool = False

    @property
    def number(self) -> int:
        return self.count or len(self.lines)


def effects(actor: User, organisation_id: int) -> list[Effect]:
    """Everything the organisation has that ends or stays; kinds with nothing are left out."""
    require(actor, "site.manage")
    found = selectors.organisation(actor, organisation_id)
    kinds = [*_what_ends(found), *_what_stays(found)]
    return [kind for kind in kinds if kind.number]


def _what_ends(found: Organisation) -> list[Effect]:
    everyone = found.users.filter(is_active=True)
    people, machines = everyone.filter(is_machine=False), everyone.filter(is_machine=True)
    tokens = Token.objects.live().filter(user__organisation=found).select_related("user")
    invitations = Invitation.objects.filter(organisation=found, accepted_at=None, cancelled_at=None)
    return [
        Effect("People", [f"{user.name}, {user.email}" for user in people], "They cannot sign in."),
        Effect(
            "Sessions and trusted browsers",
            [],
            "They end at once.",
            count=BrowserSession.objects.filter(user__organisation=found).count()
            + TrustedBrowser.objects.filter(user__organisation=found).count(),
        ),
        Effect("Machine accounts", [user.name for user in machines], "They are closed."),
        Effect("Tokens", [f"{token.name}, {token.user.name}" for token in tokens], "They end for good."),
        Effect(
            "Webhooks",
            [row.url for row in Endpoint.objects.filter(organisation=found, active=True)],
            "They are switched off. What is still to be sent is not sent.",
        ),
        Effect("Open invitations", [row.email for row in invitations], "Their links stop working."),
    ]


def _what_stays(found: Organisation) -> list[Effect]:
    if found.is_operator:
        own = Submission.objects.filter(organisation=found)
        return [
            Effect(
                "Approvals",
                _lines(own.filter(state__in=STANDING)),
                "They stay as they are. The regulator is told, and decides whether to revoke them or let "
                "them run.",
                stays=True,
            ),
            Effect(
                "Open cases",
                _lines(own.filter(state__in=OPEN)),
                "They stay with the regulator and its clock runs on; nobody answers for the operator.",
                stays=True,
            ),
        ]
    if found.is_regulator:
        cases = Submission.objects.filter(jurisdiction__in=found.jurisdiction_codes, state__in=OPEN)
        alone = [code for code in found.jurisdiction_codes if not _others(found, code)]
        return [
            Effect(
                "Open cases",
                _lines(cases),
                "They stay as they are. Another regulator of the jurisdiction can take them over; operators "
                "are told.",
                stays=True,
            ),
            Effect(
                "Jurisdictions without another regulator",
                [jurisdiction_name(code) for code in alone],
                "Nothing can be submitted there until another regulator is responsible.",
                stays=True,
            ),
        ]
    asked = ExpertRequest.objects.filter(
        organisation=found, answered_at=None, withdrawn_at=None, submission__state__in=UNDER_REVIEW
    ).select_related("submission")
    lines = [f"{row.submission.reference}, answer due {format_day(row.due_on)}" for row in asked]
    return [Effect("Open questions", lines, "They stay open. The officers who asked are told.", stays=True)]


def _others(found: Organisation, code: str) -> bool:
    return selectors.regulators_of(code).filter(deactivated_at=None).exclude(pk=found.pk).exists()


def _lines(rows: QuerySet[Submission]) -> list[str]:
    rows = rows.select_related("property").order_by("pk")
    return [f"{row.reference}, {row.property}: {row.get_state_display().lower()}" for row in rows]
