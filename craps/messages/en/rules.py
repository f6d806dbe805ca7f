"""The constraints of rule documents in a sentence each, in English."""

from collections.abc import Sequence

LIMITS = {
    "min": "is at least {figure}",
    "max": "is at most {figure}",
    "increment": "is made in steps of {figure}",
}
# How a point to judge is read, at the end of a constraint
AS_READ = {
    "refer": "; {what} is for the regulator to judge.",
    "allow": "; {what} is allowed.",
    "breach": "; {what} is a breach.",
}
SIDE_BETS = {
    "place": "The {bet} is placed {choice}.",
    "schedule_place": "What the {bet} pays is posted {choice}.",
}


def _come_out(name: str, on: bool, call: bool | None) -> str:
    unless = "" if call is None else f" unless the player turns it {'on' if call else 'off'}"
    return f"{name} is {'on' if on else 'off'} for a come-out roll{unless}."


def _on_hop(kinds: Sequence[str]) -> str:
    return f" ({' and '.join(kinds)} way)"


def _owed(strict: str, several: bool, judged: str) -> str:
    text = f"The table offers {strict}: {'they are' if several else 'it is'} the game."
    return f"{text} It offers {judged} as well." if judged else text


def _schedules(names: str, several: bool) -> str:
    return f"What {names} pay{'' if several else 's'} is posted on the layout."


def _decks(least: int, most: int) -> str:
    return f"The shoe has {f'exactly {least}' if least == most else f'{least} to {most}'} decks."


SAID = {
    # Wagers
    "authorised": "Only wagers that the document lists are offered.",
    "every_listed": "Every listed wager is offered.",
    "owed": _owed,
    "left_out": "one left out",
    "open_whether": "The document leaves open whether {names} may be offered in {game}.",
    "offering_it": "offering it",
    "supported": "A wager that needs another one first is offered only together with it.",
    "in_addition": "{name} is offered in addition to {names}",
    "one_alone": "one alone",
    "every_number": "{names} are offered on every number.",
    "without_effect": "Terms are stated for wagers that are offered; others have no effect.",
    # Payouts
    "pays": "{name} pays {tables}.",
    "or_table": "; or ",
    "on_points": " with {slots} points made",
    "on_hop": _on_hop,
    "on_hard": " on a hard 6 or 8",
    "on": " on {slots}",
    "has_tables": "For {bets} the document has table {tables}.",
    "no_table": "The document fixes the payouts of {bets} and leaves no table to choose.",
    "not_listed": "The document does not list {bets}, so there is no table to choose.",
    # Odds
    "multiple_on": "{value}× on {points}",
    "behind": "odds behind the {name}",
    "odds_most": "The limit on odds behind the {name} is at most {multiples}.",
    "odds_least": "The limit on odds behind the {name} is at least {multiples}.",
    "odds_lower": (
        "A player may bet up to {multiples} as odds behind the {name}, and the document names no lower limit "
        "that the house may set."
    ),
    "a_lower_one": "a lower one",
    "odds_basis": "The limit on odds behind the {name} is measured on {basis}.",
    "excess_not": "The limit on odds may not be exceeded for a payable unit.",
    "excess": "The limit on odds may be exceeded as far as a payable unit needs.",
    "refusing_that": "refusing that",
    # Vigorish
    "collect": "Vigorish is taken {ways}.",
    "for_wager": "{text} for a {name}",
    "rate": "Vigorish is {rate}.",
    "rate_open": (
        "Vigorish is {rate} of {base} when it is taken as the bet is placed; where it is taken only on a "
        "win, "
        "the document names no rate."
    ),
    "base": "Vigorish is calculated on {base}.",
    "base_open": (
        "Vigorish taken as the bet is placed is measured on {base}; where it is taken only on a win, the "
        "document names no base."
    ),
    "one_way": "{names} take vigorish in one way.",
    "second_way": "a second way",
    "refund": "Vigorish is {refunds}.",
    "open": "open",
    # The come-out roll, limits, units
    "come_out": _come_out,
    "limit": "{name} {bound}.",
    "narrower": "a narrower range",
    "wrong_step": "a step that leads to other amounts, partly paid even money,",
    "in_units": "{name} is bet in units of {chips} chips, and a step keeps to them.",
    "in_multiples": "{name} is bet in {multiples}, and a step keeps to them.",
    "wrong_unit": "{name} is bet in {multiples}.",
    "multiples": "multiples of {unit} on {numbers}",
    "room": "The limits of a wager leave at least one amount that may be bet, in its units and in chips.",
    "units": "{names}: note which amounts come out in whole chips.",
    "odds_behind": "Odds behind the {name}",
    "as_much": "{one} may be as much as {other}, whatever the limits of either.",
    "called_chips": "A called bet is taken only with chips.",
    "called": (
        "A called bet is valid once it is confirmed; the document does not say whether it may be made with "
        "cash."
    ),
    # The table
    "sentence": "{words}.",
    "discs": "{count} discs show the come-out point.",
    "equipment": "The table has {pieces}.",
    "fewest_dice": "The shooter selects two dice of a set of at least {count}.",
    "shape": "The table is {shape}.",
    "casino_name": "Each die shows the casino's name",
    "rounded": "The corners of the table are rounded",
    "walled": "The sides of the table are high walls",
    "stickperson": "A stickperson at the table controls the dice",
    "returned": "A bet that is taken down is returned to the player",
    "posted": "The minimum and the maximum bet are posted at the table",
    "seated_only": "Only seated players bet, so there are no more players than seats.",
    "ends": "There are no more players than both ends take.",
    "nobody": "The table is for at least one player.",
    "decks": _decks,
    # The layout
    "legends": "The areas of the wagers offered are marked {marks}.",
    "marks": "Boxes carry the marks {marks}.",
    "words": "The layout carries the words {words}.",
    "operator_name": "The layout shows the operator's name or logo.",
    "schedules": _schedules,
    "areas": "The layout has an area for every wager that is offered; odds bets need none.",
    "on_table": "Every area lies on the table.",
    "overlap": "Areas of different wagers do not overlap.",
    "not_offered": "Areas are for wagers that are offered.",
    "any_other": "any other",
    "count": "The {name} has at least 1 and at most {most} positions, stated or drawn.",
    "count_per_end": "The {name} has at least 1 and at most {most} positions at each end, stated or drawn.",
    "bonus_bet": "bonus bet",
    "agree": "The positions of the {name} that are stated are those that are drawn.",
    "bonus_agree": "The bonus bets' areas that are stated are those that are drawn.",
    "notice": "The inside wall tells every player {notices}.",
    "bonus_areas": "The boxperson has areas for {names}.",
    "marker_spots": "Markers have a spot on each of {numbers}.",
    "clockwise": "{fire} areas are numbered clockwise from the boxperson's or dealer's left",
    "relocation": "An area of the layout takes each {fire} brought in before the come-out roll",
    "numbered": (
        "The area for each {fire} brought in is in front of the boxperson, with the numbers of the players' "
        "areas"
    ),
    "circles": "Each player has a betting circle for the {fire} below their position",
    "fire_markers": "{fire} markers are larger than any value chip and cannot be taken for one",
    "bonus_markers": (
        "Marker buttons of the bonus bets are larger than any value chip and cannot be taken for one"
    ),
    "odds_shown": "The layout shows what the bonus bets pay",
}
