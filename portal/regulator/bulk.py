"""Acting on several cases of the queue at once: what the act needs, then what became of each case."""

from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.errors import BadValue, NotFound
from portal.http import UserRequest, next_page
from portal.pages.forms import PlainForm, render_form, set_choices
from portal.pages.guards import regulator_page
from portal.regulator.forms import day_field, text_field
from portal.regulator.queue import officers_of
from portal.review import bulk
from portal.review.models import Flag


class BulkForm(PlainForm):
    """What an act needs besides the cases: nothing, for taking them."""

    effect = ""  # what the act does, shown above the form

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor


class TakeForm(BulkForm):
    effect = "You become the officer of each of these cases. A case that a colleague has is taken over."


class AssignManyForm(BulkForm):
    assignee_id = forms.TypedChoiceField(
        label="Officer",
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose an officer from the list."},
    )

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(actor, *args, **kwargs)
        people = [(str(person.pk), person.name) for person in officers_of(actor)]
        set_choices(self, "assignee_id", [("", "Unassigned"), *people])


class FlagForm(BulkForm):
    effect = "Colleagues see marks in the queue. Operators never do."
    flag = forms.ChoiceField(
        label="Mark", choices=Flag.Kind.choices, error_messages={"invalid_choice": "Choose a mark."}
    )


class AskForm(BulkForm):
    effect = (
        "Each operator gets the question for its own case. The clock of each case is paused until its answer."
    )
    text = text_field("Your question", "Enter a question.", help_text="The operators can read this.")
    due_on = day_field("Answers due on")

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        own = actor.organisation.jurisdiction_codes if actor.organisation else ()
        self.today = min((jurisdiction(code).today() for code in own), default=None)
        if self.today:
            kwargs["initial"] = {"due_on": self.today + timedelta(days=14)} | (kwargs.get("initial") or {})
        super().__init__(actor, *args, **kwargs)

    def clean(self) -> dict[str, Any]:
        due = self.cleaned_data.get("due_on")
        if due and self.today and due <= self.today:
            self.add_error("due_on", "Give the operators at least until tomorrow to answer.")
        return self.cleaned_data


class ReturnManyForm(BulkForm):
    effect = "Each operator amends its own rules and submits them again."
    reason = text_field(
        "What the operators should amend",
        "Enter what the operators should amend.",
        help_text="The operators can read this.",
    )
    due_on = day_field("Submit again by", required=False, help_text="Leave empty for no deadline.")


FORMS: dict[str, type[BulkForm]] = {
    "claim": TakeForm,
    "assign": AssignManyForm,
    "flag": FlagForm,
    "unflag": FlagForm,
    "ask": AskForm,
    "return": ReturnManyForm,
}


@never_cache
@regulator_page
def selected_cases(request: UserRequest) -> HttpResponse:
    """The selected cases with the form of the act; once it is sent, what became of each."""
    if request.method != "POST":
        return redirect("regulator:queue")
    act = bulk.QUEUE_ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise NotFound("There is no such action for several cases.")
    context = {"act": act, "back": next_page(request) or reverse("regulator:queue")}
    cases = [bulk.ListedCase.parse(text) for text in request.POST.getlist("case")]
    sent = "confirmed" in request.POST
    entered = {name: request.POST[name] for name in FORMS[act.name].base_fields if name in request.POST}
    form = FORMS[act.name](request.user, request.POST if sent else None, initial=entered)
    try:
        if form.is_valid():
            results = bulk.run(actor=request.user, act=act, cases=cases, given=form.arguments())
            context |= {"entered": entered, **bulk.by_outcome(results)}
            return render(request, "regulator/bulk_result.html", context)
        rows = bulk.preview(request.user, act, cases)
    except BadValue as error:
        return render(request, "regulator/bulk.html", {**context, "refusal": error.message}, status=422)
    number = sum(not row.problem for row in rows)
    return render_form(request, "regulator/bulk.html", form, **context, rows=rows, number=number)
