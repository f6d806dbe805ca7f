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
from portal.operator import grids
from portal.operator.fields import Errors, Ruleset, as_typed
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
    """Record new limits at one table or at all from a given time, and tell the regulator.

    The form remembers which limits it showed, so that only what was changed in it is changed by the notice.
    """
    submission = selectors.submission(request.user, reference)
    require(request.user, "limits.notify")
    if obstacle := limit_notices.obstacle(submission):
        raise NotPossible(obstacle)
    edition = core_edition(submission.edition_id)
    step = rules_steps(edition)["limits"]  # its fields are the editor's
    everywhere = (request.POST.get("table") or request.GET.get("table")) == "all"
    table = _table(submission, request)
    form = NoticeForm(submission, request.POST or None, initial=_initial(submission, table, everywhere))
    shown = _shown(submission, table, request) if table else None
    ruleset = _rules(submission, shown)
    errors: Errors = {}
    posted = None
    problems: tuple[dict[str, str], ...] = ()
    if request.method == "POST" and shown:
        posted, unset = grids.apply(step.groups(edition, ruleset), request.POST)
        ruleset, errors = step.read(edition, posted, ruleset)
        errors = unset | errors
        if grids.is_asked(request.POST):
            form.full_clean()
            form.errors.clear()
        elif "show" in request.POST:  # the limits of another day, with what is typed
            ruleset, shown = _on_that_day(submission, form, ruleset, shown)
        elif form.is_valid() and not errors:
            try:
                notices = limit_notices.give(
                    actor=request.user,
                    reference=reference,
                    table_id=None if everywhere else int(form.cleaned_data["table"]),
                    limits=ruleset.get("limits", {}),
                    takes_effect_at=form.takes_effect_at,
                    posted=form.cleaned_data["posted"],
                    shown=shown,
                )
            except limit_notices.NotShown as error:
                ruleset, shown = _on_that_day(submission, form, ruleset, shown)
                form.add_error("day", error.message)
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
    if posted is not None and errors:
        groups = as_typed(groups, posted)
    context = {
        "submission": submission,
        "edition_id": submission.edition_id,
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
        "shown": shown,
        "to_come": limit_notices.to_come(submission, table) if table else (),
    }
    status = 422 if form.errors or errors else 200
    return render(request, "operator/limit_notice.html", context, status=status)


def _table(submission: Submission, request: UserRequest) -> Table | None:
    """The requested table, or else the first."""
    tables = limit_notices.tables_of(submission)
    number = whole_number(request.POST.get("table") or request.GET.get("table") or "")
    return tables.filter(pk=number or 0).first() or tables.first()


def _shown(submission: Submission, table: Table, request: UserRequest) -> limit_notices.Shown:
    """The limits that the form was sent from; at first those that hold now."""
    last = whole_number(request.POST.get("shown_notice", ""), digits=18)
    try:
        moment = datetime.fromisoformat(request.POST.get("shown_at", ""))
    except ValueError:
        last = None
    if last is None or moment.tzinfo is None or not 1900 < moment.year < 9999:
        return limit_notices.shown_now(submission, table, timezone.now())
    return limit_notices.Shown(table, moment, last)


def _rules(submission: Submission, shown: limit_notices.Shown | None) -> Ruleset:
    """The approved rules with the limits that the form shows."""
    ruleset = dict(submission.submitted_version.ruleset) if submission.submitted_version else {}
    return ruleset | ({"limits": limit_notices.shown_limits(submission, shown)} if shown else {})


def _on_that_day(
    submission: Submission, form: NoticeForm, ruleset: Ruleset, shown: limit_notices.Shown
) -> tuple[Ruleset, limit_notices.Shown]:
    """The form with the limits of the day chosen in it; as it is while there is none to read."""
    form.full_clean()
    if not {"day", "time"} <= form.cleaned_data.keys():
        return ruleset, shown
    now_shown = limit_notices.shown_now(submission, shown.table, form.takes_effect_at)
    limits = limit_notices.with_typed_changes(submission, shown, ruleset.get("limits", {}), now_shown)
    if "show" in form.data:
        form.errors.pop("posted", None)
    return {**ruleset, "limits": limits}, now_shown


def _initial(submission: Submission, table: Table | None, everywhere: bool) -> dict[str, Any]:
    now = timezone.now().astimezone(jurisdiction(submission.jurisdiction).zone)
    where = "all" if everywhere else str(table.pk) if table else ""
    return {"table": where, "day": now.date(), "time": now.time()}
