"""What a wheel of fortune says, in English."""

WAGERS = {"space": "Space"}
CALLS = {
    "spin": ("Spin the wheel", "Choose the space", ("Space",)),
    "no_more_bets": ("Call no more bets", "", ()),
}
STATES = {"betting": "Bets are open", "closed": "No more bets: the wheel is spun"}
SECTIONS = {"wheel": "Wheel", "table": "Table"}
VALUES = {
    "wheel.equal_spaces": "Clause on the same number of spaces for different payouts",
    "play.late": "Clause on bets after no more bets",
    "play.close": "Clause on calling no more bets",
    "play.stays": "Clause on bets that stay",
    "play.won": "Clause on paying the bets that win",
    "play.lost": "Clause on the bets that lose",
}
LABELS = {
    "wheel": "Wheel",
    "wheel.spaces": "Spaces",
    "wheel.payouts": "What each space pays",
    "table.revolutions": "Full turns of a spin, at least",
    "table.alternate_direction": "Direction changes with each spin",
    "table.dealer_bets": "Dealer bets permitted",
}


def _spaces(count: int) -> str:
    return f"{count} space{'' if count == 1 else 's'}"


def _of_kinds(count: int, kinds: int) -> str:
    return f"{_spaces(count)} of {kinds} kind{'s' if kinds > 1 else ''}"


def _pays(count: int, odds: str) -> str:
    return f"{_spaces(count)}, pays {odds}"


def _course(spaces: int, kinds: int, turns: int) -> str:
    through = f"{turns} full turn{'s' if turns != 1 else ''}"
    of_kinds = f" of {kinds} kinds" if kinds > 1 else ""
    return (
        f"The wheel has {spaces} spaces{of_kinds}, and you bet on the kinds you like. The dealer "
        f"calls “no more bets”, spins the wheel through at least {through} "
        "and calls the space at which it stops. Bets on that kind of space win, all others lose. Earlier "
        "spins do not affect later ones."
    )


SAID = {
    "name": "Wheel of Fortune",
    "area_rule": "Every kind of space on the wheel needs an area.",
    "section": "The wheel",
    "section_intro": (
        "The kinds of spaces on your wheel: how many there are of each, and what each pays. The rulebook "
        "prints no wheel, so you state all of it."
    ),
    "section_row": "Kind of space",
    "edge": (
        "The document prints no payouts. A kind with n of the wheel’s N spaces that pays p to 1 costs the "
        "player 1 − n × (p + 1) ÷ N of each bet."
    ),
    "called_space": "Called space",
    "on": "on {space}",
    "among": "{count} of {total} spaces",
    "of_kinds": _of_kinds,
    "pays": _pays,
    "a_space": "Space {kind}",
    "spaces_of": "Spaces of {kind}",
    "payout_of": "Payout of {kind}",
    "left": "Every one of the {count} spaces is equally likely at each spin.",
    # Refusals
    "late": "The dealer has called “no more bets”: the bet is void and goes back to the player.",
    "called_already": "The dealer has called “no more bets” already.",
    "no_space": "The wheel has no space {space}.",
    # Events, stories
    "calls": "The dealer calls {space}",
    "no_more_bets": "No more bets",
    "ten_wins": "10 on {kind} wins",
    # What the documents ask
    "equal_kinds": "Two kinds of spaces that the wheel has equally often pay the same.",
    "equal_totals": "No two payouts have the same number of spaces in all.",
    "areas": "The layout has an area for every kind of space.",
    "own_areas": "Areas are for spaces that the wheel has.",
    "turns": "The wheel is spun {figure} full turns",
    "direction": "The wheel is spun in the other direction each time",
    "dealer_bets": "Dealer bets are permitted",
    # For players
    "course": _course,
    "won": (
        "Bet on a kind of space before “no more bets”; a bet made later is void and comes back. Wins if the "
        "dealer calls that kind of space, and loses otherwise. The call counts even if the indicator slips "
        "afterwards."
    ),
}
# The steps of a round: when, and what happens
STEPS = {
    "bets": ("Bets", "Players bet on any kind of space of the wheel."),
    "close": (
        "No more bets",
        "The dealer calls it before spinning the wheel. From then on bets stay until they are decided.",
    ),
    "late": ("A bet after the call", "It is void and goes back to the player."),
    "spin": (
        "The spin",
        "The dealer spins the wheel at least {turns} full turns, each time in the other direction.",
    ),
    "won": ("The space that the dealer calls", "Bets on its kind win and are paid."),
    "lost": ("Every other space", "Bets on it lose and are taken off the layout."),
}
