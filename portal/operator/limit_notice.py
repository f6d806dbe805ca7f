"""A notice of new limits at a table, where the jurisdiction does not require an approval for them."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table
from portal.accounts.permissions import require
from portal.editions.selectors import core_edition
from portal.errors import BadValue, NotPossible
from portal.http import UserRequest
from portal.operator.fields import Errors, Ruleset
from portal.operator.steps import anchor, attach, rules_steps
from portal.pages.forms import PlainForm
from portal.pages.guards import operator_page
from portal.review import limit_notices
from portal.submissions import selectors
from portal.submissions.models import Submission
from portal.text import and_list, whole_number


class NoticeForm(PlainForm):
    """Table, day and time; the limits are the fields of the editor's step."""

    day = forms.DateField(
        label="Takes effect on",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": "Enter the day.", "invalid": "Enter the day as 2026-11-15."},
    )
    time = forms.TimeField(
        label="At",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Enter the time.", "invalid": "Enter the time as 14:30."},
    )
    posted = forms.BooleanField(
        label="The new limits will be posted at the table from that time.",
        error_messages={"required": "Tick this once the new sign is ready to be posted."},
    )

    def __init__(self, submission: Submission, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        where = jurisdiction(submission.jurisdiction)
        self.zone = where.zone
        tables = limit_notices.tables_of(submission)
        self.fields["table"] = forms.ChoiceField(
            choices=[("all", "All tables"), *((str(table.pk), table.label) for table in tables)],
            widget=forms.HiddenInput,
            error_messages={"required": "Choose the table."},
        )
        self.order_fields(["table"])
        self.fields["time"].help_text = f"Local time in {where.name}."

    @property
    def takes_effect_at(self) -> datetime:
        return datetime.combine(self.cleaned_data["day"], self.cleaned_data["time"], tzinfo=self.zone)


@operator_page
def limit_notice(request: UserRequest, reference: str) -> HttpResponse:
    """Record new limits at one table or at all from a given time, and tell the regulator."""
    submission = selectors.submission(request.user, reference)
    require(request.user, "limits.notify")
    if obstacle := limit_notices.obstacle(submission):
        raise NotPossible(obstacle)
    edition = core_edition(submission.edition_id)
    step = rules_steps(edition)["limits"]  # its fields are the editor's
    everywhere = (request.POST.get("table") or request.GET.get("table")) == "all"
    table = _table(submission, request)
    ruleset = _rules_at(submission, table)
    form = NoticeForm(submission, request.POST or None, initial=_initial(submission, table, everywhere))
    errors: Errors = {}
    problems: tuple[dict[str, str], ...] = ()
    if request.method == "POST":
        before = ruleset.get("limits", {})
        ruleset, errors = step.read(edition, request.POST, ruleset)
        after = ruleset.get("limits", {})
        if form.is_valid() and not errors:
            try:
                notices = limit_notices.give(
                    actor=request.user,
                    reference=reference,
                    table_id=None if everywhere else int(form.cleaned_data["table"]),
                    # For all tables only what was changed here: they may have different limits now.
                    limits={
                        wager: after.get(wager, {})
                        for wager in {**before, **after}
                        if not everywhere or before.get(wager) != after.get(wager)
                    },
                    takes_effect_at=form.takes_effect_at,
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
                where = and_list([notice.table.label for notice in notices])
                messages.success(
                    request, f"The notice for {where} is recorded. The regulator has been notified."
                )
                return redirect("operator:submission", reference)
    groups = step.groups(edition, ruleset)
    context = {
        "submission": submission,
        "form": form,
        "clause": jurisdiction(submission.jurisdiction).limits_by_notice,
        "groups": attach(groups, [], errors),
        "errors": [
            *((anchor(problem["path"], groups), problem["message"]) for problem in problems),
            *((anchor(path, groups), message) for path, message in errors.items()),
        ],
        "tables": limit_notices.tables_of(submission),
        "chosen_table": table,
        "everywhere": everywhere,
    }
    status = 422 if form.errors or errors else 200
    return render(request, "operator/limit_notice.html", context, status=status)


def _table(submission: Submission, request: UserRequest) -> Table | None:
    """The requested table, or else the first."""
    tables = limit_notices.tables_of(submission)
    number = whole_number(request.POST.get("table") or request.GET.get("table") or "")
    return tables.filter(pk=number or 0).first() or tables.first()


def _rules_at(submission: Submission, table: Table | None) -> Ruleset:
    """The approved rules with the limits in force at the table today."""
    ruleset = dict(submission.submitted_version.ruleset) if submission.submitted_version else {}
    if table is not None:
        ruleset["limits"] = limit_notices.limits_at(submission, table, timezone.now())
    return ruleset


def _initial(submission: Submission, table: Table | None, everywhere: bool) -> dict[str, Any]:
    now = timezone.now().astimezone(jurisdiction(submission.jurisdiction).zone)
    where = "all" if everywhere else str(table.pk) if table else ""
    return {"table": where, "day": now.date(), "time": now.time()}
