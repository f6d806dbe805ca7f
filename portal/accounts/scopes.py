"""What a token may be given: the fixed list of scopes, each a set of permissions.

A scope narrows what the account may do; it never widens it. Whoever may write may also read what they
write to, so `read` alone is for programs that only look. What stands in no scope (assigning cases, judging
conditions, managing the team, properties, editions, the site) is done signed in, never with a token. What
stands in one has an address of the API; a test holds that.
"""

from __future__ import annotations

from dataclasses import dataclass

_SEE = frozenset({"submission.view", "review.view"})


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
            "Read submissions, findings, documents and decisions",
            _SEE,
        ),
        Scope(
            "submissions.write",
            "Create and change drafts, their layout, examples and files",
            _SEE | {"submission.edit"},
        ),
        Scope(
            "submissions.submit",
            "Submit and withdraw, and answer the regulator’s queries",
            _SEE | {"submission.submit", "submission.withdraw", "query.answer"},
        ),
        Scope(
            "approvals.write",
            "Surrender an approval, and change limits by notice",
            _SEE | {"submission.surrender", "limits.notify"},
        ),
        Scope(
            "review.write",
            "Take cases, ask, return, tick findings off, recommend, write notes",
            _SEE
            | {
                "review.claim",
                "review.query",
                "review.return",
                "review.recommend",
                "review.note",
                "review.send_back",
            },
        ),
        Scope(
            "decisions.write",
            "Approve, refuse, suspend and revoke",
            _SEE | {"review.decide", "review.suspend"},
        ),
        Scope("audit.read", "Read the audit trail", frozenset({"audit.view"})),
    )
}


def permissions_of(scopes: list[str]) -> frozenset[str]:
    """What these scopes allow together. A name that is no scope any more allows nothing."""
    return frozenset().union(*(SCOPES[name].permissions for name in scopes if name in SCOPES))


def scope_for(permission: str) -> str:
    """The scope that a token needs for this permission, or "" where none gives it."""
    return next((scope.name for scope in SCOPES.values() if permission in scope.permissions), "")
