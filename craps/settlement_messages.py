"""Sentences for what happened, in words a player would use; `craps/messages` has their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from craps.messages import say
from craps.money import amount_text as money
from craps.money import odds_text, percent_text

if TYPE_CHECKING:
    from craps.settlement import Settlement


def sentence(settled: Settlement) -> str:
    """One sentence for a settlement: "Buy Bet 4 wins: 20 at 2 to 1 pays 40; ..."."""
    name, stake = settled.terms.name, money(settled.stake)
    if settled.outcome == "win":
        return _win(settled, name, stake)
    if settled.outcome == "point":
        against = settled.terms.wager.startswith("dont")
        first, second = (7, settled.number) if against else (settled.number, 7)
        return say("settlement.point", name=name, number=settled.number, first=first, second=second)
    if settled.outcome == "lose":
        return say(
            "settlement.lose", name=name, stake=stake, roll=_rolled(settled), counted=_counted(settled)
        )
    if settled.outcome == "push":
        return say("settlement.push", name=name, stake=stake, roll=_rolled(settled))
    return say("settlement.returned", name=name, stake=stake)


def _win(settled: Settlement, name: str, stake: str) -> str:
    if settled.shares:  # one roll makes one kind of share win, a horn high's twice
        odds, paid = odds_text(settled.shares[0][1]), money(settled.paid)
        part, roll = money(settled.returned), _rolled(settled)
        return say("settlement.shares", name=name, roll=roll, part=part, odds=odds, paid=paid, stake=stake)
    if settled.pays is None:
        return say("settlement.won", name=name, paid=money(settled.paid))
    odds = odds_text(settled.pays)
    how = say("settlement.at", stake=stake, odds=odds)
    if settled.wrong_unit:
        right, wrong = money(settled.stake - settled.wrong_unit), money(settled.wrong_unit)
        how = say("settlement.at_even_money", right=right, odds=odds, wrong=wrong)
    return say(
        "settlement.win",
        name=name,
        roll=_rolled(settled),
        counted=_counted(settled),
        how=how,
        won=money(settled.won),
        vig=_vig(settled),
        stays=_stays(settled, stake),
    )


def _vig(settled: Settlement) -> str:
    terms = settled.terms.vig
    if terms is None or not terms.rate:
        return ""
    rate = percent_text(terms.rate)
    if terms.collect == "placement" or settled.vig is None:
        return say("settlement.vig_taken", rate=rate, vig=money(settled.vig_before))
    return say("settlement.vig_less", rate=rate, vig=money(settled.vig or 0), paid=money(settled.paid))


def _stays(settled: Settlement, stake: str) -> str:
    if settled.returned:
        return ""
    if settled.vig and settled.terms.vig and settled.terms.vig.collect == "placement":
        return say("settlement.stays_again", stake=stake, vig=money(settled.vig))
    return say("settlement.stays", stake=stake)


def _counted(settled: Settlement) -> str:
    """A side bet is decided by a seven, but what it comes to was settled before."""
    if settled.made is None:
        return ""
    return say("settlement.counted", made=settled.made, different=settled.terms.wager == "fire")


def _rolled(settled: Settlement) -> str:
    first, second = settled.roll
    return f"{first}-{second}"
