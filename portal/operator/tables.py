"""The tables that a draft is for."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from craps.games import game_words
from portal.accounts.permissions import require
from portal.http import UserRequest
from portal.operator.steps import step_after, step_links
from portal.pages.forms import render_form, run_service
from portal.pages.guards import operator_page
from portal.pages.table_choice import ALL, SOME, TableChoiceForm
from portal.pages.templatetags.submissions import force_days
from portal.submissions import selectors
from portal.submissions.models import CoveredTable, Submission
from portal.submissions.tables import approvals_at, offered_tables, summary_of
from portal.validation import drafts


class TablesForm(TableChoiceForm):
    """All tables of the game at the casino, or those ticked; each says what it is under now."""

    def __init__(self, submission: Submission, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = list(offered_tables(submission))
        held = approvals_at(submission.property, submission.game)
        self.own = {
            table.code for table in tables if table.pk in held and not held[table.pk].submission.all_tables
        }
        notes = [(table, _now_under(held.get(table.pk), submission)) for table in tables]
        self.offer_tables(
            notes,
            label="Tables these rules are for",
            everywhere=f"All {game_words(submission.game)} tables of {submission.property}, "
            "including those added later",
            some="Only the tables I tick",
        )
        if self.own:
            hint = "When you choose all tables, one with rules of its own keeps them unless you tick it here."
            self.fields["tables"].help_text = hint

    def arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data["scope"] == SOME:
            return {"all_tables": False, "tables": data["tables"]}
        return {"all_tables": True, "tables": [code for code in data["tables"] if code in self.own]}


def _now_under(row: CoveredTable | None, submission: Submission) -> str:
    """“now under MD-2026-0001, in force from 3 November 2026”"""
    if row is None or row.submission_id == submission.pk:
        return ""
    return f"now under {row.submission.reference}, {row.get_state_display().lower()} {force_days(row)}"


def initial_tables(submission: Submission) -> dict[str, Any]:
    """What a form shows for a draft, or for a variation of an approval."""
    rows = submission.covered.exclude(state="ended")
    named = (
        [] if submission.all_tables and submission.decided_at else rows.values_list("table__code", flat=True)
    )
    return {"scope": ALL if submission.all_tables else SOME, "tables": list(named)}


@operator_page
def tables(request: UserRequest, reference: str) -> HttpResponse:
    """Choose the tables of a draft; afterwards show them."""
    submission = selectors.submission(request.user, reference)
    if request.method == "POST":
        require(request.user, "submission.edit")
    form = TablesForm(submission, request.POST or None, initial=initial_tables(submission))
    chosen = run_service(form, drafts.choose_tables, actor=request.user, reference=reference)
    if chosen:
        messages.success(request, f"{reference} is for {summary_of(chosen).words}.")
        return redirect("operator:submit", reference)
    version = selectors.version_shown_to(request.user, submission)
    context = {
        "submission": submission,
        "summary": summary_of(submission),
        "steps": step_links(submission, version, current="tables"),
        "next_href": step_after(submission, "tables"),
    }
    return render_form(request, "operator/tables.html", form, **context)
