"""Who may do what: the one table of permissions by role.

A permission says what a role may do. Which objects it applies to is decided by the selectors, which return
an operator's own objects or those of a regulator's jurisdictions.
"""

from django.contrib.auth.models import AnonymousUser

from portal.accounts.models import Role, User
from portal.accounts.scopes import scope_for
from portal.accounts.second_factor import STEP_UP
from portal.errors import NotPermitted, SecondFactorNeeded

_CASEWORK = frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN})
_REGULATOR = _CASEWORK | {Role.REGULATOR_INSPECTOR}
_OPERATOR = frozenset({Role.OPERATOR_SUBMITTER, Role.OPERATOR_VIEWER, Role.OPERATOR_ADMIN})

PERMISSIONS: dict[str, frozenset[Role]] = {
    "submission.view": _OPERATOR | _REGULATOR,
    "submission.edit": frozenset({Role.OPERATOR_SUBMITTER}),
    "submission.submit": frozenset({Role.OPERATOR_SUBMITTER}),
    "submission.withdraw": frozenset({Role.OPERATOR_SUBMITTER}),
    "submission.surrender": frozenset({Role.OPERATOR_SUBMITTER}),
    "limits.notify": frozenset({Role.OPERATOR_SUBMITTER}),
    "query.answer": frozenset({Role.OPERATOR_SUBMITTER}),
    "condition.report": frozenset({Role.OPERATOR_SUBMITTER}),
    "intent.reply": frozenset({Role.OPERATOR_SUBMITTER}),
    "review.view": _REGULATOR,
    "review.claim": frozenset({Role.REGULATOR_OFFICER}),
    "review.assign": _CASEWORK,
    "review.query": frozenset({Role.REGULATOR_OFFICER}),
    "review.return": frozenset({Role.REGULATOR_OFFICER}),
    "review.recommend": frozenset({Role.REGULATOR_OFFICER}),
    "review.note": frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER}),
    "review.send_back": frozenset({Role.REGULATOR_APPROVER}),
    "review.decide": frozenset({Role.REGULATOR_APPROVER}),
    "review.suspend": frozenset({Role.REGULATOR_APPROVER}),
    "review.intent": frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER}),
    "condition.judge": frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER}),
    "inspection.view": _OPERATOR | _REGULATOR,
    "inspection.carry_out": frozenset({Role.REGULATOR_INSPECTOR}),
    "inspection.judge": frozenset({Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER}),
    "inspection.answer": frozenset({Role.OPERATOR_SUBMITTER}),
    "inspection.publish": frozenset({Role.REGULATOR_ADMIN}),
    "document.retry": frozenset({Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN}),
    "bundle.order": _OPERATOR | _CASEWORK,
    "bundle.publish": _CASEWORK,
    "expert.ask": frozenset({Role.REGULATOR_OFFICER}),
    "expert.answer": frozenset({Role.EXPERT}),
    "team.manage": frozenset({Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN, Role.EXPERT_ADMIN}),
    "webhook.manage": frozenset({Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN}),
    "property.manage": frozenset({Role.OPERATOR_ADMIN}),
    "edition.manage": frozenset({Role.REGULATOR_ADMIN}),
    "edition.publish": frozenset({Role.REGULATOR_ADMIN, Role.REGULATOR_APPROVER}),
    "consultation.manage": frozenset({Role.REGULATOR_ADMIN}),
    "consultation.moderate": _CASEWORK,
    "standard_text.manage": frozenset({Role.REGULATOR_ADMIN}),
    "jurisdiction.manage": frozenset({Role.REGULATOR_ADMIN, Role.SITE_ADMIN}),
    "audit.view": _CASEWORK | {Role.OPERATOR_ADMIN, Role.SITE_ADMIN},
    "site.manage": frozenset({Role.SITE_ADMIN}),
}

# Four eyes means two people: a program never decides a case or an edition, nor who may act; neither as a
# machine account nor with the token of a person.
PEOPLE_ONLY = frozenset(
    {
        "review.claim",
        "review.assign",
        "review.recommend",
        "review.send_back",
        "review.decide",
        "review.suspend",
        "review.intent",
        "condition.judge",
        "inspection.carry_out",
        "inspection.judge",
        "inspection.publish",
        "expert.ask",
        "expert.answer",
        "team.manage",
        "webhook.manage",
        "property.manage",
        "edition.manage",
        "edition.publish",
        "consultation.manage",
        "consultation.moderate",
        "standard_text.manage",
        "jurisdiction.manage",
        "site.manage",
    }
)


def can(actor: User | AnonymousUser | None, permission: str) -> bool:
    """Whether one of the actor's roles allows it, and their token, if they use one, covers it.

    An unknown permission is a programming error and raises KeyError.
    """
    roles = PERMISSIONS[permission]
    if actor is None or not actor.is_authenticated or not actor.has_access:
        return False
    if permission in PEOPLE_ONLY and (actor.is_machine or actor.token is not None):
        return False
    if actor.token is not None and permission not in actor.token.permissions:
        return False
    return actor.has_role(*roles)


def require(actor: User | AnonymousUser | None, permission: str) -> None:
    """Refuse what `can` does not allow, and what needs a second factor that was not shown just now."""
    if not can(actor, permission):
        raise NotPermitted(_why_not(actor, permission))
    if permission in STEP_UP and actor is not None:
        require_second_factor(actor)


def require_second_factor(actor: User | AnonymousUser) -> None:
    """Refuse a change in a session whose person has not shown a second factor within five minutes."""
    found = getattr(actor, "second_factor", None)
    if found is not None and found.changes_something and not found.is_fresh:
        raise SecondFactorNeeded(
            "This needs your second factor again: it was last asked for more than five minutes ago."
            if found.enrolled
            else "This needs a second factor, and your account has none yet. Set one up first."
        )


def _why_not(actor: User | AnonymousUser | None, permission: str) -> str:
    if actor is not None and actor.is_authenticated and actor.has_role(*PERMISSIONS[permission]):
        if actor.is_machine and permission in PEOPLE_ONLY:
            return "Only a person can do this. A machine account never recommends or decides."
        if actor.token is not None and permission in PEOPLE_ONLY:
            return "No token allows this. Sign in to do it."
        if actor.token is not None and permission not in actor.token.permissions:
            scope = scope_for(permission)
            return (
                f"This token lacks the scope {scope}. Create a token that has it."
                if scope
                else "No token allows this. Sign in to do it."
            )
    needed = " or ".join(sorted(role.label.lower() for role in PERMISSIONS[permission]))
    return (
        f"Your roles do not allow this. You need the role {needed}; your organisation's administrator "
        "can give it to you."
    )
