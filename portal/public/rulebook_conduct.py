"""What an edition says on its layout and on making, raising and taking down bets, as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from craps.wagers import CATALOGUE
from portal.public.rulebook_rows import Row
from portal.text import and_list

_PASS_AFTER_POINT = {
    "no": gettext_lazy("Only before the come-out roll"),
    "raise": gettext_lazy("One that stands may be raised"),
    "make": gettext_lazy("May be made or raised"),
}
_CONTRACT = {
    "placement": gettext_lazy("Stay from the moment they are placed"),
    "point": gettext_lazy("Stay once their point is set"),
}
_DONT_RAISE = {
    "before the point": gettext_lazy("Only before its point is set"),
    "before the point, unreduced": gettext_lazy("Only before its point is set, and not after it was reduced"),
    "never": gettext_lazy("Never"),
}
_REMOVE = {
    "never": gettext_lazy("Never taken down"),
    "before the first point": gettext_lazy("May be taken down until the first point is set"),
}


def layout_rows(edition: Edition) -> Iterator[Row]:
    layout = edition.layout
    if "areas" in layout:
        yield Row("areas", _("Areas"), _("One for each wager on offer"), layout["areas"])
    if "operator_name" in layout:
        yield Row("operator", _("Whose table"), _("The operator’s name or logo"), layout["operator_name"])
    for words, clause in layout.get("words", {}).items():
        yield Row(f"words.{words}", _("Words on the cloth"), f"“{words}”", clause)
    legends = layout.get("legends", {})
    if legends:
        shown = and_list([f"“{words}”" for words in legends])
        clauses = dict.fromkeys(legend["clause"] for legend in legends.values())
        yield Row("legends", _("Legends of the areas"), shown, ", ".join(clauses))
    split = layout.get("may_be_split", {})
    for wager, clause in split.items():
        value = _("Where it has no area of its own, its parts are split over theirs")
        yield Row(f"split.{wager}", edition.name_of(wager), value, clause, CATALOGUE[wager].name)
    for wager, clause in layout.get("schedules", {}).items():
        label = _("{bet} payouts").format(bet=edition.name_of(wager))
        yield Row(f"schedule.{wager}", label, _("Posted on the layout"), clause)
    fire = layout.get("fire", {})
    if "positions" in fire:
        most = fire["positions"]
        value = _("At most {number}, around the rim").format(number=most.value)
        yield Row("fire", _("Fire bet areas"), value, most.clause)
    if "relocation_area" in fire:
        value = _("A numbered area before the boxperson")
        yield Row("fire.relocation", _("Fire bets that stand"), value, fire["relocation_area"])
    bonus = layout.get("bonus", {})
    if "marker_spots" in bonus:
        spots = bonus["marker_spots"]
        value = _("A spot for {numbers}").format(numbers=and_list([str(spot) for spot in spots.value]))
        yield Row("bonus", _("Bonus craps markers"), value, spots.clause)
    if "odds_shown" in bonus:
        yield Row("bonus.odds", _("Bonus craps payouts"), _("Shown on the layout"), bonus["odds_shown"])


def procedure_rows(edition: Edition) -> Iterator[Row]:
    making = edition.making
    after = making.pass_after_point
    value = str(_PASS_AFTER_POINT[after.value])
    yield Row("pass_after_point", _("Pass line after the point"), value, after.clause)
    contract = ", ".join(dict.fromkeys((making.contract.clause, making.contract_come)))
    yield Row("contract", _("Pass and come bets"), str(_CONTRACT[making.contract.value]), contract)
    may = _("May be raised once its point is set")
    raised = may if making.come_raise.value else _("Not once its point is set")
    yield Row("come_raise", _("Raising a come bet"), raised, making.come_raise.clause)
    for key, label, due in (
        ("dont_raise", _("Raising a don’t pass bet"), making.dont_raise),
        ("dont_come_raise", _("Raising a don’t come bet"), making.dont_come_raise),
    ):
        yield Row(key, label, str(_DONT_RAISE[due.value]), due.clause)
    for wager, rule in edition.wagers.items():
        if rule.remove is not None:
            value = str(_REMOVE[rule.remove.value])
            yield Row(f"remove.{wager}", rule.name, value, rule.remove.clause, CATALOGUE[wager].name)
    if "seated_only" in edition.table:
        yield Row("seated", _("Who may bet"), _("Seated players only"), edition.table["seated_only"])
    if "limits_posted" in edition.table:
        posted = edition.table["limits_posted"]
        yield Row("limits", _("Minimum and maximum"), _("Posted at the table"), posted)
    if edition.no_other_fee:
        yield Row("fee", _("Any other fee"), _("None may be charged"), edition.no_other_fee)
