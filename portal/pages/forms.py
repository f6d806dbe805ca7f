"""What all forms share: our words for what is missing, and a service's refusal put beside its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms

from portal.errors import BadValue, NotPermitted, NotPossible


class PlainForm(forms.Form):
    """A form whose controls point at their hint and error, and whose errors stand in a summary on top."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


def carried_out(form: forms.Form, service: Callable[..., Any], **arguments: Any) -> Any:
    """What the service returned, or None with its refusal written into the form.

    A refusal that names a field of the form goes beside that field; any other stands on top.
    """
    if not form.is_valid():
        return None
    try:
        return service(**arguments)
    except NotPermitted:
        raise
    except (BadValue, NotPossible) as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return None
