"""A settled run in words: what each step did, and money in its currency."""

from fractions import Fraction

from django.utils.translation import gettext as _

from craps.money import Exact
from craps.runs import Played, Stepped
from portal.submissions.wording import money


def step_outcome(step: Stepped, symbol: str) -> tuple[list[str], str]:
    """Return what a step did, a sentence each, and the clauses by which it did so."""
    if step.error:
        return [_("Refused: {why}").format(why=step.error.message)], step.error.clause
    settlements = step.settlements or ()
    outcome = [settlement.message for settlement in settlements]
    if step.vig:
        text = _("Vigorish of {amount} is taken.") if step.vig > 0 else _("Vigorish of {amount} is refunded.")
        outcome.append(text.format(amount=unsigned_money(step.vig, symbol)))
    return outcome, ", ".join(dict.fromkeys(each.clause for each in settlements if each.clause))


def end_words(run: Played, symbol: str) -> str:
    """Return what the player has won or lost in the end."""
    balance, on_table = run.balance, run.on_table
    if on_table:
        ahead = _("The player ends {amount} ahead, with {left} still on the table.")
        behind = _("The player ends {amount} behind, with {left} still on the table.")
        even = _("The player ends even, with {left} still on the table.")
    else:
        ahead, behind = _("The player ends {amount} ahead."), _("The player ends {amount} behind.")
        even = _("The player ends even.")
    text = ahead if balance > 0 else behind if balance < 0 else even
    return text.format(amount=unsigned_money(balance, symbol), left=unsigned_money(on_table, symbol))


def signed_money(balance: Exact, symbol: str) -> str:
    """Return + or − and the amount, so that the column reads without colour."""
    sign = "+" if balance > 0 else "−" if balance < 0 else ""
    return f"{sign}{unsigned_money(balance, symbol)}"


def unsigned_money(value: Exact, symbol: str) -> str:
    return money(abs(Fraction(value)), symbol)
