"""How bets are settled, in English."""


def _a(number: int | None) -> str:
    return f"an {number}" if number == 8 else f"a {number}"


def _point(name: str, number: int, first: int, second: int) -> str:
    return f"{name}: {number} is its point; it now wins on {_a(first)} and loses on {_a(second)}."


def _counted(made: int, different: bool) -> str:
    if made < 2:
        return f" with {made or 'no'} point made"
    return f" with {made} {'different ' if different else ''}points made"


SAID = {
    # Craps
    "win": "{name} wins on {roll}{counted}: {how} pays {won}{vig}{stays}.",
    "won": "{name} wins {paid}.",
    "shares": "{name} wins on {roll}: {part} at {odds} pays {paid}; {part} of its {stake} comes back.",
    "at": "{stake} at {odds}",
    "at_even_money": "{right} at {odds} and {wrong} at even money",
    "vig_taken": "; {rate} vigorish of {vig} was taken when it was placed",
    "vig_less": " less {rate} vigorish of {vig}, so {paid}",
    "stays": "; the {stake} stays up",
    "stays_again": "; the {stake} stays up and {vig} is taken for it again",
    "lose": "{name} loses its {stake} on {roll}{counted}.",
    "push": "{name} stands off on {roll}: the {stake} comes back.",
    "returned": "{name} was off when its bet was decided: the {stake} goes back.",
    "point": _point,
    "counted": _counted,
    # Games played in rounds; {why} is "on a 7 between a 5 and a 9"
    "round_win": "{name} wins {why}: {stake} at {odds} pays {paid}.",
    "round_push": "{name} is a push {why}: the {stake} comes back.",
    "round_lose": "{name} loses its {stake} {why}.",
    "surrender": "{name} is surrendered {why}: {kept} of the {stake} is lost, {back} comes back.",
    # What a run comes to
    "refused": "Refused: {message}",
    "vigorish_taken": "{vig} vigorish taken.",
    "vigorish_refunded": "{vig} vigorish refunded.",
    "accepted": "Accepted.",
    "accepted_without": "Accepted, without vigorish.",
    "accepted_taken": "Accepted, {vig} vigorish taken.",
    "accepted_refunded": "Accepted, {vig} vigorish refunded.",
    "nothing": "Nothing is settled.",
}
