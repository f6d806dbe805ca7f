"""Forms for what an edition consists of besides its values: clauses and the head of its rulebook."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django import forms

from portal.editions.clauses import typed_text
from portal.errors import BadValue, Conflict, NotPossible
from portal.pages.forms import PlainForm, set_choices

T = TypeVar("T")
_MARKUP = "An empty line ends a paragraph. Lists begin with -, tables with |; **bold** is for defined words."


def save_contents_form(form: PlainForm, service: Callable[..., T], /, **given: Any) -> T | None:
    """Call the service if the form is valid. Each problem it names appears, beside its field if any."""
    if not form.is_valid():
        return None
    try:
        return service(**given, **form.arguments())
    except NotPossible as error:
        for problem in error.problems or ({"path": error.field, "message": error.message},):
            form.add_error(problem["path"] if problem["path"] in form.fields else None, problem["message"])
    except (BadValue, Conflict) as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
    return None


class ClauseForm(PlainForm):
    """A clause as the rulebook's file has it, and the state it was in when the page was opened."""

    id = forms.CharField(
        label="Number",
        max_length=40,
        help_text="Such as 4.12, 6/E(1) or 4.1(a). Values and clauses that cite it follow a new number.",
        error_messages={
            "required": "Enter the number of the clause.",
            "max_length": "Use at most 40 characters.",
        },
    )
    heading = forms.CharField(
        label="Heading",
        required=False,
        max_length=200,
        help_text="A chapter needs one.",
        error_messages={"max_length": "Use at most 200 characters."},
    )
    text = forms.CharField(
        label="Text",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=f"{_MARKUP} [4.12] refers to another clause.",
        error_messages={"required": "Enter the text of the clause."},
    )
    note = forms.CharField(
        label="Note",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="An explanation that is not part of the rule. The rulebook shows it separately.",
    )
    slip = forms.CharField(
        label="Slip of the document",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="What is odd in the source document here, such as a wrong reference.",
    )
    number = forms.CharField(
        label="Number as printed",
        required=False,
        max_length=40,
        help_text="If the document prints a different number from the one above.",
        error_messages={"max_length": "Use at most 40 characters."},
    )
    parent = forms.CharField(
        label="Belongs under",
        required=False,
        max_length=40,
        help_text="The number of the clause it belongs to, if that does not follow from its own number.",
        widget=forms.TextInput(attrs={"list": "clauses", "autocomplete": "off"}),
        error_messages={"max_length": "Use at most 40 characters."},
    )
    examples = forms.MultipleChoiceField(
        label="Worked examples that show it",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Only where no value cites the clause: examples of a value are found by themselves.",
        error_messages={"invalid_choice": "%(value)s is not a worked example of the edition."},
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    MAIN = ("id", "heading", "text", "note", "slip")
    MORE = ("number", "parent", "examples")

    def __init__(self, examples: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "examples", examples)
        if not examples:
            del self.fields["examples"]

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        seen = data.pop("seen")
        for name in ("text", "note", "slip"):
            data[name] = typed_text(data[name])
        return {"fields": data, "seen": seen}

    @property
    def more_is_open(self) -> bool:
        """Whether a rarely used field has something in it, or an error."""
        return any(self[name].errors or self[name].value() for name in self.MORE if name in self.fields)


class BookHeadForm(PlainForm):
    title = forms.CharField(
        label="Title of the rulebook",
        max_length=120,
        error_messages={"required": "Enter a title.", "max_length": "Use at most 120 characters."},
    )
    intro = forms.CharField(
        label="Words before the first clause",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_MARKUP,
        error_messages={"required": "Enter a sentence that says what the rulebook is."},
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
