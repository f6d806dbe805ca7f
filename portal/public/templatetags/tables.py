"""Tables to try: `{% load tables %}`, `{% money_at game 10 %}`, `{% example_url "md-craps" example %}`."""

from django import template

from craps.money import Exact
from portal.public.game_tables import GameTable, example_url

register = template.Library()

register.simple_tag(example_url)


@register.simple_tag
def money_at(game: GameTable, amount: Exact) -> str:
    """Return an amount in the table's currency, without its sign."""
    return game.money(amount)
