"""Titles of the short stories by which rules are compared, in English."""

AT_THE_TABLE = {
    "line_down": "Pass line taken down before a roll of 2",
    "line_raised": "Pass line raised after the point wins",
    "line_after_point": "Pass line made after the point wins",
    "come_raised": "Come on 6 raised wins",
    "dont_raised": "Don't pass raised before a roll of 2",
    "dont_reduced": "Don't pass reduced and raised before a roll of 2",
    "place_off": "Place 6 turned off and a seven",
    "lay_off": "Lay 6 turned off and a 6",
    "hardway_off": "Hardway 6 turned off and a seven",
    "place_10": "Place of 10 on 6 wins",
    "place_12": "Place of 12 on 4 wins",
    "horn": "Horn of 5 and a 12",
    "horn_high": "Horn high of 4 on 12 and a 12",
    "world": "World of 4 and a 12",
    "c_and_e": "C and E of 1 and an 11",
    "fire_down": "Fire taken down before the first point",
}
READINGS = {
    "on-marker": "Two place bets; the player turns one on, and the come-out roll wins the other.",
    "dont-put-back": "A don't pass bet is taken down and bet again before the come-out roll, which is a 3.",
    "side-bet-added": "A fire bet has counted four points when the dice pass on; the player adds to it.",
    "double-odds": "A table with double odds: the amount that pays whole chips is more than double.",
    "c-and-e-odd": "Three units on C & E and a roll of 11.",
    "vig-left-up": "A buy bet wins, is left up and loses.",
    "vig-coming-down": "A buy bet wins and comes down.",
    "marker-lasts": ("A place bet is turned on for a come-out roll, which is an 11; the next one is a 7."),
    "odds-base": (
        "A don't pass bet is reduced after its point was set; then the player lays odds, and a 7 wins."
    ),
}
SAID = {
    "wins": "{name} wins",
    "wins_on": "{name} {slot} wins",
    "odds_win": "{odds} of {amount} behind {stake} on {point} wins",
    "lost_and_won": "{name} of 100 on 4 loses, another wins",
    "taken_down": "{name} of 100 on 4 is taken down",
    "seven": "{name} and a seven on the come-out roll",
}
