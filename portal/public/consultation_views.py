"""Consultations: the list, and one of them with what its draft changes, its comments and the answers."""

from fractions import Fraction
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from portal.accounts.jurisdictions import jurisdiction
from portal.consultations import selectors
from portal.consultations.models import Comment, Snapshot, Step
from portal.pages.page_cache import cached_page
from portal.public.responses import get_or_404
from portal.public.rulebook_changes import marked
from portal.submissions.wording import money
from portal.text import whole_number

MOST_EXAMPLES = 8  # shown with every step; the others by their difference
STEP_WORDS = {
    Step.Kind.OPENED: gettext_lazy("Opened for comment"),
    Step.Kind.UPDATED: gettext_lazy("The draft was updated"),
    Step.Kind.EXTENDED: gettext_lazy("The closing day was moved"),
    Step.Kind.CLOSED: gettext_lazy("Closed"),
    Step.Kind.CLOSED_EARLY: gettext_lazy("Closed early"),
    Step.Kind.REOPENED: gettext_lazy("Opened again"),
    Step.Kind.STATEMENT: gettext_lazy("The regulator published its statement"),
}


class ChangedText(NamedTuple):
    """A clause before and after, as HTML with the differences marked; "" on the side that has none."""

    id: str
    label: str
    before: SafeString | str
    after: SafeString | str
    comments: int


class ChangedExample(NamedTuple):
    title: str
    was: list[str]
    now: list[str]
    by: str
    is_better: bool  # for the player


@cached_page(max_age=0)
def consultations(request: HttpRequest) -> HttpResponse:
    """Open ones first, then those that are closed."""
    rows = list(selectors.consultations())
    opened = selectors.open_consultations()
    context = {"open": opened, "closed": [row for row in rows if not row.is_open]}
    return render(request, "public/consultations.html", context)


@cached_page("text", max_age=0)
def consultation(request: HttpRequest, slug: str) -> HttpResponse:
    """One consultation; `?text=1` shows an earlier text of its draft."""
    row = get_or_404(selectors.consultation, slug)
    snapshots = list(row.snapshots.select_related("parent", "affected"))
    snapshot = _chosen(request, snapshots)
    comments = list(selectors.published_comments(row))
    labels = {clause["id"]: clause["label"] for clause in snapshots[-1].facts["clauses"]}
    symbol = jurisdiction(row.jurisdiction).symbol
    examples = [_example(each, symbol) for each in snapshot.facts["examples"]]
    context = {
        "consultation": row,
        "snapshot": snapshot,
        "is_latest": snapshot == snapshots[-1],
        "earlier": [each for each in snapshots if each != snapshot],
        "counts": getattr(snapshot, "affected", None) and snapshot.affected.counts,
        "texts": _texts(snapshot, comments),
        "edges": [_edge(each) for each in snapshot.facts["edges"]],
        "examples": examples[:MOST_EXAMPLES],
        "further_examples": examples[MOST_EXAMPLES:],
        "comments": [(each, about(each, labels)) for each in comments],
        "answers": row.answers.count(),
        "steps": [
            (step, STEP_WORDS[Step.Kind(step.kind)], step.snapshot.facts["since"] if step.snapshot else [])
            for step in row.steps.select_related("snapshot").order_by("-pk")
        ],
    }
    return render(request, "public/consultation.html", context)


def about(comment: Comment, labels: dict[str, str]) -> tuple[str, str]:
    """The label of the clause or the text of the question that a comment is about; two "" for neither."""
    if comment.clause:
        return labels.get(comment.clause, comment.clause), ""
    if comment.question:
        return "", str(comment.consultation.questions[comment.question - 1])
    return "", ""


def _chosen(request: HttpRequest, snapshots: list[Snapshot]) -> Snapshot:
    asked = request.GET.get("text", "")
    if not asked:
        return snapshots[-1]
    number = whole_number(asked)
    found = next((each for each in snapshots if each.number == number), None)
    if found is None:
        raise Http404
    return found


def _texts(snapshot: Snapshot, comments: list[Comment]) -> list[ChangedText]:
    rows = []
    for text in snapshot.facts["texts"]:
        before, after = marked(text["was"], text["now"])
        on_it = sum(comment.clause == text["id"] for comment in comments)
        rows.append(ChangedText(text["id"], text["label"], before, after, on_it))
    return rows


def _edge(row: dict[str, str]) -> dict[str, Any]:
    was, now = (Fraction(row[side]) if row[side] else None for side in ("was", "now"))
    is_better = was is not None and now is not None and now < was
    return {"bet": row["bet"], "was": was, "now": now, "is_better": is_better}


def _example(row: dict[str, Any], symbol: str) -> ChangedExample:
    difference = Fraction(row["difference"])
    by = money(abs(difference), symbol)
    return ChangedExample(row["title"], row["was"], row["now"], by, is_better=difference > 0)
