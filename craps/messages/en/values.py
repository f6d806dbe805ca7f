"""What the values of an edition are called, in English."""

WHOLE = {
    "listed": "The list of wagers",
    "left_out": "A wager left out",
    "no_other_fee": "No other fee",
    "two_vig_ways": "Vigorish on buy and lay bets taken in two ways",
}
WAGER = {
    "name": "name in the document",
    "clause": "clause that lists it",
    "pays": "pays",
    "pays_clauses": "clause of the payout on",
    "loses": "clause on losing",
    "loses_point": "clause on losing after the point",
    "wins_point": "clause on winning after the point",
    "pushes": "clause on the stand-off",
    "moves": "clause on moving to a number",
    "shares": "clause on payment by shares",
    "printed": "printed as paying, as a whole,",
    "when": "clause on when it may be placed",
    "not_on": "clause on where it may not be placed",
    "offering": "offering it",
    "left_out": "leaving it out",
    "chips": "in multiples of chips",
    "fewest_chips": "fewest chips",
    "multiple": "in multiples of, on",
    "wrong_unit": "paid even money above a multiple of, on",
    "needs": "needs a bet on",
    "in_addition_to": "offered in addition to",
    "min": "minimum",
    "max": "maximum",
    "increment": "in steps of",
    "narrower": "narrower limits",
    "raise": "may be raised",
    "remove": "may be removed",
    "reduce": "clause on reducing it",
}
ODDS = {
    "basis": "measured on",
    "most": "at most, on",
    "least": "at least, on",
    "below": "a lower multiple is",
    "baseline": "multiple where the operator states none",
    "excess": "more for a payable unit",
    "without_excess": "refusing more for a payable unit",
}
VIG = {
    "collect": "taken",
    "rate": "rate",
    "base": "calculated on",
    "refund": "refunded if the bet is removed before a decision",
    "open_on_win": "clause on taking it on a win",
}
COME_OUT = {
    "state": "on a come-out roll",
    "call": "the player may turn it",
    "clauses": "clause on a come-out roll, on",
}
MAKING = {
    "pass_after_point": "{pass_line} after the point",
    "come_raise": "{come} that has moved may be raised",
    "contract": "A line bet has to stay from",
    "contract_come": "Clause on when the {come} has to stay",
    "dont_raise": "{dont_pass} may be raised",
    "dont_come_raise": "{dont_come} may be raised",
    "after_point": "Clause on raising after the point",
    "no_call": "Clause on turning bets on and off",
    "no_call_on_point": "Clause on turning bets on and off while a point is on",
    "limits": "Clause on posted limits",
    "called_with_cash": "A called bet with cash",
    "without_cash": "Called bets with chips only",
    "posted": "Clause on a posted limit",
}
POSTED = {"min": "minimum", "max": "maximum", "odds": "maximum of odds"}
TABLE = {
    "seated_only": "Only seated players bet",
    "more_dice": "A larger set of dice",
    "fewest_dice": "Fewest dice in a set",
    "stickperson": "A table without a stickperson",
}
LAYOUT = {
    "areas": "An area for each wager",
    "no_area": "A wager without an area",
    "shared_areas": "May share the area of",
    "operator_name": "The operator’s name or logo",
    "words": "Words on the layout",
    "legends": "Legend",
    "marks": "Mark",
    "may_be_split": "May be split in two without an area",
    "schedules": "Payout schedule on the layout",
}
OPTIONS = {
    "refer": "for the regulator’s judgement",
    "allow": "allowed",
    "breach": "a breach",
    "not": "not before the next roll",
}
JUDGED = {"fine": "allowed", "refer": "for the regulator’s judgement", "breach": "a breach"}
SAID = {
    "as_stated": "as stated in {clause}",
    "change": "{label}: was {was}, is {now}",
    "other_reasons": "{now}, for other reasons",
    "nothing": "nothing",
    "every_number": "every number",
    "turning_on": "{name}: clause on turning it on",
    "turning_off": "{name}: clause on turning it off",
    "entry": "{name}: {words}{slot}",
    "odds_on": "Odds on {label}",
    "vigorish_on": "Vigorish on {label}",
    "paytable_clause": "{name}: clause",
    "paytable_pays": "Table {table}, {name}: pays{slot}",
}
