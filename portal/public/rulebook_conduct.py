"""An edition's rules on placing, raising and removing bets, as rows of a table."""

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


# The questions of don't bets that come down, where a document leaves something of it open.
_DONT_DOWN = ("dont-bets-come-down", "dont-bets-reduced")


def procedure_rows(edition: Edition) -> Iterator[EditionRow]:
    making = edition.making
    after = making.pass_after_point
    value = str(_PASS_AFTER_POINT[after.value])
    clauses = _both(after.clause, making.after_point.get("pass_line", ""))
    yield _named_row("pass_after_point", _("{bets} after the point"), ["pass_line"], edition, value, clauses)
    clauses = _both(making.contract.clause, making.contract_come)
    value = str(_CONTRACT[making.contract.value])
    yield _named_row("contract", "{bets}", ["pass_line", "come"], edition, value, clauses)
    may_raise = _("May be raised once its point is set")
    value = may_raise if making.come_raise.value else _("Not once its point is set")
    raising = _("Raising: {bets}")
    yield _named_row("come_raise", raising, ["come"], edition, value, making.come_raise.clause)
    for key, wager, due in (
        ("dont_raise", "dont_pass", making.dont_raise),
        ("dont_come_raise", "dont_come", making.dont_come_raise),
    ):
        clauses = _both(making.after_point.get(wager, ""), due.clause)
        yield _named_row(key, raising, [wager], edition, str(_DONT_RAISE[due.value]), clauses)
    # No document forbids it, and settlement lets every player do it: craps/placing.py.
    asked = [edition.readings[name].clauses for name in _DONT_DOWN if name in edition.readings]
    clauses = _both(*(asked[0] if asked else (making.dont_raise.clause, making.dont_come_raise.clause)))
    value = _("The player may take it down or reduce it at any time before it is decided")
    wagers = ["dont_pass", "dont_come"]
    yield _named_row("dont_down", _("Taking down: {bets}"), wagers, edition, value, clauses)
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


def _named_row(
    key: str, label: str, wagers: list[str], edition: Edition, value: str, clauses: str
) -> EditionRow:
    """A row about wagers, with the edition's own names and with ours."""
    theirs = and_list([edition.name_of(wager) for wager in wagers])
    ours = and_list([CATALOGUE[wager].name for wager in wagers])
    return EditionRow(key, label.format(bets=theirs), value, clauses, label.format(bets=ours))


def _both(*clauses: str) -> str:
    """Clauses as one citation, each once."""
    return ", ".join(dict.fromkeys(filter(None, clauses)))
