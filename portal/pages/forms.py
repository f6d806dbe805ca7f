"""What all forms share: a base class, running a service with the form, and the page that shows its errors."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.errors import BadValue, BadValues, DomainError, NotPossible

T = TypeVar("T")


class PlainForm(forms.Form):
    """A form without browser validation: errors appear beside each field and in a summary on top."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def arguments(self) -> dict[str, Any]:
        """What a valid form passes to its service: every field, where a form does not say otherwise."""
        return self.cleaned_data


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[str, str]]) -> None:
    """Offer these choices in a choice field of the form."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


def run_service(
    form: PlainForm,
    service: Callable[..., T],
    /,
    *,
    refusals: tuple[type[DomainError], ...] = (BadValue, NotPossible),
    **given: Any,
) -> T | None:
    """Call the service with what is given and the form's arguments, if the form is valid.

    Returns the result, or None. A refusal that names a field of the form appears beside that field, any
    other on top of the form.
    """
    if not form.is_valid():
        return None
    try:
        return service(**given, **form.arguments())
    except refusals as error:
        messages = error.by_field if isinstance(error, BadValues) else {error.field: error.message}
        for field, message in messages.items():
            form.add_error(field if field in form.fields else None, message)
        return None


def render_form(request: HttpRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """The page with its form; status 422 if the form has errors."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)
