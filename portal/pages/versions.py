"""Two versions of a submission side by side, for the operator and the regulator."""

from typing import Any

from portal.http import UserRequest
from portal.pages.table_drawing import table_drawings
from portal.review import selectors as review
from portal.review.variation import between
from portal.submissions import saves, selectors
from portal.submissions.models import Submission, Version
from portal.text import whole_number


def compared_versions(request: UserRequest, submission: Submission) -> dict[str, Any]:
    """The context of the page: all versions, and how the two differ that `?from=1&to=3` names.

    Without a choice, the latest is compared with the save or submission before it.
    """
    actor = request.user
    groups = saves.saves(actor, submission)
    heads = [group.version for group in groups]
    now = _chosen(request, submission, "to") or selectors.version(
        actor, submission.reference, heads[0].number
    )
    earlier = [head for head in heads if head.number < now.number]
    was = _chosen(request, submission, "from") or (
        selectors.version(actor, submission.reference, earlier[0].number) if earlier else None
    )
    pictures = []
    if was is not None and was.ruleset.get("layout") != now.ruleset.get("layout"):
        pictures = [
            (each.number, table_drawings(each.rules, f"The layout of version {each.number}"))
            for each in (was, now)
        ]
    return {
        "submission": submission,
        "groups": groups,
        "options": [
            _option(actor, group, row) for group in groups for row in (group.version, *group.autosaves)
        ],
        "was": was,
        "now": now,
        "choosers": [("from", "Earlier version", was), ("to", "Later version", now)],
        "was_word": f"Version {was.number}" if was else "",
        "now_word": f"Version {now.number}",
        "changes": between(was, now) if was is not None and was.pk != now.pk else None,
        "pictures": pictures,
    }


def _chosen(request: UserRequest, submission: Submission, name: str) -> Version | None:
    number = whole_number(request.GET.get(name, ""))
    return selectors.version(request.user, submission.reference, number) if number is not None else None


def _option(actor: Any, group: saves.Save, row: Version) -> dict[str, Any]:
    is_head = row.pk == group.version.pk
    kind = "submitted" if is_head and group.is_submitted else ""
    if not is_head or (group.is_automatic and not group.is_submitted):
        kind = "saved automatically"
    return {"version": row, "kind": kind, "by": review.label_of(actor, row.author)}
