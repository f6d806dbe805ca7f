"""Plain sentences for what happened, in words a player would use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from craps.money import amount_text as money
from craps.money import odds_text, percent_text

if TYPE_CHECKING:
    from craps.settlement import Settlement


def sentence(done: Settlement) -> str:
    """One sentence for a settlement: "Buy Bet 4 wins: 20 at 2 to 1 pays 40; ..."."""
    return _SAID[done.outcome](done)


def _win(done: Settlement) -> str:
    name = done.terms.name
    if done.shares:  # one roll makes one kind of share win, a horn high's twice
        won = f"{money(done.returned)} at {odds_text(done.shares[0][1])} pays {money(done.paid)}"
        back = f"{money(done.returned)} of its {money(done.stake)} comes back"
        return f"{name} wins on {_rolled(done)}: {won}; {back}."
    if done.pays is None:
        return f"{name} wins {money(done.paid)}."
    if done.wrong_unit:
        right = done.stake - done.wrong_unit
        how = f"{money(right)} at {odds_text(done.pays)} and {money(done.wrong_unit)} at even money"
    else:
        how = f"{money(done.stake)} at {odds_text(done.pays)}"
    won = f"{how} pays {money(done.won)}{_vig(done)}{_stays(done)}"
    return f"{name} wins on {_rolled(done)}{_counted(done)}: {won}."


def _vig(done: Settlement) -> str:
    terms = done.terms.vig
    if terms is None or not terms.rate:
        return ""
    rate = percent_text(terms.rate)
    if terms.collect == "placement":
        return f"; {rate} vigorish of {money(done.vig_before)} was taken when it was placed"
    return f" less {rate} vigorish of {money(done.vig or 0)}, so {money(done.paid)}"


def _stays(done: Settlement) -> str:
    if done.returned:
        return ""
    again = done.vig and done.terms.vig and done.terms.vig.collect == "placement"
    return f"; the {money(done.stake)} stays up" + (
        f" and {money(done.vig or 0)} is taken for it again" if again else ""
    )


def _lose(done: Settlement) -> str:
    return f"{done.terms.name} loses its {money(done.stake)} on {_rolled(done)}{_counted(done)}."


def _push(done: Settlement) -> str:
    return f"{done.terms.name} stands off on {_rolled(done)}: the {money(done.stake)} comes back."


def _returned(done: Settlement) -> str:
    return f"{done.terms.name} was off when its bet was decided: the {money(done.stake)} goes back."


def _point(done: Settlement) -> str:
    against = done.terms.wager.startswith("dont")
    first, second = (7, done.number) if against else (done.number, 7)
    now = f"it now wins on {_a(first)} and loses on {_a(second)}"
    return f"{done.terms.name}: {done.number} is its point; {now}."


def _a(number: int | None) -> str:
    return f"an {number}" if number == 8 else f"a {number}"


def _counted(done: Settlement) -> str:
    """A side bet is decided by a seven, but what it comes to was settled before."""
    if done.made is None:
        return ""
    if done.made < 2:
        return f" with {done.made or 'no'} point made"
    return f" with {done.made} {'different ' if done.terms.wager == 'fire' else ''}points made"


def _rolled(done: Settlement) -> str:
    first, second = done.roll
    return f"{first}-{second}"


_SAID = {"win": _win, "lose": _lose, "push": _push, "returned": _returned, "point": _point}
