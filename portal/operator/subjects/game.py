"""The step for the game as a whole: the operator's name and the smallest chip."""

from craps.edition import Edition
from portal.operator.fields import Field, Group, Ruleset


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    currency = ruleset.get("currency", edition.currency)
    chip = Field(
        "chip_unit",
        f"Value in {currency}",
        str(ruleset.get("chip_unit", "1")),
        hint="Payable amounts and worked examples are calculated in this unit.",
    )
    name = Field("operator", "As shown on the table", str(ruleset.get("operator", "")))
    return [Group("operator", "Operator’s name", (name,)), Group("chip_unit", "Smallest chip", (chip,))]
