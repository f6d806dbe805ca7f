"""The checklist of an inspection, made from the rules that are approved at the table.

Every line comes from the rule set, its edition and the limits in force, so a new game or wager needs nothing
here. What the operator states and the regulator approved comes before what the document asks for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from craps import game_of, load_ruleset
from craps.ruleset import RuleSet
from craps.validation import Rule, rules
from portal.accounts.models import Table
from portal.documents.render_context import SIGN_SUBJECTS
from portal.documents.rule_tables import build_rule_tables
from portal.review.limit_notices import limits_at
from portal.review.models import Condition
from portal.submissions.models import Coverage, Submission, Version
from portal.submissions.tables import coverage_at
from portal.submissions.wording import describe_choices
from portal.text import and_list, format_day

LAYOUT = "Layout and payouts"
LIMITS = "Limits posted"
SIGNS = "Signs and notices"
EQUIPMENT = "Table and equipment"
CONDITIONS = "Conditions of the approval"
OTHER = "Anything else"

# Rules that compare parts of a drawing with each other: at the table each bet's area is looked at instead.
_OF_DRAWINGS = ("areas", "spaces", "other_spaces", "on_table", "overlap", "not_offered", "agree", "nobody")
# Words that the layout has to carry are listed with the notices.
_AMONG_NOTICES = ("layout.words",)
_AT_THE_TABLE = ("table", "layout", "cards")


@dataclass(frozen=True)
class ChecklistLine:
    """One thing to look at: what it is, what is right, and the clause behind it."""

    section: str
    label: str
    expected: str
    clause: str = ""


def lines(table: Table, approval: Submission | None, moment: datetime) -> list[ChecklistLine]:
    """What to look at on a visit to this table now."""
    version = approval.submitted_version if approval else None
    if approval is None or version is None:
        return [
            ChecklistLine(OTHER, "No game is offered", "No rules are in force at this table."),
            _anything_else(),
        ]
    return [
        *_suspended(table, approval),
        *of_rules(_with_limits(version, limits_at(approval, table, moment)), approval.reference),
        *_conditions(approval),
        _anything_else(),
    ]


def of_rules(ruleset: RuleSet, reference: str) -> Iterator[ChecklistLine]:
    """What to look at under a rule set, with the limits that hold."""
    tables = build_rule_tables(ruleset)
    subjects = {subject["key"]: subject["rows"] for subject in tables["subjects"]}
    yield from _wagers(ruleset, tables["groups"])
    for row in subjects.get("numbers", ()):
        yield ChecklistLine(LAYOUT, row["label"], _sentence(row["value"]), row["clause"])
    posted = {"label": "Each bet", "value": "minimum and maximum as posted at the table", "clause": ""}
    for row in subjects.get("limits") or [posted]:
        yield ChecklistLine(LIMITS, row["label"], _sentence(row["value"]), row["clause"])
    yield ChecklistLine(
        SIGNS,
        "Table sign",
        f"The approved sign is on show and readable. It names {reference}.",
    )
    for row in tables["signs"]:
        yield ChecklistLine(SIGNS, row["label"], f"“{row['value']}”", row["clause"])
    for key in SIGN_SUBJECTS:
        for row in subjects.get(key, ()):
            when = " on a come-out roll" if key == "come_out" else ""
            yield ChecklistLine(SIGNS, f"{row['label']}{when}", _sentence(row["value"]), row["clause"])
    yield from _equipment(ruleset, subjects.get("table", []))


def _suspended(table: Table, approval: Submission) -> Iterator[ChecklistLine]:
    held = coverage_at(table)
    if held and held.state == Coverage.SUSPENDED:
        yield ChecklistLine(
            OTHER, "The game is not offered", f"{approval.reference} is suspended at this table."
        )


def _with_limits(version: Version, limits: dict[str, dict[str, str]]) -> RuleSet:
    return load_ruleset({**version.ruleset, "limits": limits}, version.rules.edition)


def _wagers(ruleset: RuleSet, groups: list[dict[str, Any]]) -> Iterator[ChecklistLine]:
    """Each bet with its area and with what it pays."""
    drawn: dict[str, list[str]] = {}
    for area in game_of(ruleset.edition).layout_of(ruleset).get("areas", ()):
        drawn.setdefault(area["wager"], []).append(area.get("label", ""))
    labelled = bool(ruleset.stated.get("layout", {}).get("areas"))
    for group in groups:
        for wager in group["wagers"]:
            parts = []
            if wager["wager"] in drawn:
                names = list(dict.fromkeys(name for name in drawn[wager["wager"]] if name))
                called = f", marked {and_list([f'“{name}”' for name in names])}" if names and labelled else ""
                parts.append(f"Has its area on the layout{called}.")
            if wager["pays"]:
                parts.append(f"Pays {_pays(wager['pays'])}.")
            yield ChecklistLine(LAYOUT, wager["name"], " ".join(parts), wager["clause"])


def _pays(rows: list[dict[str, Any]]) -> str:
    """What a bet pays; a clause that all rows share stands once, at the end."""
    clauses = list(dict.fromkeys(row["clause"] for row in rows))
    shared = f" ({clauses[0]})" if len(clauses) == 1 and clauses[0] else ""
    return "; ".join(_pay(row, own_clause=not shared) for row in rows) + shared


def _pay(row: dict[str, Any], *, own_clause: bool) -> str:
    on = f" on {row['on']}" if row["on"] else ""
    among = f", {row['among']}" if row.get("among") else ""
    clause = f" ({row['clause']})" if own_clause and row["clause"] else ""
    return f"{row['odds']}{on}{among}{clause}"


def _equipment(ruleset: RuleSet, stated: list[dict[str, Any]]) -> Iterator[ChecklistLine]:
    chosen = describe_choices(ruleset)
    for row in stated:
        yield ChecklistLine(EQUIPMENT, row["label"], _sentence(row["value"]), row["clause"])
    for row in chosen:
        if row["path"].startswith("layout.") and row["path"] != "layout.areas":
            yield ChecklistLine(EQUIPMENT, row["label"], _sentence(row["value"]), row["clause"])
    approved = tuple(row["path"] for row in chosen)
    for rule in rules(ruleset.edition):
        if _is_seen_at_the_table(rule, ruleset) and not rule.id.endswith(approved):
            yield ChecklistLine(EQUIPMENT, rule.text, "", rule.clause)


def _is_seen_at_the_table(rule: Rule, ruleset: RuleSet) -> bool:
    """Whether the document asks for it here: not of a bet that is not offered, nor of a drawing."""
    _, subject, *rest = rule.id.split(".")
    if subject not in _AT_THE_TABLE or rest[-1] in _OF_DRAWINGS or rule.id.endswith(_AMONG_NOTICES):
        return False
    edition = ruleset.edition
    if rest[0] in edition.catalogue:
        return rest[0] in ruleset.offered
    if rest[0] in edition.paytables:
        choice = edition.paytables[rest[0]]
        return not ruleset.offered.isdisjoint(choice.tables[choice.baseline])
    return True


def _conditions(approval: Submission) -> Iterator[ChecklistLine]:
    unmet = Condition.objects.filter(decision__submission=approval, met_at=None).order_by("pk")
    for condition in unmet:
        due = f"Due on {format_day(condition.due_on)}." if condition.due_on else "No due date."
        yield ChecklistLine(CONDITIONS, condition.text[:300], due)


def _anything_else() -> ChecklistLine:
    return ChecklistLine(
        OTHER, "Anything else that is not in order", "Say what you saw, with a photo if it helps."
    )


def _sentence(words: str) -> str:
    """A value as a sentence of its own."""
    text = words[:1].upper() + words[1:]
    return text if text.endswith((".", "”")) else f"{text}."
