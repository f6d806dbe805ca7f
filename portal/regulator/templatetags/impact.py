"""What an edition changes for an approval, in words. `{% load impact %}`"""

from django import template

from craps import game_of
from craps.edition import Edition
from portal.accounts.jurisdictions import currency_symbol
from portal.review.impact import EdgeChange, End
from portal.submissions.wording import money
from portal.text import and_list

register = template.Library()


@register.filter
def end_words(end: End, edition: Edition) -> str:
    """How an example ends: "C$38 ahead, C$20 still on the table"."""
    symbol = currency_symbol(edition.currency)
    balance = end.balance if end.balance > 0 else -end.balance
    words = f"{money(balance, symbol)} {'ahead' if end.balance > 0 else 'behind'}" if balance else "even"
    return f"{words}, {money(end.on_table, symbol)} still on the table" if end.on_table else words


@register.filter
def bet_words(change: EdgeChange, edition: Edition) -> str:
    """The bets that an edge belongs to: "Buy Bet on 4 and 10"."""
    if change.which:
        return game_of(edition).bet_words(edition, change.bet, change.which)
    spots = ["-".join(map(str, spot)) if isinstance(spot, tuple) else spot for spot in change.spots if spot]
    return f"{edition.name_of(change.bet)} on {and_list(spots)}" if spots else edition.name_of(change.bet)
