"""A variation on an officer's desk: a new layout, and another limit on odds than the one in force."""

from __future__ import annotations

from craps import load_edition
from craps.layouts import standard_layout
from portal.notices.demo.cases import odds
from portal.notices.demo.hands import Hands


def nz_varies_odds_and_layout(hands: Hands) -> None:
    held = hands.in_force("Kōwhai Wharf Casino", "craps")
    layout = standard_layout(load_edition(held.edition_id), operator=held.property.name)
    layout["areas"] = [area for area in layout["areas"] if area["wager"] != "any_craps"]
    made = hands.vary(held, odds(1) | {"layout": layout})
    made.refresh_from_db()
    case = hands.submit(made)
    hands.claim(case)
    hands.note(case, "Single odds again. Ask whether the sign at the table will be changed the same day.")
