"""Who may do what: the one table of permissions by role.

A permission says what kind of act a role allows. Which objects it may touch is decided by the selectors,
which show an operator its own and a regulator its jurisdictions' only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from portal.accounts.models import Role
from portal.errors import NotPermitted

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from portal.accounts.models import User

_REGULATOR = frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN})
_OPERATOR = frozenset({Role.OPERATOR_SUBMITTER, Role.OPERATOR_VIEWER, Role.OPERATOR_ADMIN})

PERMISSIONS: dict[str, frozenset[Role]] = {
    "submission.view": _OPERATOR | _REGULATOR,
    "submission.edit": frozenset({Role.OPERATOR_SUBMITTER}),
    "submission.submit": frozenset({Role.OPERATOR_SUBMITTER}),
    "submission.withdraw": frozenset({Role.OPERATOR_SUBMITTER}),
    "submission.surrender": frozenset({Role.OPERATOR_SUBMITTER}),
    "limits.notify": frozenset({Role.OPERATOR_SUBMITTER}),
    "query.answer": frozenset({Role.OPERATOR_SUBMITTER}),
    "review.view": _REGULATOR,
    "review.claim": frozenset({Role.REGULATOR_OFFICER}),
    "review.query": frozenset({Role.REGULATOR_OFFICER}),
    "review.return": frozenset({Role.REGULATOR_OFFICER}),
    "review.recommend": frozenset({Role.REGULATOR_OFFICER}),
    "review.note": frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER}),
    "review.send_back": frozenset({Role.REGULATOR_APPROVER}),
    "review.decide": frozenset({Role.REGULATOR_APPROVER}),
    "review.suspend": frozenset({Role.REGULATOR_APPROVER}),
    "document.retry": frozenset({Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN}),
    "team.manage": frozenset({Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN}),
    "property.manage": frozenset({Role.OPERATOR_ADMIN}),
    "edition.manage": frozenset({Role.REGULATOR_ADMIN}),
    "audit.view": _REGULATOR | {Role.OPERATOR_ADMIN, Role.SITE_ADMIN},
    "site.manage": frozenset({Role.SITE_ADMIN}),
}


def can(actor: User | AnonymousUser | None, permission: str) -> bool:
    """True if one of the actor's roles allows the act. An unknown permission is a programming mistake."""
    roles = PERMISSIONS[permission]
    if actor is None or not actor.is_authenticated or not actor.is_active:
        return False
    return actor.has_role(*roles)


def require(actor: User | AnonymousUser | None, permission: str) -> None:
    if not can(actor, permission):
        needed = " or ".join(sorted(role.label.lower() for role in PERMISSIONS[permission]))
        raise NotPermitted(
            f"Your roles do not allow this. It takes the role {needed}; your organisation's administrator "
            "can give it to you."
        )
