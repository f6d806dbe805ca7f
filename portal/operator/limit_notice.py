"""A notice of new limits at a table, where the jurisdiction takes one instead of an approval."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.permissions import require
from portal.editions.selectors import core_edition
from portal.errors import BadValue, NotPossible
from portal.operator.steps import place_of, placed
from portal.operator.subjects import limits
from portal.pages.forms import PlainForm
from portal.pages.guards import operator_page
from portal.review import limit_notices
from portal.submissions.models import Submission
from portal.submissions.selectors import submission


class NoticeForm(PlainForm):
    """Table and moment; the limits themselves are the editor's own fields."""

    table = forms.ChoiceField(
        label="Table", widget=forms.HiddenInput, error_messages={"required": "Choose the table."}
    )
    day = forms.DateField(
        label="Takes effect on",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": "Give the day.", "invalid": "Write the day as 2026-11-15."},
    )
    time = forms.TimeField(
        label="At",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Give the time.", "invalid": "Write the time as 14:30."},
    )
    posted = forms.BooleanField(
        label="The new limits will be posted at the table from that moment.",
        error_messages={"required": "Tick this once the new sign is ready to be put up."},
    )

    def __init__(self, found: Submission, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        where = jurisdiction(found.jurisdiction)
        self.zone = where.zone
        self.fields["table"].choices = [
            (str(table.pk), table.label) for table in limit_notices.tables_of(found)
        ]
        self.fields["time"].help_text = f"Local time in {where.name}."

    @property
    def moment(self) -> datetime:
        given = self.cleaned_data
        return datetime.combine(given["day"], given["time"], tzinfo=self.zone)


@operator_page
def limit_notice(request: HttpRequest, reference: str) -> HttpResponse:
    """New limits at one table from a moment on; recorded at once, and the regulator is told."""
    found = submission(request.user, reference)
    require(request.user, "limits.notify")
    hindered = limit_notices.obstacle(found)
    if hindered:
        raise NotPossible(hindered)
    edition = core_edition(found.edition_id)
    table = _table(found, request)
    held = _held(found, table)
    form = NoticeForm(found, request.POST or None, initial=_start(found, table))
    errors: dict[str, str] = {}
    problems: tuple[dict[str, str], ...] = ()
    if request.method == "POST":
        typed, errors = limits.read(edition, request.POST, held)
        changed = {
            wager: typed.get("limits", {}).get(wager, {})
            for wager in {**held.get("limits", {}), **typed.get("limits", {})}
        }
        held = typed
        if form.is_valid() and not errors:
            try:
                notice = limit_notices.give(
                    actor=request.user,
                    reference=reference,
                    table_id=int(form.cleaned_data["table"]),
                    limits=changed,
                    takes_effect_at=form.moment,
                    posted=form.cleaned_data["posted"],
                )
            except BadValue as error:
                if error.field.startswith("limits."):
                    errors = {error.field: error.message}
                else:
                    form.add_error({"takes_effect_at": "day"}.get(error.field), error.message)
            except NotPossible as error:
                form.add_error(None, error.message)
                problems = error.problems
            else:
                messages.success(
                    request, f"The notice for {notice.table.label} is recorded. The regulator has been told."
                )
                return redirect("operator:submission", reference)
    groups = limits.groups(edition, held)
    context = {
        "submission": found,
        "form": form,
        "clause": jurisdiction(found.jurisdiction).limits_by_notice,
        "groups": placed(groups, [], errors),
        "errors": [(place_of(path, groups), message) for path, message in errors.items()],
        "problems": [(place_of(each["path"], groups), each["message"]) for each in problems],
        "tables": limit_notices.tables_of(found),
        "chosen_table": table,
    }
    failed = bool(form.errors or errors)
    return render(request, "operator/limit_notice.html", context, status=422 if failed else 200)


def _table(found: Submission, request: HttpRequest) -> Any:
    """The table asked for, or else the first: its limits stand in the form."""
    tables = limit_notices.tables_of(found)
    asked = request.POST.get("table") or request.GET.get("table") or ""
    chosen = tables.filter(pk=int(asked)).first() if asked.isdecimal() and len(asked) < 12 else None
    return chosen or tables.first()


def _held(found: Submission, table: Any) -> dict[str, Any]:
    """The approved rules with the limits that hold at the table today."""
    ruleset = dict(found.submitted_version.ruleset) if found.submitted_version else {}
    if table is not None:
        ruleset["limits"] = limit_notices.limits_at(found, table, timezone.now())
    return ruleset


def _start(found: Submission, table: Any) -> dict[str, Any]:
    now = timezone.now().astimezone(jurisdiction(found.jurisdiction).zone)
    return {"table": str(table.pk) if table else "", "day": now.date(), "time": now.time()}
