"""What a form says beside its fields is what the document allows."""

from craps import load_edition
from portal.operator.steps import RULES_STEPS


def hints(edition: str, slug: str) -> dict[str, str]:
    return {
        group.path: group.allowed
        for group in RULES_STEPS[slug].groups(load_edition(edition), {"edition": edition})
    }


def test_vigorish_keeps_the_way_without_a_rate_apart() -> None:
    assert hints("md-craps", "vig")["vig.lay"] == (
        "Allowed: at most 5% of the amount wagered, taken when the bet is placed; or taken only when it "
        "wins, for which the rulebook names no rate (5/G(3)(b))."
    )
    assert hints("nz-1998", "vig")["vig.lay"] == (
        "Allowed: exactly 5% of the amount it can win, taken when the bet is placed."
    )
