"""The possible errors of a draft: what they are, the form to explain them, and the edges of every bet."""

import hashlib
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from craps import BadInput
from craps.edition_values import value_at
from craps.rulebook import cited
from portal.accounts.permissions import can, require
from portal.editions.book_edits import clauses_in, place_of
from portal.editions.clauses import book_of
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.editions.slip_services import LONGEST_EXPLANATION, Typed, explain, take_back
from portal.editions.slips import ErrorGroup, edges_of, grouped, published_explanations
from portal.errors import NotPossible
from portal.http import UserRequest
from portal.pages.forms import PlainForm, render_form
from portal.pages.guards import regulator_page


class GroupFields(NamedTuple):
    """A group with its fields on the form, where the reader may explain it, and where it is mended."""

    group: ErrorGroup
    text: forms.BoundField | None
    keep: forms.BoundField | None
    seen: forms.BoundField | None
    mend: str
    clause: str  # the page that changes the sentence; "" where the rulebook has none


class ExplanationsForm(PlainForm):
    """An explanation for each group of possible errors. What is left empty is not explained yet; to empty
    one takes it back."""

    def __init__(self, groups: list[ErrorGroup], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = {_key(group): group for group in groups}
        for key, group in self.groups.items():
            self.fields[f"text-{key}"] = forms.CharField(
                label="Why it is right",
                required=False,
                initial=group.explanation,
                widget=forms.Textarea(attrs={"rows": 3}),
                help_text=f"Published with the edition. At most {LONGEST_EXPLANATION} characters.",
            )
            if group.outdated:
                self.fields[f"keep-{key}"] = forms.BooleanField(
                    label="The earlier explanation still applies", required=False
                )
            seen = " ".join(each.slip.digest for each in group.errors)
            self.fields[f"seen-{key}"] = forms.CharField(
                initial=seen, widget=forms.HiddenInput, required=False
            )

    def texts(self) -> dict[str, Typed]:
        """What is to be explained, by the id of each possible error."""
        texts = {}
        for key, group in self.groups.items():
            text, seen = self._text(key), self.cleaned_data[f"seen-{key}"].split()
            for slip in (each.slip for each in group.errors if text):
                texts[slip.id] = Typed(text, slip.digest if slip.digest in seen else "")
        return texts

    def taken_back(self) -> list[str]:
        return [
            each.slip.id
            for key, group in self.groups.items()
            if group.explanation and not self._text(key)
            for each in group.errors
        ]

    def add_problems(self, problems: tuple[dict[str, str], ...]) -> None:
        for key, group in self.groups.items():
            ids = {each.slip.id for each in group.errors}
            for message in dict.fromkeys(p["message"] for p in problems if p["path"] in ids):
                self.add_error(f"text-{key}", message)

    def _text(self, key: str) -> str:
        group, typed = self.groups[key], str(self.cleaned_data[f"text-{key}"])
        return group.outdated if not typed and self.cleaned_data.get(f"keep-{key}") else typed


@regulator_page
def edition_slips(request: UserRequest, edition_id: str) -> HttpResponse:
    """What looks like an error in a draft, to mend or to explain; of a published edition, what was said."""
    row = edition_visible_to(request.user, edition_id)
    if request.method == "POST":
        require(request.user, "edition.manage")
    groups = [] if row.is_published else grouped(row)
    form = ExplanationsForm(groups, request.POST or None)
    if form.is_valid() and (saved := _save(request, row, form)) is not None:
        messages.success(request, saved)
        return redirect("regulator:edition-slips", row.pk)
    editable = row.is_draft and can(request.user, "edition.manage")
    edges = edges_of(row)
    context = {
        "edition": row,
        "book": row.book_id,
        "editable": editable,
        "rows": [_fields(row, group, form if editable else None) for group in groups],
        "open_count": sum(each.explanation is None for group in groups for each in group.errors),
        "count": sum(len(group.errors) for group in groups),
        "explanations": published_explanations(row.pk),
        "edges": edges,
        "gone": _texts_of_gone(groups, request.POST),
    }
    return render_form(request, "regulator/edition_slips.html", form, **context)


def _save(request: UserRequest, row: Edition, form: ExplanationsForm) -> str | None:
    """Save what was typed. Return what to tell the person, or None with the problems on the form."""
    if row.is_draft and _texts_of_gone(list(form.groups.values()), request.POST):
        form.add_error(None, "Some of what you wrote about is no longer a possible error. Nothing was saved.")
        return None
    try:
        saved = explain(actor=request.user, edition_id=row.pk, texts=form.texts())
    except NotPossible as error:
        form.add_problems(error.problems)
        if not error.problems:
            form.add_error(None, error.message)
        return None
    back = take_back(actor=request.user, edition_id=row.pk, slip_ids=form.taken_back())
    said = [f"{saved} possible error{'' if saved == 1 else 's'} explained."] if saved else []
    said += [f"{back} explanation{'' if back == 1 else 's'} taken back."] if back else []
    return " ".join(said) or "There was nothing new to save."


def _texts_of_gone(groups: list[ErrorGroup], posted: QueryDict) -> list[str]:
    """What was typed about errors that are mended by now."""
    known = {f"text-{_key(group)}" for group in groups}
    typed = [str(posted[name]) for name in posted if name.startswith("text-") and name not in known]
    return [text for text in typed if text.strip()]


def _fields(row: Edition, group: ErrorGroup, form: ExplanationsForm | None) -> GroupFields:
    key = _key(group)
    if form is None:
        return GroupFields(group, None, None, None, "", "")
    keep = form[f"keep-{key}"] if f"keep-{key}" in form.fields else None
    return GroupFields(
        group,
        form[f"text-{key}"],
        keep,
        form[f"seen-{key}"],
        _mend_page(row, group.path),
        _clause_page(row, group),
    )


def _mend_page(row: Edition, path: str) -> str:
    """Where the value is changed; what the draft does not have (any more) is undone on its own page."""
    try:
        value_at(core_edition_for(row).data, path)
    except BadInput:
        name = "edition-head" if path in ("title", "in_force_from") else "edition"
        return reverse(f"regulator:{name}", args=[row.pk])
    return f"{reverse('regulator:edition-value', args=[row.pk])}?{urlencode({'at': path})}"


def _clause_page(row: Edition, group: ErrorGroup) -> str:
    entries = clauses_in(book_of(row))
    names = (name for each in group.errors if each.slip.clause for name in cited(each.slip.clause))
    first = next((name for name in names if place_of(entries, name) is not None), "")
    page = reverse("regulator:edition-clause", args=[row.pk])
    return f"{page}?{urlencode({'at': first})}" if first else ""


def _key(group: ErrorGroup) -> str:
    """The group's name on the form: paths have spaces, which no id of a page may have."""
    return hashlib.sha256(group.path.encode()).hexdigest()[:12]
