"""The end of each worked example, worked out by hand from the clause, not copied from a run."""

from collections.abc import Mapping

import pytest

from craps import load_edition, load_ruleset, run_examples
from craps.money import Exact

NZ = {
    "pass-line-loses": -10 - 10,
    "dont-pass-loses": -10 - 10,
    "come-loses": -10 + 10,
    "dont-come-loses": -10 - 10,
    "odds-lose": -10 - 10 - 10 - 10,
    "dont-odds-lose": -10 - 20 - 10 - 12,
    "place-loses": -12 - 10,
    "one-roll-bets-lose": -6 * 5 - 4 - 5 - 5 - 2,
    "place-turned": 14,  # 12 at 7 to 6
    "buy-turned": 40 - 1,
    "buy-called-on": 30 - 1,  # 20 at 3 to 2, 5% of 20
    "hardway-turned-off": 45,
    "come-odds-called-on": 10 - 10 - 10,
    "come-odds-turned-off": -10,
    "on-marker": 45 - 5 - 5,
    "on-marker-only": -5 - 5 - 5,
    "never-off": 20 - 1 - 10,  # the vigorish is 5% of the 20 to be won
    "come-contract": 10,
    "no-raise-after-the-point": 10 + 10,
    "dont-pass-reduced": 10,
    "dont-pass-taken-down": 10,
    "dont-come-reduced": 10 + 10,
    "dont-pass-put-back": 10,
    "double-odds": 10 + 24,
    "double-odds-come": 10 + 30,
    "double-odds-dont-pass": 10 + 20,
    "double-odds-dont-come": 10 + 20,
    "double-odds-payable-unit": 1 + 6,
    "come-odds-payable-unit": 7 + 12,
    "dont-come-odds-payable-unit": 7 + 10,
    "odds-on-a-reduced-bet": 10 + 10,
    "c-and-e-odd": 2 * 15 - 2,
    "big-6-and-8": 10 - 10 - 10 + 10,
}
SG = {
    "pass-line-loses": -10 - 10,
    "dont-pass-loses": -10 - 10,
    "come-loses": -10 + 10,
    "dont-come-loses": -10 - 10,
    "odds-lose": -10 - 10 - 10 - 10,
    "dont-odds-lose": -10 - 20 - 10 - 12,
    "place-loses": -12 - 10,
    "one-roll-bets-lose": -6 * 5 - 4 - 5 - 2,
    "place-turned": 14,
    "buy-turned": 40 - 1,
    "buy-called-on": 30 - 1,
    "hardway-turned-off": 45,
    "hardway-called-on": 35,
    "never-off": -10 - 10 - 20,
    "pass-line-after-the-point": 20,
    "come-contract": 10,
    "dont-pass-reduced": 10,
    "dont-come-reduced": 10 + 10,
    "dont-pass-put-back": 10,
    "odds-on-a-reduced-bet": 10 + 30,
    "horn-of-6": 18,  # 1.50 at 15 to 1, less 4.50
}
BC = {
    "pass-line-loses": -10 - 10,
    "dont-pass-loses": -10 - 10,
    "come-loses": -10 + 10,
    "dont-come-loses": -10 - 10,
    "odds-lose": -10 - 10 - 10 - 10,
    "dont-odds-lose": -10 - 20 - 10 - 12,
    "place-loses": -12 - 10,
    "one-roll-bets-lose": -7 * 5 - 4 - 5 - 5 - 2 - 2 - 2 - 2 - 3,
    "place-turned": 14,
    "buy-turned": 40 - 1 - 1,  # vigorish when it is made and when it is paid
    "buy-called-on": 30 - 1 - 1,
    "hardway-turned-off": 45,
    "come-odds-called-on": 10 - 10 - 10,
    "marker-stays": -12,
    "never-off": 20 - 1 - 1 + 10 + 10 - 10,
    "pass-contract": 20,
    "come-contract": 20,
    "dont-pass-taken-down": 0,
    "dont-come-taken-down": 0,
    "odds-taken-down": -10,
    "dont-odds-taken-down": -10,
    "odds-need-their-bet": 10 + 60,
    "place-raised-and-reduced": 7,  # 5 at 7 to 5
    "buy-raised-and-reduced": 40 - 1 - 1 + 20 - 1 - 1,
    "other-bets-raised-and-reduced": 45 + 150 - 5 - 5,
}
BC_SIDE_BETS = {
    "fire-when": 10 - 10 - 10 - 1,
    "fire-lock": 10 - 10 - 5,
    "fire-not-added-to": 10 - 10 + 249,  # 250 for 1
    "sharpshooter-when": 10 - 10 - 10 - 1,
    "fire-5-points": 10 + 249,
    "sharpshooter-lock": 10 - 10,
    "sharpshooter-5-points": 10 + 15,
    "sharpshooter-stays": 10 + 5 - 1,
    "sharpshooter-11-points": 10 + 500,
    "sharpshooter-not-added-to": 10 + 10 + 5,
    "big-6-and-8": 10 - 10 - 10 + 10,
}
MD = {
    "pass-line-loses": -10 - 10,
    "dont-pass-loses": -10 - 10,
    "come-loses": -10 + 10,
    "dont-come-loses": -10 - 10,
    "odds-lose": -10 - 10 - 10 - 10,
    "dont-odds-lose": -10 - 20 - 10 - 12,
    "place-loses": -12 - 10,
    "place-to-lose-loses": -11 - 5,
    "hardways-lose": -4 * 5,
    "one-roll-bets-lose": -6 * 5 - 4 - 5 - 5 - 2,
    "hops-win": 4 * 30 + 13 * 15,
    "hops-lose": -17,
    "place-called-on": 14,
    "place-to-lose-called-on": 5,  # 11 at 5 to 11
    "buy-called-on": 30 - 1,
    "hardway-called-on": 35,
    "lay-turned-off": 20 - 2,  # the vigorish is 5% of the 40 wagered
    "place-not-turned-off": -12 - 20 - 1 + 5,
    "hardways-not-turned-off": -4 * 5,
    "never-off": -10 - 10 - 10,
    "come-contract": 10,
    "no-raise-after-the-point": 10 + 10,
    "dont-pass-reduced": 10,
    "dont-come-reduced": 10 + 10,
    "dont-pass-not-put-back": 10,
    "odds-by-point": 10 + 60,
    "odds-100-times": 10 + 2000,
    "dont-odds-100-times": 10 + 1000,
    "come-odds-payable-unit": 7 + 12,
    "dont-come-odds-payable-unit": 7 + 10,
    "odds-above-the-maximum": 10 + 60,
    "odds-on-a-reduced-bet": 10 + 10,
    "posted-limits": 100,
    "buy-vig-on-a-win": 40 - 1 - 20,
    "lay-vig-on-a-win": 20 - 2 - 40,
    "vig-of-4-percent": 50 - 1 + 25 - 2,
    "fire-4-points-table-b": 39,
    "fire-5-points-table-b": 199,
    "fire-6-points-table-b": 499,
    "fire-when": -1,
    "fire-never-changed": -1,
    "fire-steps": -2,
    "bonus-all-table-b": 30 + 30 + 150,
    "bonus-when": -1 - 1,
    "bonus-never-changed": -2,
}
FIGURES: Mapping[str, Mapping[str, Exact]] = {
    "nz-1998": NZ,
    "nz-revised": NZ,
    "sg-mbs-v2": SG,
    "bc-craps": BC | BC_SIDE_BETS,
    "bc-midi": BC,
    "md-craps": MD,
    "md-mini": MD,
}


@pytest.mark.parametrize("edition", FIGURES)
def test_the_end_of_an_example(edition: str) -> None:
    wagers = list(load_edition(edition).wagers)
    results = run_examples(load_ruleset({"edition": edition, "wagers": wagers}))
    ends = {result.example.id: result.run.balance for result in results}
    assert {name: ends[name] for name in FIGURES[edition]} == FIGURES[edition]
