"""What a table to try assumes where other rules would do as well: odds, limits, chips, vigorish, payouts."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from portal.public.game_tables import GameTable
from portal.submissions.wording import describe_choices

# Sections of a rule set that say nothing of how a bet is placed or paid.
_NOT_PLAYED = ("layout", "table", "making", "wagers")


class Assumption(NamedTuple):
    """One of them in words."""

    label: str
    value: str
    clause: str = ""


def assumptions(game: GameTable) -> list[Assumption]:
    """Return what this table assumes, its limits included where it has none."""
    stated = describe_choices(game.ruleset)
    sections = {_section(row) for row in stated}
    rows = [
        Assumption(row["label"], row["value"], row["clause"])
        for row in stated
        if _section(row) not in _NOT_PLAYED
    ]
    if "limits" not in sections:
        rows.append(Assumption(_("Limits"), _("This table posts no minimum and no maximum.")))
    if "chip_unit" not in sections:
        chips = _("Whole chips of {amount}.").format(amount=game.money(game.ruleset.chip_unit))
        rows.append(Assumption(_("Smallest chip"), chips))
    return rows


def _section(row: dict[str, Any]) -> str:
    """Return the section of a rule set that a row is of."""
    return str(row["path"]).partition(".")[0]
