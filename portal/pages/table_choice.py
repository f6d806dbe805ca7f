"""The choice between all tables and some of them in a form: a radio, and a tick for each table."""

from collections.abc import Iterable
from typing import Any

from django import forms

from portal.accounts.models import Table
from portal.pages.forms import PlainForm
from portal.submissions.models import HOLDS_AT_TABLE, Coverage, Submission

ALL, SOME = "all", "some"


class TableChoiceForm(PlainForm):
    """A form that may ask for tables: `offer_tables` adds the fields."""

    def offer_tables(
        self, tables: Iterable[tuple[Table, str]], *, label: str, everywhere: str, some: str
    ) -> None:
        """Each table with what is said about it."""
        self.fields["scope"] = forms.ChoiceField(
            label=label,
            widget=forms.RadioSelect,
            choices=[(ALL, everywhere), (SOME, some)],
            initial=ALL,
            error_messages={"required": "Choose all tables or some."},
        )
        self.fields["tables"] = forms.MultipleChoiceField(
            label="Tables",
            widget=forms.CheckboxSelectMultiple,
            required=False,
            choices=[
                (table.code, f"{table.label}, {note}" if note else table.label) for table, note in tables
            ],
            error_messages={"invalid_choice": "Choose the tables on this page again."},
        )
        self.order_fields(["scope", "tables"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("scope") == SOME and not data.get("tables") and "tables" not in self.errors:
            self.add_error("tables", "Tick at least one table.")
        return data


class PartForm(TableChoiceForm):
    """The form of a move that may be made at some tables of an approval: `offer_part` asks at which."""

    def offer_part(
        self, submission: Submission, *, label: str, states: Iterable[str] = HOLDS_AT_TABLE
    ) -> None:
        """Asks nothing for an approval that holds at one table, or where no table is entered."""
        rows = list(
            submission.covered.filter(state__in=HOLDS_AT_TABLE)
            .select_related("table")
            .order_by("table__label")
        )
        if len(rows) < 2:
            return
        notes = {Coverage.SUSPENDED.value: "suspended"}
        offered = [(row.table, notes.get(row.state, "")) for row in rows if row.state in states]
        self.offer_tables(
            offered, label=label, everywhere="At all its tables", some="Only at the tables I tick"
        )

    def arguments(self) -> dict[str, Any]:
        """The tables as services take them: none for all."""
        given = {name: value for name, value in super().arguments().items() if name != "scope"}
        if "tables" in given and self.cleaned_data["scope"] == ALL:
            given["tables"] = []
        return given
