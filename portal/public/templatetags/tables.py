"""Tables to try, and the state of editions: `{% load tables %}`, `{% money_at game 10 %}`."""

from typing import Any

from django import template

from craps.money import Exact
from portal.editions.selectors import core_edition
from portal.pages.templatetags.rulebook import listed_reading_url
from portal.public.game_tables import GameTable, example_url
from portal.public.rulebook_dates import TodayStatus, today_status

register = template.Library()

register.simple_tag(example_url)


@register.simple_tag
def edition_today(edition_id: str) -> TodayStatus:
    """Return whether an edition applies today, and what replaced it."""
    return today_status(core_edition(edition_id))


@register.simple_tag
def money_at(game: GameTable, amount: Exact) -> str:
    """Return an amount in the table's currency, without its sign."""
    return game.money(amount)


@register.inclusion_tag("public/try_read_as.html")
def read_as(game: GameTable, reading_id: str) -> dict[str, Any]:
    """Show the reading on which something rests, with a link to it."""
    reading = game.ruleset.edition.readings[reading_id]
    return {"reading": reading, "url": listed_reading_url(game.edition_id, reading_id)}
