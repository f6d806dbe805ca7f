"""An edition's rules on its layout and on placing, raising and removing bets, as rows of a table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from craps.wagers import CATALOGUE
from portal.public.rulebook_rows import EditionRow
from portal.text import and_list

_PASS_AFTER_POINT = {
    "no": gettext_lazy("Only before the come-out roll"),
    "raise": gettext_lazy("One already placed may be raised"),
    "make": gettext_lazy("May be placed or raised"),
}
_CONTRACT = {
    "placement": gettext_lazy("Cannot be removed or reduced once placed"),
    "point": gettext_lazy("Cannot be removed or reduced once their point is set"),
}
_DONT_RAISE = {
    "before the point": gettext_lazy("Only before its point is set"),
    "before the point, unreduced": gettext_lazy("Only before its point is set, and not after it was reduced"),
    "never": gettext_lazy("Never"),
}
_REMOVE = {
    "never": gettext_lazy("Never removed or reduced"),
    "before the first point": gettext_lazy("May be removed until the first point is set"),
}


def layout_rows(edition: Edition) -> Iterator[EditionRow]:
    layout = edition.layout
    if "areas" in layout:
        yield EditionRow("areas", _("Areas"), _("One for each wager on offer"), layout["areas"])
    if "operator_name" in layout:
        value = _("The operator’s name or logo")
        yield EditionRow("operator", _("Whose table"), value, layout["operator_name"])
    for words, clause in layout.get("words", {}).items():
        yield EditionRow(f"words.{words}", _("Words on the layout"), f"“{words}”", clause)
    if legends := layout.get("legends", {}):
        clauses = dict.fromkeys(legend["clause"] for legend in legends.values())
        value = and_list([f"“{words}”" for words in legends])
        yield EditionRow("legends", _("Legends of the areas"), value, ", ".join(clauses))
    for wager, clause in layout.get("may_be_split", {}).items():
        value = _("Without its own area, its parts are split over theirs")
        yield EditionRow(f"split.{wager}", edition.name_of(wager), value, clause, CATALOGUE[wager].name)
    for wager, clause in layout.get("schedules", {}).items():
        label = _("{bet} payouts").format(bet=edition.name_of(wager))
        yield EditionRow(f"schedule.{wager}", label, _("Posted on the layout"), clause)
    fire, bonus = layout.get("fire", {}), layout.get("bonus", {})
    if most := fire.get("positions"):
        value = _("At most {number}, around the rim").format(number=most.value)
        yield EditionRow("fire", _("Fire bet areas"), value, most.clause)
    if clause := fire.get("relocation_area"):
        value = _("A numbered area in front of the boxperson")
        yield EditionRow("fire.relocation", _("Fire bets brought in"), value, clause)
    if spots := bonus.get("marker_spots"):
        value = _("A spot for {numbers}").format(numbers=and_list(spots.value))
        yield EditionRow("bonus", _("Bonus craps markers"), value, spots.clause)
    if clause := bonus.get("odds_shown"):
        yield EditionRow("bonus.odds", _("Bonus craps payouts"), _("Shown on the layout"), clause)


def procedure_rows(edition: Edition) -> Iterator[EditionRow]:
    making = edition.making
    after = making.pass_after_point
    value = str(_PASS_AFTER_POINT[after.value])
    yield EditionRow("pass_after_point", _("Pass line after the point"), value, after.clause)
    clauses = _both(making.contract.clause, making.contract_come)
    yield EditionRow("contract", _("Pass and come bets"), str(_CONTRACT[making.contract.value]), clauses)
    may_raise = _("May be raised once its point is set")
    value = may_raise if making.come_raise.value else _("Not once its point is set")
    yield EditionRow("come_raise", _("Raising a come bet"), value, making.come_raise.clause)
    for key, wager, label, due in (
        ("dont_raise", "dont_pass", _("Raising a don’t pass bet"), making.dont_raise),
        ("dont_come_raise", "dont_come", _("Raising a don’t come bet"), making.dont_come_raise),
    ):
        clauses = _both(making.after_point.get(wager, ""), due.clause)
        yield EditionRow(key, label, str(_DONT_RAISE[due.value]), clauses)
    for wager, rule in edition.wagers.items():
        if rule.remove is not None:
            value = str(_REMOVE[rule.remove.value])
            clauses = _both(rule.remove.clause, rule.reduce)
            yield EditionRow(f"remove.{wager}", rule.name, value, clauses, CATALOGUE[wager].name)
    if clause := edition.table.get("seated_only"):
        yield EditionRow("seated", _("Who may bet"), _("Seated players only"), clause)
    if clause := edition.table.get("limits_posted"):
        yield EditionRow("limits", _("Minimum and maximum"), _("Posted at the table"), clause)
    if edition.no_other_fee:
        yield EditionRow("fee", _("Any other fee"), _("None may be charged"), edition.no_other_fee)


def _both(*clauses: str) -> str:
    """Clauses as one citation, each once."""
    return ", ".join(dict.fromkeys(filter(None, clauses)))
