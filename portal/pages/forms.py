"""What all forms share: one base class, and a service's refusal shown beside its field."""

from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast

from django import forms

from portal.errors import BadValue, NotPossible

P = ParamSpec("P")
T = TypeVar("T")


class PlainForm(forms.Form):
    """A form without browser validation: errors appear beside each field and in a summary on top."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[str, str]]) -> None:
    """Offer these choices in a choice field of the form."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


def run_service(
    form: forms.BaseForm, service: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T | None:
    """Call the service if the form is valid; return its result, or None after adding its refusal to the form.

    A refusal that names a field of the form appears beside that field, any other on top of the form.
    """
    if not form.is_valid():
        return None
    try:
        return service(*args, **kwargs)
    except (BadValue, NotPossible) as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return None
