"""What the fields of a rule set and their values are called, in English."""

SUBJECTS = {
    "wagers": "Wagers",
    "numbers": "Numbers offered",
    "payouts": "Payouts",
    "paytables": "Pay tables",
    "odds": "Odds",
    "vig": "Vigorish",
    "come_out": "On a come-out roll",
    "limits": "Limits",
    "making": "Placing and removing bets",
    "table": "Table and equipment",
    "layout": "Layout",
    "readings": "How open questions are read",
}
COLLECT = {
    "placement": "when the bet is placed",
    "win": "only when it wins",
    "placement_and_payment": "when the bet is placed and each time it is paid",
}
BASE = {
    "wager": "the amount wagered",
    "win": "the amount it can win",
}
REFUND = {
    True: "refunded if the bet is removed before a decision",
    False: "kept if the bet is removed before a decision",
}
BASIS = {
    "wager": "the amount wagered",
    "winnings": "the amount the odds can win",
}
EXCESS = {
    True: "more is accepted where a payable unit needs it",
    False: "nothing more is accepted for a payable unit",
}
CALLED_WITH_CASH = {
    True: "accepted once the dealer confirms it and the cash is changed into chips",
    False: "not accepted with cash",
}
CALLED_WITH_CASH_ALLOWED = {
    "choice": "You choose whether to accept it.",
    "fine": "The rulebook lets players bet with chips or cash.",
    "refer": "The rulebook does not say whether a called bet may be made with cash.",
    "breach": "The rulebook allows called bets with chips only.",
}
COME_OUT = {"on": "on", "off": "off"}
STATES = {"offered": "offered", "not offered": "not offered", "on": "on", "off": "off"}
EXCESS_WHEN = {"none": "none", "always": "always", "at single odds": "at single odds"}
LIMITS = {
    "min": "at least {amount}",
    "max": "at most {amount}",
    "increment": "in steps of {amount}",
}
PAYTABLES = {"fire": "{fire}", "bonus": "Bonus craps"}
PAYTABLE_BETS = {"fire": "the {fire}", "bonus": "the bonus bets"}
EQUIPMENT = {
    "stick": "Stick",
    "dice_bowl": "Dice bowl",
    "dice_cup": "Dice cup",
    "drop_box": "Drop box",
    "tip_box": "Tip box",
    "marker_on": "ON button",
    "marker_off": "OFF button",
    "marker_buy": "Buy button",
    "marker_lay": "Lay button",
    "discs": "ON/OFF puck or disc for the point",
    "tip_area": "Tip area",
    "fire_markers": "{fire} markers",
    "sharpshooter_markers": "{sharpshooter} markers",
}
EQUIPMENT_NEEDED = {
    "stick": "a stick",
    "dice_bowl": "a dice bowl",
    "dice_cup": "a dice cup",
    "drop_box": "a drop box",
    "tip_box": "a tip box",
    "marker_on": "ON buttons",
    "marker_off": "OFF buttons",
    "marker_buy": "Buy buttons",
    "marker_lay": "Lay buttons",
    "discs": "ON/OFF pucks or discs for the point",
    "tip_area": "a tip area",
    "fire_markers": "markers for the {fire}",
    "sharpshooter_markers": "markers for the {sharpshooter}",
}
TABLE_JUDGED = {
    "stickperson": {
        "fine": "A stickperson is optional; without one the dealer controls the dice.",
        "refer": "A stickperson controls the dice; a table without one is for the regulator to judge.",
        "breach": "A stickperson controls the dice.",
    },
    "off_for_removal": {
        "fine": "An OFF button may be used instead of taking a bet down.",
        "refer": "A bet taken down is returned; an OFF button instead is for the regulator to judge.",
        "breach": "A bet taken down is returned; an OFF button may not be used instead.",
    },
}
SHAPES = {"oblong": "oblong", "other": "another shape"}
SIDE_BET_PLACES = {
    "players": "in front of the players",
    "boxperson": "in front of the boxperson",
    "elsewhere": "elsewhere",
}
WALL_NOTICES = {
    "odds": "what 4, 5 and 6 points pay",
    "timing": "that the {fire} is taken only before a shooter’s first come-out roll",
    "limits": "the limits of the {fire}",
}
PHRASES = {
    "multiples": ("up to {value}", ""),
    "basis": ("measured on {value}", ""),
    "excess": (EXCESS[True], EXCESS[False]),
    "rate": ("{value}", ""),
    "base": ("of {value}", ""),
    "collect": ("taken {value}", ""),
    "refund_on_removal": (REFUND[True], REFUND[False]),
    "min": ("at least {value}", ""),
    "max": ("at most {value}", ""),
    "increment": ("in steps of {value}", ""),
    "positions": ("{value} positions", ""),
    "positions_per_end": ("{value} positions at each end", ""),
    "place": ("placed {value}", ""),
    "schedule_place": ("payouts posted {value}", ""),
    "circles": ("a betting circle for each player", "no betting circles"),
    "clockwise": ("numbered clockwise", "not numbered clockwise"),
    "relocation_area": ("an area for bets brought in", "no area for bets brought in"),
    "relocation_numbered": (
        "that area in front of the boxperson, with the same numbers",
        "that area not in front of the boxperson with the same numbers",
    ),
    "markers_distinct": ("markers unlike any chip", "markers that can be taken for a chip"),
    "wall_notice": ("a notice on the wall that says {value}", ""),
    "areas": ("areas for {value}", ""),
    "marker_spots": ("marker spots on {value}", ""),
    "odds_shown": ("payouts shown on the layout", "payouts not shown on the layout"),
}
WAGER_GROUPS = {
    "line": "Line and come bets",
    "odds": "Odds",
    "number": "Bets on a number",
    "one roll": "One-roll bets",
    "combined": "Combination bets",
    "side": "Side bets",
}
SLOTS = {
    ("hop", "easy"): "two different faces",
    ("hop", "hard"): "a pair",
    ("six_seven_eight", ""): "any other winning roll",
    ("six_seven_eight", "hard"): "a hard 6 or 8",
}
