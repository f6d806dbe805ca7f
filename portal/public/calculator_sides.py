"""One side of the calculator: rules, and the changes to them for one bet."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from craps import BadInput, Finding, RuleSet, check, load_ruleset
from craps.costs import EXACT, ROUNDINGS
from craps.money import Exact, exact, odds_text, percent_text
from craps.vocabulary import BASE, COLLECT, LABELS
from craps.wagers import CATALOGUE, ODDS_OF, Spot, slot_of
from portal.pages.pay_words import slot_text
from portal.public.game_tables import GameTable, Option
from portal.typed_values import multiple, number

ROUNDING = {
    "exact": gettext_noop("not rounded"),
    "down": gettext_noop("down"),
    "nearest": gettext_noop("to the nearest"),
    "up": gettext_noop("up"),
}


@dataclass(frozen=True)
class CalculatorSide:
    """`ruleset` includes the changes; `findings` are what they would breach or leave to judgement."""

    name: str  # a or b
    game: GameTable
    ruleset: RuleSet
    typed: dict[str, str]  # by field
    findings: tuple[Finding, ...]
    rounding: str = EXACT


class Field(NamedTuple):
    """Something that can be changed for the bet; `current` is what the rules say.

    An empty field is as the rules; `unset` is what it means where the rules do not say.
    """

    name: str
    label: str
    current: str
    options: list[Option] = []
    hint: str = ""
    unset: str = ""


def read_side(
    query: QueryDict, name: str, game: GameTable, wager: str, spot: Spot, errors: dict[str, str]
) -> CalculatorSide:
    """Return the side with its changes. A value that is not valid is named in `errors` and not applied."""
    names = [field.name for field in _fields(game.ruleset, wager, spot)]
    typed = {field: query.get(f"{name}.{field}", "").strip() for field in names}
    changes: dict[str, Any] = {}
    if wager in ("buy", "lay"):
        changes = _vig_changes(name, wager, typed, errors)
    elif wager in ODDS_OF and typed["odds"]:
        try:
            changes = {"odds": {wager: {"multiples": str(_number(multiple(typed["odds"])))}}}
        except ValueError:
            errors[f"{name}.odds"] = _("Enter the odds as a number of times the bet, such as 2 or 3.")
    if table := typed.get("paytable"):
        changes["paytables"] = {_paytable_of(game.ruleset, wager): table}
    pays = {
        f"{wager}:{slot}" if slot else wager: typed[f"pays.{slot}"].replace(" to ", ":")
        for slot in changeable_slots(wager, spot)
        if typed.get(f"pays.{slot}")
    }
    if pays:
        changes["payouts"] = pays
    ruleset = _apply(game.ruleset, changes, name, errors)
    rounding = typed.get("round", "")
    rounding = rounding if rounding in ROUNDINGS else EXACT
    return CalculatorSide(name, game, ruleset, typed, new_findings(game.ruleset, ruleset), rounding)


def differ(first: CalculatorSide, second: CalculatorSide) -> bool:
    """Whether the sides have different rules or different changes."""
    return first.game.key != second.game.key or first.typed != second.typed


class SideForm(NamedTuple):
    """A side with its fields as rows; those that are `folded` open on request, or if something is typed."""

    side: CalculatorSide
    fields: list[dict[str, Any]]
    folded: list[dict[str, Any]] = []

    @property
    def is_open(self) -> bool:
        return any(row["value"] for row in self.folded)


def side_form(side: CalculatorSide, wager: str, spot: Spot, errors: dict[str, str]) -> SideForm:
    """Return the fields of a side with what was typed and what is wrong with it."""
    fields = _fields(side.game.ruleset, wager, spot)
    rows = [form_row(side, field, field.name.replace(".", "-").rstrip("-"), errors) for field in fields]
    return SideForm(side, rows)


def form_row(side: CalculatorSide, field: Field, html_id: str, errors: dict[str, str]) -> dict[str, Any]:
    """Return a field as the page shows it; `html_id` tells it from the others of its side."""
    name = f"{side.name}.{field.name}"
    return {
        "field": field,
        "name": name,
        "id": f"{side.name}-{html_id}",
        "value": side.typed.get(field.name, ""),
        "error": errors.get(name, ""),
    }


def new_findings(before: RuleSet, after: RuleSet) -> tuple[Finding, ...]:
    """Return what the changes would breach or leave to judgement, without what the rules did already."""
    if before is after:
        return ()
    known = {(finding.rule, finding.path) for finding in check(before).findings}
    return tuple(f for f in check(after).findings if (f.rule, f.path) not in known and f.severity != "info")


def changeable_slots(wager: str, spot: Spot) -> tuple[str, ...]:
    """Return the payouts that can be changed for this bet: that of its number, else all of them."""
    item = CATALOGUE[wager]
    if item.parts:
        return ()
    if item.flat:
        return (str(spot),)
    return (slot_of(wager, spot),) if (item.numbers or item.pairs) and not item.moves else item.slots


def _fields(ruleset: RuleSet, wager: str, spot: Spot) -> list[Field]:
    fields = []
    if wager in ("buy", "lay"):
        terms = ruleset.vig(wager)
        roundings = {key: ROUNDING[key] for key in ROUNDINGS[1:]}
        fields = [
            Field("collect", _("Vigorish is taken"), _(COLLECT[terms.collect]), _translated(COLLECT)),
            Field("rate", _("Rate in per cent"), percent_text(terms.rate)),
            Field("base", _(LABELS["vig.base"]), _(BASE[terms.base]), _translated(BASE)),
            Field("round", _("Rounded to whole chips"), _(ROUNDING[EXACT]), _translated(roundings)),
        ]
    elif wager in ODDS_OF:
        fields = [Field("odds", _("Odds, times the bet"), _odds_range(ruleset, wager), hint=_("0 for none"))]
    if paytable := _paytable_of(ruleset, wager):
        options = [(table, table) for table in ruleset.edition.paytables[paytable].tables]
        return [*fields, Field("paytable", _(LABELS["paytables"]), ruleset.paytable(paytable), options)]
    for slot in changeable_slots(wager, spot):
        label = _("Pays")
        if slot and not CATALOGUE[wager].numbers:
            label = _("Pays on {slot}").format(slot=slot_text(wager, slot))
        fields.append(Field(f"pays.{slot}", label, odds_text(ruleset.payout(wager, slot))))
    return fields


def _odds_range(ruleset: RuleSet, flat: str) -> str:
    """Return "3×", or "3× to 5×" if it depends on the point."""
    multiples = sorted({ruleset.multiple(flat, point) for point in (4, 5, 6)})
    return f"{multiples[0]}×" if len(multiples) == 1 else f"{multiples[0]}× to {multiples[-1]}×"


def _paytable_of(ruleset: RuleSet, wager: str) -> str:
    """Return the name of the choice of pay tables that a wager is in, if the edition leaves one."""
    for name, choice in ruleset.edition.paytables.items():
        if wager in choice.tables[choice.baseline]:
            return name
    return ""


def _vig_changes(name: str, wager: str, typed: dict[str, str], errors: dict[str, str]) -> dict[str, Any]:
    vig = {key: typed[key] for key, known in (("collect", COLLECT), ("base", BASE)) if typed[key] in known}
    if typed["rate"]:
        try:
            vig["rate"] = str(Fraction(_number(number(typed["rate"].removesuffix("%")))) / 100)
        except ValueError:
            errors[f"{name}.rate"] = _("Enter the rate in per cent, such as 5 or 4.5.")
    return {"vig": {wager: vig}} if vig else {}


def _number(text: str) -> Exact:
    """Return a number from 0 to 1000; ValueError for anything else."""
    if len(text) > 12:
        raise ValueError
    value = exact(text)
    if not 0 <= value <= 1000:
        raise ValueError
    return value


def _apply(ruleset: RuleSet, changes: dict[str, Any], name: str, errors: dict[str, str]) -> RuleSet:
    """Return the rules with the changes merged in, two levels deep, as the contract nests them."""
    if not changes:
        return ruleset
    stated = ruleset.to_json()
    for section, entries in changes.items():
        before = stated.get(section, {})
        stated[section] = before | {
            key: {**before.get(key, {}), **value} if isinstance(value, dict) else value
            for key, value in entries.items()
        }
    try:
        return load_ruleset(stated, ruleset.edition)
    except BadInput as error:
        slot = error.path.partition(":")[2]
        if error.path.startswith("payouts"):
            errors[f"{name}.pays.{slot}"] = _("Enter the payout as 7:6 or 25 for 1.")
        else:
            errors[f"{name}.paytable"] = _("Choose a pay table from the list.")
        return ruleset


def _translated(words: Mapping[str, str]) -> list[Option]:
    return [(key, _(text)) for key, text in words.items()]
