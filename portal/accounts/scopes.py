"""The scopes of a token, each a set of permissions.

A scope narrows what the account may do and never widens it. Scopes that allow writing also allow reading;
`read` is for programs that only read. Permissions in no scope (taking and assigning cases, recommending,
deciding, judging conditions, inspecting tables, asking experts and answering as one, managing the team,
properties, editions, the site) need a signed-in person. Every permission in a scope has an API endpoint; a
test checks that.
"""

from dataclasses import dataclass

_VIEW = frozenset({"submission.view", "review.view", "inspection.view"})


@dataclass(frozen=True)
class Scope:
    name: str
    label: str
    permissions: frozenset[str]


SCOPES: dict[str, Scope] = {
    scope.name: scope
    for scope in (
        Scope(
            "read",
            "Read submissions, findings, documents, decisions, inspections and drafted editions",
            _VIEW,
        ),
        Scope(
            "submissions.write",
            "Create and change drafts, their layout, examples and files",
            _VIEW | {"submission.edit"},
        ),
        Scope(
            "submissions.submit",
            "Submit and withdraw, and answer the regulator’s queries",
            _VIEW | {"submission.submit", "submission.withdraw", "query.answer"},
        ),
        Scope(
            "approvals.write",
            "Surrender an approval, reply to a notice of intent, change limits by notice, and report "
            "conditions as met",
            _VIEW | {"submission.surrender", "intent.reply", "limits.notify", "condition.report"},
        ),
        Scope(
            "review.write",
            "Ask queries, return, write notes",
            _VIEW | {"review.query", "review.return", "review.note"},
        ),
        Scope(
            "bundles.read",
            "Order and download the whole file of a case, with its audit trail",
            _VIEW | {"bundle.order", "bundle.publish"},
        ),
        Scope("audit.read", "Read the audit trail", frozenset({"audit.view"})),
    )
}


def permissions_of(scopes: list[str]) -> frozenset[str]:
    """What these scopes allow together. A name that is no longer a scope allows nothing."""
    return frozenset().union(*(SCOPES[name].permissions for name in scopes if name in SCOPES))


def scope_for(permission: str) -> str:
    """The scope a token needs for this permission, or "" if no scope includes it."""
    return next((scope.name for scope in SCOPES.values() if permission in scope.permissions), "")
