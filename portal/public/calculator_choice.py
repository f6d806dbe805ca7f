"""One side of the calculator: rules, and what is changed about them for one bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from craps import BadInput, Finding, RuleSet, check, load_ruleset
from craps.cost import EXACT, ROUNDINGS
from craps.money import Exact, exact, percent_text
from craps.vocabulary import BASE, COLLECT, LABELS
from craps.wagers import CATALOGUE, ODDS_OF, Spot, slot_of
from portal.errors import NotFound
from portal.pages.pay_words import slot_text
from portal.public import tables
from portal.public.tables import GameTable


@dataclass(frozen=True)
class Choice:
    """`ruleset` has the changes in it; `findings` are what they would breach or leave to judgement."""

    name: str  # a or b
    game: GameTable
    ruleset: RuleSet
    asked: dict[str, str]  # what was typed, by field
    rounding: str = EXACT
    findings: tuple[Finding, ...] = field(default=())


def table_of(asked: QueryDict, name: str, same_as: str, errors: dict[str, str]) -> GameTable | None:
    """The rules of one side; None where the address names none."""
    key = asked.get(f"{name}.table", "") or same_as
    if not key:
        return None
    try:
        return tables.table(key)
    except NotFound as error:
        errors[f"{name}.table"] = error.message
        return None


def read(
    asked: QueryDict, name: str, game: GameTable, wager: str, spot: Spot, errors: dict[str, str]
) -> Choice:
    """The side with what was chosen for it. What cannot be read is named in `errors` and left as it was."""
    typed = {each: asked.get(f"{name}.{each}", "").strip() for each in _fields(game.ruleset, wager, spot)}
    changes: dict[str, Any] = {}
    if wager in ("buy", "lay"):
        changes = _vig(name, wager, typed, errors)
    elif wager in ODDS_OF and typed.get("odds"):
        try:
            changes = {"odds": {wager: {"multiples": str(_number(typed["odds"], f"{name}.odds"))}}}
        except BadInput as error:
            errors[error.path] = _("Write the odds as a number of times the bet, such as 2 or 3.")
    if table := typed.get("paytable"):
        changes["paytables"] = {_paytable_of(game.ruleset, wager): table}
    pays = {
        f"{wager}:{s}" if s else wager: typed[f"pays.{s}"]
        for s in slots(wager, spot)
        if typed.get(f"pays.{s}")
    }
    if pays:
        changes["payouts"] = {key: value.replace(" to ", ":") for key, value in pays.items()}
    ruleset = _changed(game.ruleset, changes, name, errors)
    rounding = typed.get("round", "") if typed.get("round") in ROUNDINGS else EXACT
    return Choice(name, game, ruleset, typed, rounding, _new_findings(game.ruleset, ruleset))


def differ(first: Choice, second: Choice) -> bool:
    """Whether the two sides are two: other rules, or something changed on one of them only."""
    return first.game.key != second.game.key or first.asked != second.asked


def form(choice: Choice, wager: str, spot: Spot, errors: dict[str, str]) -> dict[str, Any]:
    """The fields of a side: what was typed, and what stands there when nothing is."""
    ruleset, name = choice.game.ruleset, choice.name
    rows: list[dict[str, Any]] = []

    def add(each: str, label: str, *, options: Any = (), now: str = "", hint: str = "") -> None:
        key = f"{name}.{each}"
        rows.append(
            {
                "name": key,
                "id": key.replace(".", "-").rstrip("-"),
                "label": label,
                "value": choice.asked.get(each, ""),
                "options": options,
                "now": now,
                "hint": hint,
                "error": errors.get(key, ""),
            }
        )

    if wager in ("buy", "lay"):
        terms = ruleset.vig(wager)
        add(
            "collect",
            _("Vigorish is taken"),
            options=_translated(COLLECT),
            now=_(COLLECT[terms.collect]),
        )
        add("rate", _("Rate in per cent"), now=percent_text(terms.rate))
        add("base", _(LABELS["vig.base"]), options=_translated(BASE), now=_(BASE[terms.base]))
        add(
            "round",
            _("Rounded to whole chips"),
            options=_translated({key: ROUNDING[key] for key in ROUNDINGS[1:]}),
            now=_(ROUNDING[EXACT]),
        )
    elif wager in ODDS_OF:
        add("odds", _("Odds, times the bet"), now=odds_words(ruleset, wager), hint=_("0 for none"))
    if paytable := _paytable_of(ruleset, wager):
        tables_of = ruleset.edition.paytables[paytable].tables
        add(
            "paytable",
            _(LABELS["paytables"]),
            options=[(t, t) for t in tables_of],
            now=ruleset.paytable(paytable),
        )
    else:
        for slot in slots(wager, spot):
            pays = ruleset.payout(wager, slot)
            label = (
                _("Pays on {slot}").format(slot=slot_text(wager, slot))
                if slot and not CATALOGUE[wager].numbers
                else _("Pays")
            )
            add(f"pays.{slot}", label, now=f"{pays.numerator} to {pays.denominator}")
    return {"choice": choice, "rows": rows, "table_error": errors.get(f"{name}.table", "")}


def slots(wager: str, spot: Spot) -> tuple[str, ...]:
    """The payouts that can be changed for this bet: of its number, else all of them."""
    item = CATALOGUE[wager]
    if item.parts:
        return ()
    if item.flat:
        return (str(spot),)
    return (slot_of(wager, spot),) if (item.numbers or item.pairs) and not item.moves else item.slots


def odds_words(ruleset: RuleSet, flat: str) -> str:
    """3×, or 3× to 5× where it depends on the point."""
    multiples = sorted({ruleset.multiple(flat, point) for point in (4, 5, 6)})
    return f"{multiples[0]}×" if len(multiples) == 1 else f"{multiples[0]}× to {multiples[-1]}×"


def _fields(ruleset: RuleSet, wager: str, spot: Spot) -> list[str]:
    found = ["collect", "rate", "base", "round"] if wager in ("buy", "lay") else []
    found += ["odds"] if wager in ODDS_OF else []
    if _paytable_of(ruleset, wager):
        return [*found, "paytable"]
    return [*found, *(f"pays.{slot}" for slot in slots(wager, spot))]


def _paytable_of(ruleset: RuleSet, wager: str) -> str:
    """The name of the choice of pay tables that a wager is in, if the edition leaves one."""
    for name, choice in ruleset.edition.paytables.items():
        if wager in choice.tables[choice.baseline]:
            return name
    return ""


def _vig(name: str, wager: str, typed: dict[str, str], errors: dict[str, str]) -> dict[str, Any]:
    vig: dict[str, Any] = {}
    if typed.get("collect") in COLLECT:
        vig["collect"] = typed["collect"]
    if typed.get("base") in BASE:
        vig["base"] = typed["base"]
    if typed.get("rate"):
        try:
            rate = Fraction(_number(typed["rate"].rstrip("% "), f"{name}.rate")) / 100
            vig["rate"] = str(rate)
        except BadInput as error:
            errors[error.path] = _("Write the rate in per cent, such as 5 or 4.5.")
    return {"vig": {wager: vig}} if vig else {}


def _number(text: str, path: str) -> Exact:
    try:
        value = exact(text.rstrip("×x ")) if len(text) <= 12 else None
    except ValueError:
        value = None
    if value is None or not 0 <= value <= 1000:
        raise BadInput(path, "is not a number from 0 to 1000")
    return value


def _changed(ruleset: RuleSet, changes: dict[str, Any], name: str, errors: dict[str, str]) -> RuleSet:
    """The rules with the changes laid over them, two levels deep, as the contract has them."""
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
            errors[f"{name}.pays.{slot}"] = _("Write the payout as 7:6 or 25 for 1.")
        else:
            errors[f"{name}.paytable"] = _("Choose a pay table from the list.")
        return ruleset


def _new_findings(was: RuleSet, now: RuleSet) -> tuple[Finding, ...]:
    """What the change itself would breach or leave to judgement; what was found before stands aside."""
    if was is now:
        return ()
    known = {(found.rule, found.path) for found in check(was).findings}
    return tuple(f for f in check(now).findings if (f.rule, f.path) not in known and f.severity != "info")


# Words ---------------------------------------------------------------------------------------------------


ROUNDING = {
    "exact": gettext_noop("not rounded"),
    "down": gettext_noop("down"),
    "nearest": gettext_noop("to the nearest"),
    "up": gettext_noop("up"),
}


def _translated(words: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, _(text)) for key, text in words.items()]
