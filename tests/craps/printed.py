"""What the rule documents print, typed in from them by hand. Nothing here is read from the product.

Payouts are (winnings, stake): 7 to 6 is (7, 6).
"""

from fractions import Fraction

from tests.craps.play import FAMILY

LINE = ("pass_line", "dont_pass", "come", "dont_come")
ODDS = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
PROPOSITIONS = ("any_seven", "any_craps", "craps_2", "craps_3", "craps_12", "eleven")
BC_PAIRS = ("high_low", "ace_deuce_eleven", "eleven_twelve", "high_low_eleven")
BONUS = ("all_small", "all_tall", "all_or_nothing")
_COMMON = (*LINE, *ODDS, "place", "buy", "lay", "hardway", "field", *PROPOSITIONS, "horn", "horn_high")

AUTHORISED = {
    "nz": {*_COMMON, "world", "c_and_e", "big_6", "big_8"},
    "sg": {*_COMMON, "c_and_e"},
    "bc": {*_COMMON, "world", "c_and_e", "big_6", "big_8", *BC_PAIRS, "hop", "fire", "sharpshooter"},
    "md": {*_COMMON, "world", "c_and_e", "place_to_lose", "hop", "six_seven_eight", "fire", *BONUS},
}
LEFT_OUT = {"bc-midi": {"big_6", "big_8", "fire", "sharpshooter"}, "md-mini": {"fire"}}


def authorised(edition: str) -> set[str]:
    """What a rule set of this edition offers that does not say what it offers."""
    return AUTHORISED[FAMILY[edition]] - LEFT_OUT.get(edition, set())


# Wagers on a number, as every document pays them.
NUMBERED = {
    "pass_odds": {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)},
    "come_odds": {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)},
    "dont_pass_odds": {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)},
    "dont_come_odds": {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)},
    "place": {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)},
    "place_to_lose": {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)},
    "buy": {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)},
    "lay": {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)},
    "hardway": {4: (7, 1), 6: (9, 1), 8: (9, 1), 10: (7, 1)},
}
FIELD = {2: (2, 1), 3: (1, 1), 4: (1, 1), 9: (1, 1), 10: (1, 1), 11: (1, 1), 12: (2, 1)}
# One-roll wagers: the totals that win and what they pay.
ONE_ROLL = {
    "any_seven": ({7}, (4, 1)),
    "any_craps": ({2, 3, 12}, (7, 1)),
    "craps_2": ({2}, (30, 1)),
    "craps_3": ({3}, (15, 1)),
    "craps_12": ({12}, (30, 1)),
    "eleven": ({11}, (15, 1)),
}
# Combined wagers: what one share of the stake is, and the winnings of a share by total thrown.
SHARED = {
    "horn": (4, {2: 30, 3: 15, 11: 15, 12: 30}),
    "world": (5, {2: 30, 3: 15, 11: 15, 12: 30, 7: 4}),
    "c_and_e": (2, {2: 7, 3: 7, 12: 7, 11: 15}),
    "high_low": (2, {2: 30, 12: 30}),
    "ace_deuce_eleven": (2, {3: 15, 11: 15}),
    "eleven_twelve": (2, {11: 15, 12: 30}),
    "high_low_eleven": (3, {2: 30, 11: 15, 12: 30}),
}
HORN_HIGH = {2: 30, 3: 15, 11: 15, 12: 30}
HOPS = (
    ((2, 2), 30), ((3, 3), 30), ((4, 4), 30), ((5, 5), 30), ((1, 3), 15), ((1, 4), 15), ((2, 3), 15),
    ((1, 5), 15), ((2, 4), 15), ((1, 6), 15), ((2, 5), 15), ((3, 4), 15), ((2, 6), 15), ((3, 5), 15),
    ((3, 6), 15), ((4, 5), 15), ((4, 6), 15),
)  # fmt: skip
FIRE = {"bc-craps": {4: 24, 5: 249, 6: 999}, "A": {4: 24, 5: 249, 6: 999}, "B": {4: 39, 5: 199, 6: 499}}
SHARPSHOOTER = {3: 5, 4: 9, 5: 15, 6: 30, 7: 50, 8: 100, 9: 200, 10: 500}
BONUS_PAYS = {
    "A": {"all_small": 34, "all_tall": 34, "all_or_nothing": 175},
    "B": {"all_small": 30, "all_tall": 30, "all_or_nothing": 150},
}

# Off on a come-out roll unless called on, and what a player may call.
OFF_ON_COME_OUT = {
    "nz": {"place", "buy", "hardway", "come_odds"},
    "sg": {"place", "buy", "hardway"},
    "bc": {"place", "buy", "come_odds"},
    "md": {"place", "buy", "hardway", "place_to_lose"},
}
BOTH = {"on", "off"}
CALLS = {
    "nz": {"place": BOTH, "buy": BOTH, "hardway": BOTH, "come_odds": BOTH},
    "sg": {"place": BOTH, "buy": BOTH, "hardway": BOTH, "lay": {"off"}},
    "bc": {"place": BOTH, "buy": BOTH, "hardway": {"off"}, "come_odds": {"on"}},
    "md": {"place": {"on"}, "buy": {"on"}, "hardway": {"on"}, "place_to_lose": {"on"}, "lay": {"off"}},
}

# Vigorish is a twentieth: of the wager, or of what it would win; at placement, and in BC at payment too.
VIG_ON_WIN_OF = {"nz": {"lay"}, "sg": {"lay"}, "bc": {"lay"}, "md": set()}
MAY_STAY = {"place", "place_to_lose", "buy", "lay", "hardway", "big_6", "big_8", "sharpshooter"}


def vig(edition: str, wager: str, number: int, stake: Fraction) -> Fraction:
    if wager not in ("buy", "lay"):
        return Fraction(0)
    base = stake
    if wager in VIG_ON_WIN_OF[FAMILY[edition]]:
        base = stake * Fraction(*NUMBERED[wager][number])
    return base / 20
