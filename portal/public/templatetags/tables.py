"""Tables to try. `{% load tables %}`, then `{% money_at game 10 %}` and `{% run_url "md-craps" events %}`"""

from django import template

from craps.money import Exact
from portal.public.game_tables import GameTable, run_url

register = template.Library()

register.simple_tag(run_url)


@register.simple_tag
def money_at(game: GameTable, amount: Exact) -> str:
    """Return an amount in the table's currency, without its sign."""
    return game.money(amount)
