"""What an edition says on its layout and on making, raising and taking down bets, as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator

from craps.edition import Edition
from craps.wagers import CATALOGUE
from portal.pages.pay_words import listed
from portal.public.rulebook_rows import Row

_PASS_AFTER_POINT = {
    "no": "Only before the come-out roll",
    "raise": "One that stands may be raised",
    "make": "May be made or raised",
}
_CONTRACT = {
    "placement": "Stay from the moment they are placed",
    "point": "Stay once their point is set",
}
_DONT_RAISE = {
    "before the point": "Only before its point is set",
    "before the point, unreduced": "Only before its point is set, and not after it was reduced",
    "never": "Never",
}
_REMOVE = {
    "never": "Never taken down",
    "before the first point": "May be taken down until the first point is set",
}


def layout_rows(edition: Edition) -> Iterator[Row]:
    layout = edition.layout
    if "areas" in layout:
        yield Row("areas", "Areas", "One for each wager on offer", layout["areas"])
    if "operator_name" in layout:
        yield Row("operator", "Whose table", "The operator’s name or logo", layout["operator_name"])
    for words, clause in layout.get("words", {}).items():
        yield Row(f"words.{words}", "Words on the cloth", f"“{words}”", clause)
    legends = layout.get("legends", {})
    if legends:
        shown = listed([f"“{words}”" for words in legends])
        clauses = dict.fromkeys(legend["clause"] for legend in legends.values())
        yield Row("legends", "Legends of the areas", shown, ", ".join(clauses))
    split = layout.get("may_be_split", {})
    for wager, clause in split.items():
        value = "Where it has no area of its own, its parts are split over theirs"
        yield Row(f"split.{wager}", edition.name_of(wager), value, clause, CATALOGUE[wager].name)
    for wager, clause in layout.get("schedules", {}).items():
        yield Row(f"schedule.{wager}", f"{edition.name_of(wager)} payouts", "Posted on the layout", clause)
    fire = layout.get("fire", {})
    if "positions" in fire:
        most = fire["positions"]
        yield Row("fire", "Fire bet areas", f"At most {most.value}, around the rim", most.clause)
    if "relocation_area" in fire:
        value = "A numbered area before the boxperson"
        yield Row("fire.relocation", "Fire bets that stand", value, fire["relocation_area"])
    bonus = layout.get("bonus", {})
    if "marker_spots" in bonus:
        spots = bonus["marker_spots"]
        value = f"A spot for {listed([str(spot) for spot in spots.value])}"
        yield Row("bonus", "Bonus craps markers", value, spots.clause)
    if "odds_shown" in bonus:
        yield Row("bonus.odds", "Bonus craps payouts", "Shown on the layout", bonus["odds_shown"])


def procedure_rows(edition: Edition) -> Iterator[Row]:
    making = edition.making
    after = making.pass_after_point
    yield Row("pass_after_point", "Pass line after the point", _PASS_AFTER_POINT[after.value], after.clause)
    contract = ", ".join(dict.fromkeys((making.contract.clause, making.contract_come)))
    yield Row("contract", "Pass and come bets", _CONTRACT[making.contract.value], contract)
    raised = "May be raised once its point is set" if making.come_raise.value else "Not once its point is set"
    yield Row("come_raise", "Raising a come bet", raised, making.come_raise.clause)
    for key, label, due in (
        ("dont_raise", "Raising a don’t pass bet", making.dont_raise),
        ("dont_come_raise", "Raising a don’t come bet", making.dont_come_raise),
    ):
        yield Row(key, label, _DONT_RAISE[due.value], due.clause)
    for wager, rule in edition.wagers.items():
        if rule.remove is not None:
            value = _REMOVE[rule.remove.value]
            yield Row(f"remove.{wager}", rule.name, value, rule.remove.clause, CATALOGUE[wager].name)
    if "seated_only" in edition.table:
        yield Row("seated", "Who may bet", "Seated players only", edition.table["seated_only"])
    if "limits_posted" in edition.table:
        yield Row("limits", "Minimum and maximum", "Posted at the table", edition.table["limits_posted"])
    if edition.no_other_fee:
        yield Row("fee", "Any other fee", "None may be charged", edition.no_other_fee)
