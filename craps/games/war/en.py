"""What Casino War says, in English."""

from fractions import Fraction

from craps.money import odds_text, percent_text

WAGERS = {"war": "Casino War", "tie": "Tie", "go_to_war": "Go to War"}
PAID = {"war": "the Casino War wager", "tie": "the tie wager", "go_to_war": "the Go to War wager"}
PLAYS = {"war": "to war after a tie", "surrender": "surrendered after a tie"}
CALLS = {
    "deal": ("Deal the cards", "Choose the cards", ("Player’s card", "Dealer’s card")),
    "surrender": ("Surrender", "", ()),
}
STATES = {
    "betting": "Bets are open",
    "tied": "A tie: go to war or surrender",
    "at_war": "At war: two more cards decide",
}
SECTIONS = {"cards": "Cards", "table": "Table"}
LIMITS = {"tie": "Alone, without Casino War, it is at least that wager’s minimum."}
VALUES = {
    "cards.least": "Decks in the shoe, at least",
    "cards.most": "Decks in the shoe, at most",
    "cards.baseline": "Decks where the operator states none",
    "play.bet_first": "Clause on the bet that a round begins with",
    "play.stays": "Clause on bets before the first card",
    "play.tie_alone": "Clause on a tie wager alone",
    "play.choice": "Clause on going to war or surrendering",
    "play.equal": "Clause on the amount of the Go to War wager",
    "play.higher": "Clause on the player’s card being higher",
    "play.lower": "Clause on the dealer’s card being higher",
    "play.tie": "Clause on a tie wager that wins",
    "play.tie_lost_above": "Clause on a tie wager that loses to the player’s card",
    "play.tie_lost_below": "Clause on a tie wager that loses to the dealer’s card",
    "play.war_won": "Clause on a war that is won",
    "play.war_tied": "Clause on a war that is tied",
    "play.war_lost": "Clause on a war that is lost",
    "play.won_alone": "Payout of a won war where it is read on the Go to War wager alone",
    "play.surrender": "Share that is lost by surrendering",
}
LABELS = {
    "decks": "Decks in the shoe",
    "table.burn_cards": "Cards burned before each card of a war",
    "table.dealer_bet_at_war": "Dealer bets go to war",
}
SQUARES = {
    "player": "Player’s card",
    "dealer": "Dealer’s card",
    "war_player": "Player’s war card",
    "war_dealer": "Dealer’s war card",
}
CAPTIONS = {"player": "Player", "dealer": "Dealer", "war_player": "War", "war_dealer": "War"}


def _share(share: Fraction) -> str:
    if share == 1:
        return "all of"
    return "half of" if share == Fraction(1, 2) else f"{percent_text(share)} of"


def _course(share: Fraction, burned: int, to_war: bool) -> str:
    told = (
        "You and the dealer get one card each, face up, and the higher card wins. The ace is the highest, "
        "and suits do not count. "
    )
    if not to_war:
        return f"{told}If the two cards have the same rank, you surrender and lose {_share(share)} your bet."
    burns = f"burns {burned} card{'s' if burned != 1 else ''} before each of" if burned else "deals"
    return (
        f"{told}If the two cards have the same rank, you choose: surrender and lose {_share(share)} your "
        f"bet, or go to war with a second bet as large as the first. In a war the dealer {burns} two more "
        "cards, one for you and one for the dealer, and these decide both bets."
    )


def _won_to_war(first: str, tied: Fraction | None) -> str:
    also = f" A tied war pays it {odds_text(tied)}." if tied is not None else ""
    return (
        f"Bet after a tie, as much as your {first} bet. Wins if your next card is higher than the "
        f"dealer’s or of the same rank; if it is lower, both bets lose.{also}"
    )


def _won_war(share: Fraction, second: str, tied_wins: bool, to_war: bool) -> str:
    told = (
        "Bet before the first card. Wins if your card is higher than the dealer’s and loses if it is lower. "
        f"After a tie you can surrender and lose {_share(share)} it"
    )
    if not to_war:
        return f"{told}."
    tied = "it wins as well" if tied_wins else "it comes back too"
    return f"{told}, or go to war: if {second} wins, this bet comes back, and if the war is tied {tied}."


def _surrendered(share: Fraction, first: str) -> str:
    return f"The player loses {_share(share)} the {first} bet."


SAID = {
    "name": "Casino War",
    "on": "on {player} against {dealer}",
    "in_war": "in the war on {player} against {dealer}",
    "after_tie": "after a tie",
    # Refusals
    "after_a_tie_once": "A player goes to war after a tie, and once.",
    "before_first_card": "{name} is bet before the first card of a round.",
    "tied_first": "The cards are tied: the player goes to war or surrenders first.",
    "begins": "Nothing is bet: a round begins with a bet.",
    "tie_alone": "A tie wager alone is at least the table minimum of {least}, not {alone}.",
    "surrender_after": "A player can surrender after a tie, before going to war.",
    # Events, stories
    "surrenders": "The player surrenders",
    "dealt": "The player has {player}, the dealer {dealer}",
    "wins": "{wager} wins",
    "war_is_tied": "A war is tied",
    "war_is_lost": "A war is lost",
    "tie_is_surrendered": "A tie is surrendered",
    "war_is_won_story": "The player goes to war and wins it.",
    "war_is_tied_story": "The player goes to war, and the cards tie again.",
    # What the documents ask
    "burns": "The dealer burns {figure} cards before each card of a war",
    "dealer_bet": "A dealer bet does not go to war",
    # For players
    "course": _course,
    "won_tie": (
        "Bet before the first card, alone or with another bet. Wins if your card and the dealer’s have "
        "the same rank, and loses otherwise."
    ),
    "won_go_to_war": _won_to_war,
    "won_war": _won_war,
    "surrendered": _surrendered,
}
# The steps of a round: when, and what happens
STEPS = {
    "bets": ("Bets", "Before the first card, players bet on {first}, on {tie} or on both."),
    "alone": ("A bet on {tie} alone", "It is at least the table minimum."),
    "stays": ("After the first card", "Bets stay until they are decided."),
    "higher": ("The player’s card is higher", "{first} wins, and {tie} loses."),
    "lower": ("The dealer’s card is higher", "{first} and {tie} lose."),
    "tie": ("The cards tie", "{tie} wins. A player with a bet on {first} goes to war or surrenders."),
    "surrender": ("The player surrenders", ""),
    "to_war": (
        "The player goes to war",
        "The player puts a {second} bet beside the {first} bet, as large as that. The dealer burns {burned} "
        "cards before each card of the war.",
    ),
    "war_won": ("The war is won", "{second} wins, and {first} is a push."),
    "war_tied": ("The war is tied", "{second} wins, and {first} is a push."),
    "war_tied_both": ("The war is tied", "{first} and {second} win."),
    "war_lost": ("The war is lost", "{first} and {second} lose."),
}
