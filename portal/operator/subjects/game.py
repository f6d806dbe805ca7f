"""The step for the game as a whole: the operator's name, the smallest chip and called bets."""

from collections.abc import Iterator

from craps.edition import Edition
from craps.vocabulary import CALLED_WITH_CASH_ALLOWED, LABELS
from portal.operator.fields import Field, Group, Ruleset, flag_field, value_at
from portal.typed_values import amount


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    currency = ruleset.get("currency", edition.currency)
    chip = Field(
        "chip_unit",
        f"Value in {currency}",
        str(ruleset.get("chip_unit", "1")),
        hint="Payable amounts and worked examples are calculated in this unit.",
        clean=amount,
    )
    name = Field("operator", "As shown on the table", str(ruleset.get("operator", "")))
    shown = [Group("operator", "Operator’s name", (name,)), Group("chip_unit", "Smallest chip", (chip,))]
    return [*shown, *_called_bets(edition, ruleset)]


def _called_bets(edition: Edition, ruleset: Ruleset) -> Iterator[Group]:
    """Where the rulebook speaks of them or the rule set does."""
    path = "making.called_with_cash"
    due = edition.making.called_with_cash
    if due or value_at(ruleset, path) is not None:
        field = flag_field(ruleset, path, LABELS[path], hint="A bet that is called out and paid in cash")
        value = "choice" if edition.making.cash_is_a_choice else due.value if due else ""
        words = CALLED_WITH_CASH_ALLOWED.get(value, "")
        yield Group(path, "Called bets", (field,), due.clause if due else "", words)
