"""What a form says beside its fields is what the document allows."""

from craps import load_edition
from portal.operator.steps import rules_steps


def hints(edition: str, slug: str) -> dict[str, str]:
    return {
        group.path: group.allowed
        for group in rules_steps(load_edition(edition))[slug].groups(
            load_edition(edition), {"edition": edition}
        )
    }


def test_vigorish_keeps_the_way_without_a_rate_apart() -> None:
    assert hints("md-craps", "vig")["vig.lay"] == (
        "Allowed: at most 5% of the amount wagered, taken when the bet is placed; or taken only when it "
        "wins, for which the rulebook names no rate (5/G(3)(b))."
    )
    assert hints("nz-1998", "vig")["vig.lay"] == (
        "Allowed: exactly 5% of the amount it can win, taken when the bet is placed."
    )


def test_limits_are_in_money_as_it_is_written_everywhere(db: None) -> None:
    edition = load_edition("md-craps")
    (group,) = rules_steps(edition)["limits"].groups(edition, {"edition": "md-craps"})
    allowed = {row.allowed for row in group.grid}
    assert "Allowed: at least US$1, at most US$5, in steps of US$1." in allowed


def test_odds_left_empty_are_our_baseline_where_the_rulebook_has_none() -> None:
    rows = []
    for name in ("md-craps", "nz-1998", "bc-craps"):
        edition = load_edition(name)
        (group,) = rules_steps(edition)["odds"].groups(edition, {"edition": name})
        rows.append(group.grid[0].allowed)
    md, nz, bc = rows
    assert md.endswith("Left empty: our baseline of 1× (6/A; 6/E allows up to 100×).")
    assert nz.endswith("Left empty: our baseline of 1× (4.1(e)(i) allows up to 2×).")
    assert bc.endswith(
        "The rulebook names no lower limit. Left empty, a point has the rulebook’s own multiple."
    )
    assert bc.startswith("Allowed: up to 3× on 4 and 10, up to 4× on 5 and 9, up to 5× on 6 and 8, ")
    assert hints("md-craps", "odds")["odds"] == (
        "“Payable unit” is an amount above the limit that pays whole chips. "
        "You choose whether to accept it (6/F)."
    )
