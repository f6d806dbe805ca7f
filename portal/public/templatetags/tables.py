"""Money at a table. `{% load tables %}`, then `{% money_at game 10 %}`"""

from __future__ import annotations

from django import template

from craps.money import Exact
from portal.public.tables import GameTable

register = template.Library()


@register.simple_tag
def money_at(game: GameTable, amount: Exact) -> str:
    """An amount in the table's currency, without its sign."""
    return game.money(amount)
