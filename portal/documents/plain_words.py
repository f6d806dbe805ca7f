"""How each wager is won and lost, in a sentence for a player. Stated once, for rule book, guide and sign."""

GROUPS = {
    "line": "On the line",
    "odds": "Odds behind a bet",
    "number": "On a number",
    "one roll": "On the next roll",
    "combined": "Several bets in one",
    "side": "Side bets on a shooter",
}

HOW = {
    "pass_line": (
        "With the shooter. On the first roll 7 and 11 win, 2, 3 and 12 lose. Any other total is the point, "
        "and the bet wins if the point comes again before a 7."
    ),
    "dont_pass": (
        "Against the shooter. On the first roll 2 and 3 win, 7 and 11 lose, and 12 decides nothing. After "
        "that the bet wins if a 7 comes before the point."
    ),
    "come": (
        "Like a bet with the shooter, but made once there is a point: the next roll counts as its first, and "
        "a 4, 5, 6, 8, 9 or 10 becomes the bet’s own point."
    ),
    "dont_come": (
        "Like a bet against the shooter, but made once there is a point: the next roll counts as its first, "
        "and the bet gets a point of its own."
    ),
    "pass_odds": "Added behind the first bet once there is a point. Wins and loses with it, at true odds.",
    "dont_pass_odds": "Added to a bet against the shooter once there is a point. Wins and loses with it.",
    "come_odds": "Added behind a bet that has a point of its own. Wins and loses with it, at true odds.",
    "dont_come_odds": "Added to a bet against its own point. Wins and loses with it, at true odds.",
    "place": "On 4, 5, 6, 8, 9 or 10. Wins if the number comes before a 7.",
    "place_to_lose": "On 4, 5, 6, 8, 9 or 10. Wins if a 7 comes before the number.",
    "buy": "On 4, 5, 6, 8, 9 or 10, at true odds against a fee. Wins if the number comes before a 7.",
    "lay": "On 4, 5, 6, 8, 9 or 10, at true odds against a fee. Wins if a 7 comes before the number.",
    "hardway": "On 4, 6, 8 or 10 as a pair. Loses to a 7, and to the same total made any other way.",
    "big_6": "Wins if a 6 comes before a 7.",
    "big_8": "Wins if an 8 comes before a 7.",
    "field": "Wins on 2, 3, 4, 9, 10, 11 and 12, loses on 5, 6, 7 and 8.",
    "any_seven": "Wins on a 7.",
    "any_craps": "Wins on 2, 3 and 12.",
    "craps_2": "Wins on two ones.",
    "craps_3": "Wins on a 3.",
    "craps_12": "Wins on two sixes.",
    "eleven": "Wins on an 11.",
    "horn": "In four equal parts on 2, 3, 11 and 12.",
    "horn_high": "In five equal parts on 2, 3, 11 and 12, with two of them on the number you name.",
    "world": "In five equal parts on 2, 3, 7, 11 and 12.",
    "c_and_e": "In two equal parts: on 2, 3 or 12, and on 11.",
    "high_low": "In two equal parts on 2 and 12.",
    "ace_deuce_eleven": "In two equal parts on 3 and 11.",
    "eleven_twelve": "In two equal parts on 11 and 12.",
    "high_low_eleven": "In three equal parts on 2, 11 and 12.",
    "hop": "Wins if the two dice show exactly the faces you name.",
    "six_seven_eight": "Wins on 6, 7 and 8.",
    "fire": "Made before a shooter’s first roll. Paid by how many different points the shooter makes.",
    "sharpshooter": "Made before a shooter’s first roll. Paid by how many points the shooter makes.",
    "all_small": "Wins if 2, 3, 4, 5 and 6 have all come before a 7.",
    "all_tall": "Wins if 8, 9, 10, 11 and 12 have all come before a 7.",
    "all_or_nothing": "Wins if every total but 7 has come before a 7.",
}
