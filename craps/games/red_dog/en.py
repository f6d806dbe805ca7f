"""What Red Dog says, in English."""

WAGERS = {"red_dog": "Red Dog", "raise": "Raise"}
PAID = {
    **{f"spread:{spread}": f"a spread of {spread}" for spread in range(1, 12)},
    "three_of_a_kind": "three of a kind",
}
PLAYS = {"best": "raised when a raise is worth it", "never_raise": "never raised"}
CALLS = {
    "deal": ("Deal the cards", "Choose the cards", ("First card", "Second card")),
    "draw": ("Draw the third card", "Choose the third card", ("Third card",)),
}
STATES = {
    "betting": "Bets are open",
    "raising": "A spread: a third card decides",
    "pair": "A pair: a third card decides",
}
SECTIONS = {"cards": "Cards", "table": "Table"}
VALUES = {
    "cards.least": "Decks in the shoe, at least",
    "cards.most": "Decks in the shoe, at most",
    "cards.baseline": "Decks where the operator states none",
    "play.bet_first": "Clause on the bet that a round begins with",
    "play.before_the_deal": "Clause on bets before the deal",
    "play.stays": "Clause on bets that stay",
    "play.deal": "Clause on the first two cards",
    "play.equal": "Clause on raises",
    "play.no_raise": "Clause on a pair without raises",
    "play.draw": "Clause on the third card",
    "play.consecutive": "Clause on consecutive cards",
    "play.pair": "Clause on a pair that stays one",
    "play.lose": "Clause on a third card that is not between",
}
LABELS = {
    "table.more_positions": "Positions that one player may play at least",
    "table.conversion_two": "Chips of a higher value, by the wider clause, from",
    "table.conversion_three": "Chips of a higher value, by the narrower clause, from",
    "decks": "Decks in the shoe",
    "table.positions_per_player": "Maximum positions for one player",
    "table.back_betting": "Betting on another player’s hand",
    "table.dealer_bet_area": "Area for dealer bets",
    "table.conversion_from": "Chips of a higher value from a payout of",
}
SQUARES = {"left": "First card", "centre": "Third card", "right": "Second card"}
# The squares of the schedule: what is printed in them, and their names
SCHEDULE = {
    "0": ("CONSEC.", "Consecutive cards"),
    "-1": ("PAIR", "A pair"),
    "three_of_a_kind": ("3 OF A KIND", "Three of a kind"),
}


def _course(three: str, raises: bool) -> str:
    may = "Then you may raise your bet, and a third card is drawn. " if raises else ""
    return (
        "The dealer turns up two cards, and you bet that a third one falls between them. The ace is the "
        "highest, and suits do not count. The spread is the number of ranks between the two cards, and "
        f"what a win pays goes by it. {may}If the first two cards are next to each other, the round "
        "ends at once and your bet comes back. If they are a pair, a third card of the same rank pays "
        f"{three}, and after any other your bet comes back."
    )


SAID = {
    "name": "Red Dog",
    "push": "push",
    "spreads": "a spread of {numbers}",
    "a_spread": "A spread of {spread}",
    # On what a bet is settled
    "two": "{first} and {second}",
    "on_consecutive": "on {two}, which are consecutive",
    "on_three": "on three of a kind, {card} to a pair",
    "on_pair": "on a pair and {card}",
    "between": "on {card} between {two}, a spread of {spread}",
    "not_between": "on {card}, which is not between {two}",
    # Refusals
    "before_the_deal": "Bets are made before the deal: the cards of this round are on the table.",
    "no_raises": "A bet stays as it is during the play: there are no raises.",
    "no_raise_on_pair": "There is no raise on a pair.",
    "raise_after_two": "A raise is made after the first two cards.",
    "raised_already": "The bet has been raised already: only one raise is allowed.",
    "dealt_already": "Two cards of this round are on the table already.",
    "begins": "Nothing is bet: a round begins with a bet.",
    "third_after_two": "A third card is drawn after the first two, unless they are consecutive.",
    # Events, stories
    "third": "The third card is {card}",
    "cards": "The cards are {first} and {second}",
    "wins": "{what} wins",
    "raised_wins": "A raised bet on a spread of 7 wins",
    "raised_loses": "A raised bet on a spread of 7 loses",
    "widest_raised": "A bet on the widest spread is raised and wins.",
    # What the documents ask
    "positions": "A player may play {count} positions or more.",
    "converted": "Chips of a higher value may pay bets that pay {odds} or more.",
    "players": "The game takes {figure} players",
    "positions_played": "A player plays {figure} positions in a round",
    "nobody_bets": "Nobody bets on another player's hand",
    "dealer_area": "Dealer bets have an area, or lie on the edge of the player's spot.",
    # For players
    "course": _course,
    "won_no_raise": "No raise is taken: a bet stays as it is.",
    "won_raise": (
        "Bet after the first two cards, unless they are a pair or next to each other: once, and as much "
        "as your {bet} bet. Wins and loses with it and is paid the same. {worth}"
    ),
    "won_red_dog": (
        "Bet before the first card. Wins if the third card falls between the first two, and loses if it is "
        "outside or of the same rank as one of them. Comes back if the first two are next to each other, or "
        "a pair that the third card does not match."
    ),
    "raise_never_worth": "On average it loses more than it wins, whatever the spread.",
    "raise_worth": "On average it wins more than it loses on {spreads} only.",
}
# The steps of a round: when, and what happens
STEPS = {
    "bets": ("Bets", "A round begins with bets on the spots of the layout, placed before the deal."),
    "begun": ("Once the game has begun", "Players do not touch their bets."),
    "deal": ("The deal", "The dealer turns up two cards from the shoe."),
    "consecutive": (
        "The two cards are consecutive",
        "No third card is drawn, and {bet} is a push.",
    ),
    "raise": (
        "They are neither consecutive nor a pair",
        "Each player may raise once, by as much as the bet.",
    ),
    "no_raise": (
        "They are neither consecutive nor a pair",
        "No raise is taken: the bet stays as it is.",
    ),
    "pair": ("They are a pair", "No raise is taken."),
    "third": ("The third card", "The dealer draws it when all raises have been made."),
    "between": ("It falls between the two", "{bet} wins and is paid by the spread."),
    "between_both": ("It falls between the two", "{bet} and {more} win and are paid by the spread."),
    "not_between": ("It does not fall between them", "{bet} loses."),
    "not_between_both": ("It does not fall between them", "{bet} and {more} lose."),
    "matches": ("It matches the pair", "{bet} wins as three of a kind."),
    "no_match": ("It does not match the pair", "{bet} is a push."),
}
