"""An edition's rules on placing, raising and removing bets, as rows of a table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from craps.wagers import CATALOGUE
from portal.public.rulebook_rows import EditionRow

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


def procedure_rows(edition: Edition) -> Iterator[EditionRow]:
    making = edition.making
    after = making.pass_after_point
    value = str(_PASS_AFTER_POINT[after.value])
    clauses = _both(after.clause, making.after_point.get("pass_line", ""))
    yield EditionRow("pass_after_point", _("Pass line after the point"), value, clauses)
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
