"""The two kinds of steps in the editor: a form for some sections of the rule set, or a page of its own."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from craps.choices import Choice
from craps.edition import Edition
from portal.operator.fields import Errors, Group, Ruleset, read_groups, without
from portal.submissions.models import Submission

Reader = Callable[[Edition, QueryDict, Ruleset], tuple[Ruleset, Errors]]


@dataclass(frozen=True)
class PageStep:
    """A step with its own page: examples, documents, tables, declaration."""

    slug: str
    title: str
    page: str

    def href(self, reference: str) -> str:
        return reverse(self.page, args=[reference])

    def state(
        self, submission: Submission, ruleset: Ruleset, findings: Iterable[Any], missing: Iterable[Choice]
    ) -> tuple[str, str]:
        """The state of the step in words, and its tone."""
        if self.slug == "examples":
            own = submission.own_examples.count()
            return f"{own} of your own" if own else "The rulebook’s", ""
        if self.slug == "documents":
            attached = submission.uploads.filter(removed_at=None).count()
            return f"{attached} attached" if attached else "None attached", ""
        if self.slug == "tables":
            named = 0 if submission.all_tables else submission.covered.count()
            return f"{named} table{'s' if named > 1 else ''}" if named else "All tables", ""
        return "Before you submit", ""


@dataclass(frozen=True)
class RulesStep:
    """A step with a form for some sections of the rule set."""

    slug: str
    title: str
    sections: tuple[str, ...]
    groups: Callable[[Edition, Ruleset], list[Group]]
    reader: Reader | None = None  # only where reading the fields one by one is not enough
    typed: Callable[[Edition, Ruleset, QueryDict], list[Group]] | None = None  # groups as they were posted
    drops_hidden: bool = False  # drop values for which this edition has no field: no one could correct them
    presets: Callable[[Edition], list[str]] | None = None
    preset: Callable[[Edition, str, Ruleset], Ruleset] | None = None
    presets_title: str = "Set all to"
    picture: Callable[[Edition, Ruleset, Iterable[Any]], str] | None = None
    intro: str = ""
    template: str = "operator/step.html"
    has_costs: bool = False  # whether it changes what a bet costs a player

    def href(self, reference: str) -> str:
        return reverse("operator:step", args=[reference, self.slug])

    @property
    def is_drawn(self) -> bool:
        return self.picture is not None

    def owns(self, path: str) -> bool:
        return path.partition(".")[0] in self.sections

    def state(
        self, submission: Submission, ruleset: Ruleset, findings: Iterable[Any], missing: Iterable[Choice]
    ) -> tuple[str, str]:
        """The state of the step in words, and its tone."""
        counts = Counter(finding.severity for finding in findings if self.owns(finding.path))
        if counts["breach"]:
            return f"{counts['breach']} breach{'es' if counts['breach'] > 1 else ''}", "breach"
        if to_state := sum(self.owns(choice.path) for choice in missing):
            return f"{to_state} choice{'s' if to_state > 1 else ''} to state", "refer"
        if counts["refer"]:
            return f"{counts['refer']} for the regulator", "refer"
        if any(section in ruleset for section in self.sections):
            return "Completed, no breaches", "ok"
        return "Same as the rulebook", ""

    def groups_of(self, edition: Edition, ruleset: Ruleset, posted: QueryDict | None) -> list[Group]:
        """The groups for a rule set; of a table with rows, where a form was posted, the rows as posted."""
        if self.typed and posted is not None:
            return self.typed(edition, ruleset, posted)
        return self.groups(edition, ruleset)

    def read(self, edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
        """Return the rule set with the posted form in it, and an error for each value that is not valid."""
        if self.reader:
            return self.reader(edition, posted, ruleset)
        kept = without(ruleset, *self.sections) if self.drops_hidden else ruleset
        return read_groups(self.groups(edition, ruleset), posted, kept)


CHOSEN = "The rulebook was chosen when the draft was created. To use another, start a new submission."
OWN_PAGES = (
    PageStep("examples", "Worked examples", "operator:examples"),
    PageStep("documents", "Documents", "operator:documents"),
    PageStep("tables", "Which tables", "operator:tables"),
    PageStep("declaration", "Declaration", "operator:submit"),
)
