"""Why a table refuses what a player does, in English."""

SAID = {
    "put_back": "{name} was taken down and may not be put back before the next roll.",
    "not_up": "{name} is not up: there is nothing to take down.",
    "too_much": "Only {stake} is up on {name}; {amount} cannot be taken from it.",
    "nothing_to_turn_on": "{name} is not up: there is nothing to turn on.",
    "nothing_to_turn_off": "{name} is not up: there is nothing to turn off.",
    "fixed_on": "{name} may not be turned on.",
    "fixed_off": "{name} may not be turned off.",
    "not_offered": "{name} is not among the wagers of this operator's rules.",
    "not_listed": "{name} is not among the wagers of the document ({clause}).",
    "no_hop": "There is no hop bet on {total}: 2, 3, 11 and 12 are proposition bets.",
    "needs_point": "{name} needs a point: it is placed after the come-out roll.",
    "nothing_to_add": "{name} {number} is not up: there is nothing to add to.",
    "before_come_out": "{name} is placed before a come-out roll, and a point is on.",
    "needs_set_point": "{name} needs a {flat} whose point is set.",
    "new_shooter": "{name} is taken only before a new shooter's first come-out roll.",
    "needs": "{name} needs {bets} on the table as well.",
    "contract": "{name} may not be taken down or reduced once it is placed.",
    "contract_point": "{name} may not be taken down or reduced: its point {number} is set.",
    "kept": "{name} may not be taken down or reduced at any time.",
    "kept_after_point": "{name} may not be taken down or reduced once the shooter has set a first point.",
    "no_raise": "{name} may not be added to.",
    "no_raise_on": "{name} on {number} may not be added to.",
    "no_raise_point": "{name} may not be added to: its point {number} is set.",
    "no_raise_once_set": "{name} may not be added to once its point is set.",
    "no_raise_once_up": "{name} may not be added to once it is up.",
    "no_raise_reduced": "{name} was reduced and may not be added to before the next roll.",
    "no_raise_carried": "{name} may not be added to: it carries over from the previous shooter.",
    "below": "{total} is below the minimum of {limit} on {name}.",
    "above": "{total} is above the maximum of {limit} on {name}.",
    "chips": "{total} is not a whole number of chips of {chip}.",
    "fewest_units": "{name} takes at least {fewest} units: {least} or more, not {total}.",
    "units": "{name} is bet in units of {unit}: multiples of {amount}, not {total}.",
    "even_units": (
        "{name} is bet in whole units on each side: an even number of chips of {chip}, not {total} in all."
    ),
    "multiple": "{name} is bet in multiples of {multiple}, not {total}.",
    "steps": "{name} is bet in steps of {step}, not {total}.",
    "odds": "{total} is more than {name} on {number} may be: at most {most}.",
    "odds_or_payable": (
        "{total} is more than {name} on {number} may be: at most {most}, or {payable} exactly so that it "
        "pays "
        "whole chips."
    ),
    # Games played in rounds
    "not_up_now": "{name} is not up: there is nothing to take back.",
    "stays": "{name} may not be taken back any more: it stays until it is decided.",
    "as_much": "{name} is as much as the {first} bet, {stake}, not {total}.",
}
