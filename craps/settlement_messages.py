"""Plain sentences for what happened, in words a player would use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from craps.money import amount_text as money
from craps.money import odds_text, percent_text

if TYPE_CHECKING:
    from craps.settlement import Settlement


def sentence(settled: Settlement) -> str:
    """One sentence for a settlement: "Buy Bet 4 wins: 20 at 2 to 1 pays 40; ..."."""
    return _SENTENCES[settled.outcome](settled)


def _win(settled: Settlement) -> str:
    name = settled.terms.name
    if settled.shares:  # one roll makes one kind of share win, a horn high's twice
        won = f"{money(settled.returned)} at {odds_text(settled.shares[0][1])} pays {money(settled.paid)}"
        back = f"{money(settled.returned)} of its {money(settled.stake)} comes back"
        return f"{name} wins on {_rolled(settled)}: {won}; {back}."
    if settled.pays is None:
        return f"{name} wins {money(settled.paid)}."
    if settled.wrong_unit:
        right = settled.stake - settled.wrong_unit
        how = f"{money(right)} at {odds_text(settled.pays)} and {money(settled.wrong_unit)} at even money"
    else:
        how = f"{money(settled.stake)} at {odds_text(settled.pays)}"
    won = f"{how} pays {money(settled.won)}{_vig(settled)}{_stays(settled)}"
    return f"{name} wins on {_rolled(settled)}{_counted(settled)}: {won}."


def _vig(settled: Settlement) -> str:
    terms = settled.terms.vig
    if terms is None or not terms.rate:
        return ""
    rate = percent_text(terms.rate)
    if terms.collect == "placement" or settled.vig is None:
        return f"; {rate} vigorish of {money(settled.vig_before)} was taken when it was placed"
    return f" less {rate} vigorish of {money(settled.vig or 0)}, so {money(settled.paid)}"


def _stays(settled: Settlement) -> str:
    if settled.returned:
        return ""
    again = settled.vig and settled.terms.vig and settled.terms.vig.collect == "placement"
    return f"; the {money(settled.stake)} stays up" + (
        f" and {money(settled.vig or 0)} is taken for it again" if again else ""
    )


def _lose(settled: Settlement) -> str:
    return f"{settled.terms.name} loses its {money(settled.stake)} on {_rolled(settled)}{_counted(settled)}."


def _push(settled: Settlement) -> str:
    return f"{settled.terms.name} stands off on {_rolled(settled)}: the {money(settled.stake)} comes back."


def _returned(settled: Settlement) -> str:
    return f"{settled.terms.name} was off when its bet was decided: the {money(settled.stake)} goes back."


def _point(settled: Settlement) -> str:
    against = settled.terms.wager.startswith("dont")
    first, second = (7, settled.number) if against else (settled.number, 7)
    now = f"it now wins on {_a(first)} and loses on {_a(second)}"
    return f"{settled.terms.name}: {settled.number} is its point; {now}."


def _a(number: int | None) -> str:
    return f"an {number}" if number == 8 else f"a {number}"


def _counted(settled: Settlement) -> str:
    """A side bet is decided by a seven, but what it comes to was settled before."""
    if settled.made is None:
        return ""
    if settled.made < 2:
        return f" with {settled.made or 'no'} point made"
    return f" with {settled.made} {'different ' if settled.terms.wager == 'fire' else ''}points made"


def _rolled(settled: Settlement) -> str:
    first, second = settled.roll
    return f"{first}-{second}"


_SENTENCES = {"win": _win, "lose": _lose, "push": _push, "returned": _returned, "point": _point}
