"""How each wager wins and loses, in a sentence for players: certificate, guide, sign and public pages.

Documents are in English; pages translate these sentences.
"""

from django.utils.translation import gettext_noop

BET_DESCRIPTIONS = {
    "pass_line": gettext_noop(
        "With the shooter. On the first roll 7 and 11 win, 2, 3 and 12 lose. Any other total is the point, "
        "and the bet wins if the point comes again before a 7."
    ),
    "dont_pass": gettext_noop(
        "Against the shooter. On the first roll 2 and 3 win, 7 and 11 lose, and 12 decides nothing. After "
        "that the bet wins if a 7 comes before the point."
    ),
    "come": gettext_noop(
        "Like a bet with the shooter, but made once there is a point: the next roll counts as its first, and "
        "a 4, 5, 6, 8, 9 or 10 becomes the bet’s own point."
    ),
    "dont_come": gettext_noop(
        "Like a bet against the shooter, but made once there is a point: the next roll counts as its first, "
        "and the bet gets a point of its own."
    ),
    "pass_odds": gettext_noop(
        "Added behind a bet with the shooter once there is a point. Wins and loses with it, at true odds."
    ),
    "dont_pass_odds": gettext_noop(
        "Added to a bet against the shooter once there is a point. Wins and loses with it, at true odds."
    ),
    "come_odds": gettext_noop(
        "Added behind a bet that has a point of its own. Wins and loses with it, at true odds."
    ),
    "dont_come_odds": gettext_noop(
        "Added to a bet against its own point. Wins and loses with it, at true odds."
    ),
    "place": gettext_noop("On 4, 5, 6, 8, 9 or 10. Wins if the number comes before a 7."),
    "place_to_lose": gettext_noop("On 4, 5, 6, 8, 9 or 10. Wins if a 7 comes before the number."),
    "buy": gettext_noop(
        "On 4, 5, 6, 8, 9 or 10, at true odds against a fee. Wins if the number comes before a 7."
    ),
    "lay": gettext_noop(
        "On 4, 5, 6, 8, 9 or 10, at true odds against a fee. Wins if a 7 comes before the number."
    ),
    "hardway": gettext_noop(
        "On 4, 6, 8 or 10 as a pair. Loses to a 7, and to the same total made any other way."
    ),
    "big_6": gettext_noop("Wins if a 6 comes before a 7."),
    "big_8": gettext_noop("Wins if an 8 comes before a 7."),
    "field": gettext_noop("Wins on 2, 3, 4, 9, 10, 11 and 12, loses on 5, 6, 7 and 8."),
    "any_seven": gettext_noop("Wins on a 7."),
    "any_craps": gettext_noop("Wins on 2, 3 and 12."),
    "craps_2": gettext_noop("Wins on two ones."),
    "craps_3": gettext_noop("Wins on a 3."),
    "craps_12": gettext_noop("Wins on two sixes."),
    "eleven": gettext_noop("Wins on an 11."),
    "horn": gettext_noop("In four equal parts on 2, 3, 11 and 12."),
    "horn_high": gettext_noop(
        "In five equal parts on 2, 3, 11 and 12, with two of them on the number you name."
    ),
    "world": gettext_noop("In five equal parts on 2, 3, 7, 11 and 12."),
    "c_and_e": gettext_noop("In two parts: one on 2, 3 and 12, one on 11."),
    "high_low": gettext_noop("In two equal parts on 2 and 12."),
    "ace_deuce_eleven": gettext_noop("In two equal parts on 3 and 11."),
    "eleven_twelve": gettext_noop("In two equal parts on 11 and 12."),
    "high_low_eleven": gettext_noop("In three equal parts on 2, 11 and 12."),
    "hop": gettext_noop("Wins if the two dice show exactly the faces you name."),
    "six_seven_eight": gettext_noop("Wins on 6, 7 and 8."),
    "fire": gettext_noop(
        "Made before a shooter’s first roll. Paid by how many different points the shooter makes."
    ),
    "sharpshooter": gettext_noop(
        "Made before a shooter’s first roll. Paid by how many points the shooter makes."
    ),
    "all_small": gettext_noop("Wins if 2, 3, 4, 5 and 6 have all come before a 7."),
    "all_tall": gettext_noop("Wins if 8, 9, 10, 11 and 12 have all come before a 7."),
    "all_or_nothing": gettext_noop("Wins if every total but 7 has come before a 7."),
}
