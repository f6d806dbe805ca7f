"""The state of one table: the point, the bets that are up, and what the player has gained."""

from __future__ import annotations

from fractions import Fraction

from craps.money import Exact, times
from craps.record import record
from craps.ruleset import Limits, RuleSet, VigTerms
from craps.wagers import CATALOGUE, WIN, Spot, decisions, winning_parts

Key = tuple[str, Spot]


@record
class Hit:
    """What a roll does to a bet: the outcome, what a win pays, and the clause it follows from."""

    outcome: str
    pays: Fraction | None
    clause: str
    shares: tuple[tuple[str, Fraction], ...] = ()  # a combined bet: its winning shares and what each pays


@record
class Terms:
    """The rules of a wager on a number: worked out once, used on every roll."""

    wager: str
    spot: Spot
    number: int | None
    name: str
    hits: tuple[Hit | None, ...] | None  # by roll; None for a side bet, which counts instead
    follows: bool  # odds: decided with the bet they support
    off_on_come_out: bool
    vig: VigTerms | None
    wrong_unit: Exact | None  # the part above a multiple of this is paid even money
    share_count: int
    limits: Limits
    any_whole_amount: bool  # the only unit rule is a chip of 1
    stays: bool = False  # left up after a win unless the player says otherwise

    def winnings(self, stake: Exact, pays: Fraction) -> Exact:
        if self.wrong_unit is None:
            return times(stake, pays)
        wrong = stake % self.wrong_unit
        return times(stake - wrong, pays) + wrong


class Bet:
    """One bet that is up. ``terms`` change when a line or come bet is given its number."""

    __slots__ = (
        "counted",
        "locked",
        "marker",
        "point_stake",
        "points",
        "reduced",
        "rolled",
        "stake",
        "stay",
        "terms",
        "vig",
    )

    def __init__(self, terms: Terms, stake: Exact) -> None:
        self.terms = terms
        self.stake = stake
        self.stay = terms.stays
        self.marker: str | None = None  # "on" or "off" once turned
        self.vig: Exact = 0  # taken for this bet, and refunded on removal where the rules say so
        self.reduced = False
        self.locked = False  # a side bet whose shooter has set a first point
        self.counted: frozenset[int] = frozenset()  # fire: points made; bonus: totals thrown
        self.points = 0  # sharpshooter: points made, repeats included
        self.rolled = False  # a side bet that has been up for a roll of the shooter
        self.point_stake: Exact = 0  # a line or come bet: the stake when its point was set


class Table:
    """One player at one table; the shooter is the player. A run starts with a new shooter at a come-out."""

    __slots__ = (
        "accepted",
        "balance",
        "bets",
        "markers_last",
        "new_shooter",
        "odds_limits",
        "on_table",
        "point",
        "reading",
        "ruleset",
        "taken_down",
        "terms_of",
        "vig_paid",
    )

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.point: int | None = None
        self.new_shooter = True
        self.bets: dict[Key, Bet] = {}
        self.balance: Exact = 0
        self.on_table: Exact = 0
        self.vig_paid: Exact = 0
        self.reading = ""  # the reading on which the event that is being applied rests
        self.taken_down: set[str] = set()  # don't bets taken down since the last roll, before their first
        self.markers_last = ruleset.edition.reads("marker-lasts") == "until-decided"
        # Worked out once a table, because a run asks for them on every event.
        self.terms_of: dict[tuple[str, Spot, int | None], Terms] = {}
        self.accepted: dict[Key, Terms] = {}  # wagers found to be offered and open at any time
        self.odds_limits: dict[tuple[str, int, Exact], tuple[Exact | None, Exact | None]] = {}

    def terms(self, wager: str, spot: Spot, number: int | None) -> Terms:
        """The terms of a wager on ``spot``; ``number`` is the one its decision hangs on, if it has one."""
        key = (wager, spot, number)
        terms = self.terms_of.get(key)
        if terms is None:
            terms = self.terms_of[key] = make_terms(self.ruleset, wager, spot, number)
        return terms


def name_of(ruleset: RuleSet, wager: str, spot: Spot) -> str:
    """A bet as people say it: "Buy Bet 4", "Hop Bet 2-5", "Pass Line"."""
    name = ruleset.rule(wager).name
    if isinstance(spot, tuple):
        return f"{name} {spot[0]}-{spot[1]}"
    return name if spot is None else f"{name} {spot}"


def make_terms(ruleset: RuleSet, wager: str, spot: Spot, number: int | None) -> Terms:
    item = CATALOGUE[wager]
    rule = ruleset.rule(wager)
    slot = "" if number is None else str(number)
    wrong = rule.wrong_unit.get(slot)
    limits = ruleset.limits(wager)
    return Terms(
        wager=wager,
        spot=spot,
        number=number,
        name=name_of(ruleset, wager, spot),
        hits=_hits(ruleset, wager, spot, number),
        follows=item.flat is not None,
        off_on_come_out=ruleset.come_out_state(wager) == "off",
        vig=ruleset.vig(wager) if wager in ("buy", "lay") else None,
        wrong_unit=wrong.value if wrong else None,
        share_count=len(item.parts) + (wager == "horn_high"),
        limits=limits,
        any_whole_amount=(
            ruleset.chip_unit == 1
            and limits.increment is None
            and not (rule.chips or rule.fewest_chips or rule.multiple.get(slot))
            and not ruleset.needs_even_units(wager)
        ),
        stays=bool(rule.stays and rule.stays.value),
    )


def _hits(ruleset: RuleSet, wager: str, spot: Spot, number: int | None) -> tuple[Hit | None, ...] | None:
    item = CATALOGUE[wager]
    rule = ruleset.rule(wager)
    if item.parts:
        payouts = ruleset.payouts
        return tuple(
            Hit(WIN, None, rule.shares, tuple((part, payouts[part][""]) for part in won))
            if won
            else Hit("lose", None, rule.lost_clause(""))
            for won in winning_parts(wager, spot)
        )
    if item.decide is None:
        return None
    on = spot if isinstance(spot, tuple) else number
    key = f"{spot[0]}-{spot[1]}" if isinstance(spot, tuple) else "" if number is None else str(number)
    lost = (
        rule.loses_point if item.moves and number is not None and rule.loses_point else rule.lost_clause(key)
    )
    won = rule.wins_point if item.moves and number is not None else rule.pays_clauses.get(key)
    clause_of = {"lose": lost, "push": rule.pushes, "point": rule.moves}
    cited = ruleset.cited_payouts(wager)

    def hit(outcome: str, slot: str) -> Hit:
        if outcome != WIN:
            return Hit(outcome, None, clause_of[outcome])
        return Hit(outcome, ruleset.payout(wager, slot), won or cited[slot].clause)

    return tuple(d and hit(d.outcome, d.slot) for d in decisions(wager, on))
