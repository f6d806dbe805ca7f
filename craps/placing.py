"""Placing, reducing and turning bets: what the rules refuse, with code and clause.

Every function either changes the table, or raises Refused and changes nothing. Where several codes apply, the
first in the contract's order is used, which is the order of the checks below.
"""

from __future__ import annotations

from fractions import Fraction

from craps.edition import WagerRule
from craps.edition_codec import Cited
from craps.errors import Refused as Refused
from craps.messages import say
from craps.money import Exact, is_multiple, round_up, times, whole_if_it_is
from craps.money import amount_text as money
from craps.ruleset import RuleSet
from craps.table import Bet, Table, Terms, name_of
from craps.wagers import (
    ANY_TIME,
    CATALOGUE,
    COME_OUT,
    HOP_PAIRS,
    NEW_SHOOTER,
    ODDS_OF,
    POINT_ON,
    WITH_FLAT,
    Spot,
)

DONT = ("dont_pass", "dont_come")
AT_SINGLE = "at single odds"


def place(table: Table, wager: str, spot: Spot, amount: Exact, stay: bool | None = None) -> Exact | None:
    """Bet ``amount`` on a wager, or add it to the bet. Return the vig taken, None for a wager without vig."""
    key = wager, spot
    bet = table.bets.get(key)
    terms = table.accepted.get(key)
    if terms is None:
        _check_offered(table, wager, spot)
        rule = table.ruleset.rule(wager)
        number = _number(table, rule, wager, spot, bet)
        if rule.needs:
            _check_needed_bet(table, rule, rule.needs)
        if wager in table.taken_down and spot is None and not _may_put_back(table):
            message = say("refusals.put_back", name=rule.name)
            raise Refused("not_now", _dont_raise(table, wager).clause, message, "dont-put-back")
        if bet or wager == "dont_come":
            _check_raise(table, wager, spot, bet)
        terms = bet.terms if bet else table.terms(wager, spot, number)
        if CATALOGUE[wager].when == ANY_TIME and rule.needs is None and rule.raises is None:
            table.accepted[key] = terms
    total = bet.stake + amount if bet else amount
    _check_total(table, terms, total)
    if bet is None:
        bet = table.bets[key] = Bet(terms, total)
    else:
        bet.stake = total
    if stay is not None:
        bet.stay = stay
    table.on_table += amount
    table.balance -= amount
    if not terms.vig:
        return None
    vig = vig_on(terms, table.ruleset, amount) if terms.vig.collect != "win" else 0
    bet.vig += vig
    table.balance -= vig
    table.vig_paid += vig
    return vig


def take_down(table: Table, wager: str, spot: Spot, amount: Exact | None = None) -> Exact | None:
    """Take a bet down, or reduce it by ``amount``. Return the refunded vig as a negative amount."""
    _check_offered(table, wager, spot)
    bet = table.bets.get((wager, spot))
    name = name_of(table.ruleset, wager, spot)
    if bet is None:
        message = say("refusals.not_up", name=name)
        raise Refused("not_up", table.ruleset.rule(wager).clause, message)
    if amount is None:
        amount = bet.stake
    if amount > bet.stake:
        message = say("refusals.too_much", stake=money(bet.stake), name=name, amount=money(amount))
        raise Refused("not_up", table.ruleset.rule(wager).clause, message)
    rest = bet.stake - amount
    _check_contract(table, wager, bet, rest)
    odds = table.bets.get((ODDS_OF[wager], spot)) if wager in ODDS_OF else None
    if rest:
        _check_total(table, bet.terms, rest)
        if odds:
            _check_odds(table, ODDS_OF[wager], bet.terms.number, odds.stake, flat_stake=rest)
    back = _vig_refund(table.ruleset, wager, bet, amount)
    bet.stake = rest
    bet.vig -= back
    bet.reduced = True
    if not rest:
        del table.bets[wager, spot]
        if wager in DONT and bet.terms.number is None:
            table.taken_down.add(wager)
        if odds:
            del table.bets[ODDS_OF[wager], spot]
            amount += odds.stake
    table.on_table -= amount
    table.balance += amount + back
    table.vig_paid -= back
    return -back if bet.terms.vig else None


def turn(table: Table, wager: str, spot: Spot, state: str, only: bool = False) -> None:
    """Turn a bet on or off; the marker stays until the bet is turned again or decided.

    Where one On marker speaks for its kind, the player's other bets on the wager are turned on with it,
    unless ``only`` this one is meant.
    """
    _check_offered(table, wager, spot)
    bet = table.bets.get((wager, spot))
    if bet is None:
        name = name_of(table.ruleset, wager, spot)
        message = say(f"refusals.nothing_to_turn_{state}", name=name)
        raise Refused("not_up", table.ruleset.rule(wager).clause, message)
    rule = table.ruleset.come_out_rule(wager)
    may = rule.call.value if rule else ()
    making = table.ruleset.edition.making
    clause = rule.call_clause(spot, state) if rule else making.no_call
    if table.point is not None and clause == making.no_call:
        clause = making.no_call_on_point
    if state in may:
        bet.marker = state
        if state == "on" and not only and table.ruleset.edition.reads("on-marker") == "kind":
            for (other, _), each in table.bets.items():
                if other == wager and each is not bet:
                    each.marker, table.reading = "on", "on-marker"
    elif may and (bet.marker in may or state == "on"):
        bet.marker = None  # the opposite only takes the marker away
    else:
        raise Refused("fixed_state", clause, say(f"refusals.fixed_{state}", name=bet.terms.name))


# The checks, in the contract's order of codes ------------------------------------------------------------


def _check_offered(table: Table, wager: str, spot: Spot) -> None:
    ruleset = table.ruleset
    if wager not in ruleset.offered:
        listed = wager in ruleset.edition.wagers
        clause = ruleset.rule(wager).clause if listed else ruleset.edition.listed
        name = ruleset.rule(wager).name
        message = say("refusals.not_offered" if listed else "refusals.not_listed", name=name, clause=clause)
        raise Refused("not_offered", clause, message, chosen=listed)
    if isinstance(spot, tuple) and spot not in HOP_PAIRS:
        message = say("refusals.no_hop", total=sum(spot))
        raise Refused("not_offered", ruleset.rule(wager).not_on, message)
    if not ruleset.offers(wager, spot):
        message = say("refusals.not_offered", name=name_of(ruleset, wager, spot))
        raise Refused("not_offered", ruleset.rule(wager).clause, message, chosen=True)


def _number(table: Table, rule: WagerRule, wager: str, spot: Spot, bet: Bet | None) -> int | None:
    """The number that decides a bet; refuses a bet that may not be placed now."""
    item = CATALOGUE[wager]
    if item.when == POINT_ON:
        if table.point is None:
            raise Refused("not_now", rule.clause, say("refusals.needs_point", name=rule.name))
        if wager == "come" and spot is not None and bet is None:
            message = say("refusals.nothing_to_add", name=rule.name, number=spot)
            raise Refused("not_up", rule.clause, message)
    elif item.when == COME_OUT and table.point is not None and bet is None:
        if wager != "pass_line" or table.ruleset.edition.making.pass_after_point.value != "make":
            message = say("refusals.before_come_out", name=rule.name)
            raise Refused("not_now", rule.clause, message)
        return table.point
    elif item.when == WITH_FLAT:
        flat = table.bets.get((item.flat or "", spot))
        if flat is None or flat.terms.number is None:
            needed = table.ruleset.rule(item.flat or "").name
            message = say("refusals.needs_set_point", name=rule.name, flat=needed)
            raise Refused("not_now", rule.clause, message)
        return flat.terms.number
    elif item.when == NEW_SHOOTER and (table.point is not None or not table.new_shooter):
        message = say("refusals.new_shooter", name=rule.name)
        raise Refused("not_now", rule.when, message)
    if bet:
        return bet.terms.number
    return spot if isinstance(spot, int) else None


def _check_needed_bet(table: Table, rule: WagerRule, needs: Cited[tuple[str, ...]]) -> None:
    if not any((flat, None) in table.bets for flat in needs.value):
        either = f" {say('forms.or')} ".join(table.ruleset.rule(flat).name for flat in needs.value)
        raise Refused("not_now", needs.clause, say("refusals.needs", name=rule.name, bets=either))


def _check_contract(table: Table, wager: str, bet: Bet, rest: Exact) -> None:
    making = table.ruleset.edition.making
    rule = table.ruleset.rule(wager)
    if wager in ("pass_line", "come"):
        clause = making.contract_come if wager == "come" else making.contract.clause
        if making.contract.value == "placement":
            raise Refused("contract", clause, say("refusals.contract", name=rule.name))
        if bet.terms.number is not None:
            message = say("refusals.contract_point", name=rule.name, number=bet.terms.number)
            raise Refused("contract", clause, message)
    if rule.remove and (rule.remove.value == "never" or bet.locked):
        kept = "refusals.kept" if rule.remove.value == "never" else "refusals.kept_after_point"
        clause = rule.reduce if rest and rule.reduce else rule.remove.clause
        raise Refused("contract", clause, say(kept, name=rule.name))


def _check_raise(table: Table, wager: str, spot: Spot, bet: Bet | None) -> None:
    """Refuse to add to a bet that may not be raised; naming a don't come bet by number means adding to it."""
    making = table.ruleset.edition.making
    rule = table.ruleset.rule(wager)
    if wager == "dont_come" and spot is not None:
        message = say("refusals.no_raise_on", name=rule.name, number=spot)
        raise Refused("no_raise", _dont_clause(table, wager, bet), message)
    if bet is None:
        return
    set_point = bet.terms.number is not None
    if wager == "pass_line" and set_point and making.pass_after_point.value == "no":
        message = say("refusals.no_raise_point", name=rule.name, number=bet.terms.number)
        raise Refused("no_raise", making.pass_after_point.clause, message)
    if wager == "come" and spot is not None and not making.come_raise.value:
        message = say("refusals.no_raise_on", name=rule.name, number=spot)
        raise Refused("no_raise", making.come_raise.clause, message)
    if wager in DONT:
        limit = _dont_raise(table, wager)
        if limit.value == "never" or set_point:
            once = "refusals.no_raise_once_set" if set_point else "refusals.no_raise_once_up"
            clause = _dont_clause(table, wager, bet) if set_point else limit.clause
            raise Refused("no_raise", clause, say(once, name=rule.name))
        if bet.reduced and not _may_put_back(table):
            message = say("refusals.no_raise_reduced", name=rule.name)
            raise Refused("no_raise", limit.clause, message, "dont-put-back")
    if bet.rolled and table.ruleset.edition.reads("side-bet-added") == "no":
        message = say("refusals.no_raise_carried", name=rule.name)
        raise Refused("no_raise", rule.when, message, "side-bet-added")
    if rule.raises and not rule.raises.value:
        raise Refused("no_raise", rule.raises.clause, say("refusals.no_raise", name=rule.name))


def _dont_raise(table: Table, wager: str) -> Cited[str]:
    making = table.ruleset.edition.making
    return making.dont_raise if wager == "dont_pass" else making.dont_come_raise


def _may_put_back(table: Table) -> bool:
    edition = table.ruleset.edition
    unreduced = edition.making.dont_raise.value.endswith("unreduced")
    return edition.reads("dont-put-back") == "before-the-roll" and not unreduced


def _dont_clause(table: Table, wager: str, bet: Bet | None) -> str:
    """The clause by which a don't bet is not raised after its point: the one on when such a bet is made, or
    the one on bets that were reduced."""
    clause = _dont_raise(table, wager).clause
    return clause if bet and bet.reduced else table.ruleset.edition.making.after_point.get(wager, clause)


def _check_total(table: Table, terms: Terms, total: Exact) -> None:
    """Check units and limits of the new total: the same for a bet, an addition and a reduction."""
    least, most, _ = terms.limits
    if not (terms.any_whole_amount and type(total) is int):
        _check_units(table.ruleset, terms, total)
    if least is not None and total < least:
        clause, chosen = _limit_clause(table.ruleset, terms.wager, "min")
        message = say("refusals.below", total=money(total), limit=money(least), name=terms.name)
        raise Refused("under_minimum", clause, message, chosen=chosen)
    if terms.follows:
        _check_odds(table, terms.wager, terms.number, total)
    elif most is not None and total > most:
        clause, chosen = _limit_clause(table.ruleset, terms.wager, "max")
        message = say("refusals.above", total=money(total), limit=money(most), name=terms.name)
        raise Refused("over_limit", clause, message, chosen=chosen)


def _limit_clause(ruleset: RuleSet, wager: str, bound: str) -> tuple[str, bool]:
    """The clause that fixes this very limit, else the one on posted limits, else the wager's own; and whether
    the casino chose the limit."""
    rule = ruleset.rule(wager)
    fixed: Cited[Exact] | None = getattr(rule, bound)
    if fixed and fixed.value == getattr(ruleset.limits(wager), bound):
        return fixed.clause, False
    making = ruleset.edition.making
    kind = "odds" if bound == "max" and CATALOGUE[wager].flat else bound
    return making.posted.get(kind) or making.limits or rule.clause, True


def _check_units(ruleset: RuleSet, terms: Terms, total: Exact) -> None:
    rule = ruleset.rule(terms.wager)
    chip = ruleset.chip_unit
    if not is_multiple(total, chip):
        message = say("refusals.chips", total=money(total), chip=money(chip))
        raise Refused("bad_unit", rule.clause, message, chosen=True)
    if rule.fewest_chips and total < rule.fewest_chips.value * chip:
        fewest = rule.fewest_chips.value
        least = money(fewest * chip)
        message = say("refusals.fewest_units", name=rule.name, fewest=fewest, least=least, total=money(total))
        raise Refused("bad_unit", rule.fewest_chips.clause, message)
    if rule.chips and not is_multiple(total, rule.chips.value * chip):
        unit = rule.chips.value
        amount = money(unit * chip)
        message = say("refusals.units", name=rule.name, unit=unit, amount=amount, total=money(total))
        raise Refused("bad_unit", rule.chips.clause, message)
    if ruleset.needs_even_units(terms.wager) and not is_multiple(total, 2 * chip):
        message = say("refusals.even_units", name=rule.name, chip=money(chip), total=money(total))
        raise Refused("bad_unit", ruleset.edition.readings["c-and-e-odd"].clauses[0], message, "c-and-e-odd")
    multiple = rule.multiple.get(str(terms.number))
    if multiple and not is_multiple(total, multiple.value):
        message = say("refusals.multiple", name=terms.name, multiple=multiple.value, total=money(total))
        raise Refused("bad_unit", multiple.clause, message)
    step = terms.limits.increment
    if step is not None and not is_multiple(total, step):
        clause, chosen = _limit_clause(ruleset, terms.wager, "increment")
        message = say("refusals.steps", name=rule.name, step=money(step), total=money(total))
        raise Refused("bad_unit", clause, message, chosen=chosen)


def _check_odds(
    table: Table, wager: str, number: int | None, total: Exact, flat_stake: Exact | None = None
) -> None:
    if number is None:
        return
    flat = CATALOGUE[wager].flat or ""
    spot = number if CATALOGUE[wager].numbers else None
    bet = table.bets[flat, spot]
    edition = table.ruleset.edition
    stake = bet.stake if flat_stake is None else flat_stake
    reading = ""
    if flat in DONT and stake != bet.point_stake and "odds-base" in edition.readings:
        reading = "odds-base"
        if edition.reads(reading) == "when-point-set":
            stake = bet.point_stake
    key = (flat, number, stake)
    if key not in table.odds_limits:
        table.odds_limits[key] = odds_limit(table.ruleset, flat, number, stake)
    most, payable = table.odds_limits[key]
    if most is None or total <= most or total == payable:
        above = most is not None and total > most
        if above and table.ruleset.excess(flat) == AT_SINGLE and table.ruleset.multiple(flat, number) != 1:
            reading = "double-odds"
        table.reading = reading
        return
    clause, chosen = _odds_clause(table.ruleset, wager, number, most)
    also = payable and payable != most
    message = say(
        "refusals.odds_or_payable" if also else "refusals.odds",
        total=money(total),
        name=table.ruleset.rule(wager).name,
        number=number,
        most=money(most),
        payable=money(payable or 0),
    )
    raise Refused("over_limit", clause, message, reading, chosen=chosen)


def _odds_clause(ruleset: RuleSet, wager: str, number: int, most: Exact) -> tuple[str, bool]:
    """The clause that sets this limit on odds: on a posted maximum, on the multiple that must be allowed, or
    on the highest one that may be; and whether the casino might allow more."""
    flat = CATALOGUE[wager].flat or ""
    rule = ruleset.edition.odds.get(flat)
    if most == ruleset.limits(wager).max:
        return _limit_clause(ruleset, wager, "max")
    if rule is None:
        return ruleset.edition.listed, False
    least, highest = rule.least[number], rule.most[number]
    multiple = ruleset.multiple(flat, number)
    return least.clause if multiple <= least.value else highest.clause, multiple < highest.value


def odds_limit(ruleset: RuleSet, flat: str, number: int, stake: Exact) -> tuple[Exact | None, Exact | None]:
    """The most that odds on ``number`` may be, and the one payable amount accepted above it (None: none).

    >>> from craps.ruleset import load_ruleset
    >>> odds_limit(load_ruleset({"edition": "nz-1998"}), "pass_line", 6, 7)
    (7, 10)
    """
    odds = ODDS_OF[flat]
    pays = ruleset.payout(odds, str(number))
    multiple = ruleset.multiple(flat, number)
    plain: Exact | None = multiple * stake
    if ruleset.basis(flat) == "winnings":
        plain = times(multiple * stake, 1 / pays) if pays else None  # what wins nothing never wins too much
    posted = ruleset.limits(odds).max
    bounds = [bound for bound in (plain, posted) if bound is not None]
    most = min(bounds, default=None)
    excess = ruleset.excess(flat)
    if most is None or plain is None or excess == "none":
        return most, None
    unit = ruleset.chip_unit * pays.denominator
    if excess == "always":
        return most, round_up(most, unit)
    if multiple != 1 and (multiple < 1 or ruleset.edition.reads("double-odds") != "keep-single"):
        return most, None
    payable = round_up(times(plain, 1 / Fraction(multiple)), unit)  # what single odds may be
    if payable < most or (posted is not None and payable > posted):
        return most, None
    return most, payable


def vig_on(terms: Terms, ruleset: RuleSet, amount: Exact) -> Exact:
    """The vigorish on ``amount``: the rate of the wager, or of what it would win; 0 where there is none."""
    if terms.vig is None:
        return 0
    base = (
        amount if terms.vig.base == "wager" else times(amount, ruleset.payout(terms.wager, str(terms.number)))
    )
    return whole_if_it_is(base * terms.vig.rate)


def _vig_refund(ruleset: RuleSet, wager: str, bet: Bet, amount: Exact) -> Exact:
    if not bet.vig or not ruleset.vig(wager).refund:
        return 0
    return whole_if_it_is(bet.vig * amount / Fraction(bet.stake))
