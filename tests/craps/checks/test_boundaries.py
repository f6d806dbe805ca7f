"""Both sides of every boundary that a document draws, and the clause that draws it."""

from fractions import Fraction
from typing import Any

import pytest

from tests.craps import printed
from tests.craps.checks.stated import OK, SG_LEGENDS, Row, judged, payouts, report
from tests.craps.play import BC, EDITIONS, FAMILY, MD, NZ, SG


def odds(flat: str, **terms: Any) -> dict[str, Any]:
    return {"odds": {flat: terms}}


def vig(wager: str, **terms: Any) -> dict[str, Any]:
    return {"vig": {wager: terms}}


ODDS: list[Row] = [
    ("nz-1998", odds("pass_line", multiples=1), OK, "odds", ""),
    ("nz-1998", odds("pass_line", multiples=2), OK, "odds", ""),
    ("nz-1998", odds("pass_line", multiples="201/100"), "breach", "odds.pass_line.multiples", "4.1(e)(i)"),
    ("nz-1998", odds("pass_line", multiples="99/100"), "refer", "odds.pass_line.multiples", "4.1(e)(i)"),
    ("nz-revised", odds("dont_pass", multiples=3), "breach", "odds.dont_pass.multiples", "4.1(f)(i)"),
    ("nz-revised", odds("come", multiples=3), "breach", "odds.come.multiples", "4.1(g)(i)"),
    ("nz-revised", odds("dont_come", multiples=3), "breach", "odds.dont_come.multiples", "4.1(h)(i)"),
    ("nz-1998", odds("dont_come", basis="wager"), "breach", "odds.dont_come.basis", "4.1(h)(i)"),
    ("nz-1998", odds("come", basis="wager"), OK, "odds", ""),
    ("sg-mbs-v2", odds("come", multiples={"4": 3, "5": 4, "6": 5}), OK, "odds", ""),
    ("sg-mbs-v2", odds("come", multiples={"10": "31/10"}), "breach", "odds.come.multiples.10", "3.4.4.1"),
    ("sg-mbs-v2", odds("come", multiples={"9": 5}), "breach", "odds.come.multiples.9", "3.4.4.1"),
    ("sg-mbs-v2", odds("come", multiples={"8": 6}), "breach", "odds.come.multiples.8", "3.4.4.1"),
    ("sg-mbs-v2", odds("come", multiples={"8": 4}), "refer", "odds.come.multiples.8", "3.4.4.1"),
    ("sg-mbs-v2", odds("dont_come", multiples={"4": 4}), "breach", "odds.dont_come.multiples.4", "3.4.8.1"),
    ("bc-craps", odds("pass_line", multiples={"4": 4}), "breach", "odds.pass_line.multiples.4", "1/6.1.2.a"),
    ("bc-craps", odds("pass_line", multiples={"5": 5}), "breach", "odds.pass_line.multiples.5", "1/6.1.2.b"),
    ("bc-midi", odds("pass_line", multiples={"6": 6}), "breach", "odds.pass_line.multiples.6", "4/7.1.2.c"),
    ("bc-midi", odds("dont_pass", multiples=6), OK, "odds", ""),
    ("bc-midi", odds("dont_pass", multiples=7), "breach", "odds.dont_pass.multiples", "4/7.2.1.a"),
    ("bc-craps", odds("dont_pass", basis="winnings"), "breach", "odds.dont_pass.basis", "1/6.2.1.a"),
    ("md-craps", odds("pass_line", multiples=100), OK, "odds", ""),
    ("md-craps", odds("pass_line", multiples="100.01"), "breach", "odds.pass_line.multiples", "6/E"),
    ("md-craps", odds("pass_line", multiples=1), OK, "odds", ""),
    ("md-craps", odds("pass_line", multiples="1/2"), "breach", "odds.pass_line.multiples", "6/A"),
    ("md-mini", odds("dont_come", multiples=101), "breach", "odds.dont_come.multiples", "6/E(1)"),
    ("md-mini", odds("dont_come", multiples=0), "breach", "odds.dont_come.multiples", "6/D"),
    ("md-mini", odds("dont_come", basis="wager"), "breach", "odds.dont_come.basis", "6/E(1)"),
]
VIG: list[Row] = [
    ("nz-1998", vig("buy", rate="1/20"), OK, "vig", ""),
    ("nz-1998", vig("buy", rate="0.05"), OK, "vig", ""),
    ("nz-1998", vig("buy", rate="0.0499"), "breach", "vig.buy.rate", "4.1(j)"),
    ("nz-1998", vig("lay", rate="0.0501"), "breach", "vig.lay.rate", "4.1(k)"),
    ("nz-1998", vig("buy", collect="win"), "breach", "vig.buy.collect", "4.1(j)"),
    ("nz-revised", vig("buy", base="win"), "breach", "vig.buy.base", "4.1(j)"),
    ("nz-revised", vig("buy", refund_on_removal=False), "breach", "vig.buy.refund_on_removal", "4.12"),
    ("sg-mbs-v2", vig("buy", collect="placement_and_payment"), "breach", "vig.buy.collect", "1.1.15"),
    ("sg-mbs-v2", vig("lay", base="wager"), "breach", "vig.lay.base", "3.4.11"),
    ("sg-mbs-v2", vig("lay", rate="1/25"), "breach", "vig.lay.rate", "3.4.11"),
    ("sg-mbs-v2", vig("lay", refund_on_removal=True), OK, "vig", ""),
    ("sg-mbs-v2", vig("lay", refund_on_removal=False), OK, "vig", ""),
    ("bc-craps", vig("buy", collect="placement_and_payment"), OK, "vig", ""),
    ("bc-craps", vig("buy", collect="placement"), "breach", "vig.buy.collect", "1/6.4.5"),
    ("bc-midi", vig("lay", collect="win"), "breach", "vig.lay.collect", "4/7.5.5"),
    ("bc-midi", vig("lay", refund_on_removal=False), "breach", "vig.lay.refund_on_removal", "4/7.5.8.a"),
    ("md-craps", vig("buy", rate="1/20"), OK, "vig", ""),
    ("md-craps", vig("buy", rate=0), OK, "vig", ""),
    ("md-craps", vig("buy", rate="51/1000"), "breach", "vig.buy.rate", "5/G(3)(a)"),
    ("md-craps", vig("buy", base="win"), "breach", "vig.buy.base", "5/G(3)(a)"),
    ("md-craps", vig("lay", base="win"), OK, "vig", ""),
    ("md-craps", vig("lay", collect="win"), OK, "vig", ""),
    ("md-craps", vig("lay", collect="win", rate="1/20"), OK, "vig", ""),
    ("md-craps", vig("lay", collect="win", rate="51/1000"), "refer", "vig.lay.rate", "5/G(3)(b)"),
    ("md-craps", vig("lay", collect="win", base="win"), "refer", "vig.lay.base", "5/G(3)(b)"),
    ("md-craps", vig("buy", collect="placement_and_payment"), "breach", "vig.buy.collect", "5/G(3)"),
    ("md-mini", vig("buy", refund_on_removal=False), OK, "vig", ""),
]
LIMITS: list[Row] = [
    ("bc-craps", {"limits": {"fire": {"min": 1, "max": 5}}}, OK, "limits", ""),
    ("bc-craps", {"limits": {"fire": {"min": "0.99"}}}, "breach", "limits.fire.min", "2/3.3"),
    ("bc-craps", {"limits": {"fire": {"max": "5.01"}}}, "breach", "limits.fire.max", "2/3.3"),
    ("bc-craps", {"limits": {"fire": {"min": 2, "max": 3, "increment": "0.5"}}}, OK, "limits", ""),
    ("bc-craps", {"limits": {"sharpshooter": {"min": 1, "max": 10}}}, OK, "limits", ""),
    ("bc-craps", {"limits": {"sharpshooter": {"max": 11}}}, "breach", "limits.sharpshooter.max", "3/3.3"),
    ("bc-craps", {"limits": {"sharpshooter": {"min": 0}}}, "breach", "limits.sharpshooter.min", "3/3.3"),
    ("md-craps", {"limits": {"fire": {"min": 1, "max": 5, "increment": 1}}}, OK, "limits", ""),
    ("md-craps", {"limits": {"fire": {"increment": 2}}}, "refer", "limits.fire.increment", "11/B(1)(c)"),
    ("md-craps", {"limits": {"fire": {"increment": "1/2"}}}, "breach", "limits.fire.increment", "11/B(1)(c)"),
    ("md-craps", {"limits": {"fire": {"max": 6}}}, "breach", "limits.fire.max", "11/B(1)(b)"),
    ("md-craps", {"limits": {"fire": {"min": "1/2"}}}, "breach", "limits.fire.min", "11/B(1)(a)"),
    ("md-craps", {"limits": {"pass_line": {"min": 15, "max": 15}}}, OK, "limits", ""),
    ("md-craps", {"limits": {"pass_line": {"min": 16, "max": 15}}}, "breach", "limits.pass_line.min", "3/B"),
    ("md-craps", {"limits": {"pass_line": {"max": 0}}}, "breach", "limits.pass_line.max", "3/B"),
    ("md-craps", {"limits": {"horn": {"max": 3}}}, "breach", "limits.horn.max", "3/B"),  # units of four
    ("md-craps", {"limits": {"horn": {"min": 3, "max": 4}}}, OK, "limits", ""),
    ("md-craps", {"limits": {"fire": {"min": "3/2", "max": "3/2"}}}, "breach", "limits.fire.min", "3/B"),
    ("md-craps", {"chip_unit": 5, "limits": {"field": {"max": 4}}}, "breach", "limits.field.max", "3/B"),
    ("nz-1998", {"limits": {"field": {"min": 16, "max": 15}}}, "refer", "limits.field.min", "4.1(o)"),
    ("nz-1998", {"limits": {"field": {"min": 5, "max": 9, "increment": 10}}}, "refer", "limits", "4.1(o)"),
    ("nz-1998", {"limits": {"field": {"min": 5, "max": 10, "increment": 10}}}, OK, "limits", ""),
    ("bc-craps", {"limits": {"fire": {"min": 6}}}, "breach", "limits.fire.min", "2/3.3"),
    ("bc-craps", {"limits": {"fire": {"min": 6, "max": 10}}}, "breach", "limits.fire.min", "2/3.3"),
    ("bc-craps", {"limits": {"fire": {"min": 5}}}, OK, "limits", ""),
    ("bc-craps", {"limits": {"fire": {"max": "1/2"}}}, "breach", "limits.fire.max", "2/3.3"),
    ("bc-craps", {"limits": {"fire": {"max": 1}}}, OK, "limits", ""),
]


@pytest.mark.parametrize(("edition", "fields", "severity", "path", "clause"), [*ODDS, *VIG, *LIMITS])
def test_boundary(edition: str, fields: dict[str, Any], severity: str | None, path: str, clause: str) -> None:
    assert judged(edition, path, fields) == (severity, clause)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_payout_is_held_to_the_document_on_both_sides(edition: str) -> None:
    for key, due in payouts(edition).items():
        a, b = map(int, due.split(":"))
        assert judged(edition, "payouts", {"payouts": {key: f"{3 * a}:{3 * b}"}})[0] is OK, key
        for off in (Fraction(a, b) + Fraction(1, 100), Fraction(a, b) - Fraction(1, 100)):
            wrong = f"{off.numerator}:{off.denominator}"
            assert judged(edition, f"payouts.{key}", {"payouts": {key: wrong}})[0] == "breach", key


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_wager_is_authorised_or_a_breach(edition: str) -> None:
    allowed = printed.authorised(edition)
    for wager in set().union(*printed.AUTHORISED.values()) - allowed:
        found = [f for f in report(edition, wagers=[*allowed, wager]).findings if f.path == "wagers"]
        assert [f.submitted for f in found] == [wager]
        assert found[0].severity == ("refer" if (edition, wager) == ("md-mini", "fire") else "breach")
        assert wager not in found[0].nearest


@pytest.mark.parametrize("edition", EDITIONS)
def test_leaving_a_wager_out(edition: str) -> None:
    every = printed.authorised(edition)
    for wager in every - set(printed.LINE):
        found = report(edition, wagers=sorted(every - {wager}))
        fine = (edition in MD and wager != "place") or wager in ("fire", "sharpshooter")  # buy needs place
        assert found.verdict == ("ok" if fine else "refer"), wager
    for wager in printed.LINE:
        found = report(edition, wagers=sorted(every - {wager}))
        assert found.verdict == ("breach" if edition in MD else "refer"), wager


@pytest.mark.parametrize("edition", [*NZ, *SG, *BC])
def test_what_is_left_out_cites_the_list(edition: str) -> None:
    every = printed.authorised(edition)
    found = [f for f in report(edition, wagers=sorted(every - {"field"})).findings if f.severity == "refer"]
    assert [f.path for f in found] == ["wagers"]
    assert "field" in found[0].nearest
    lists = {"nz": "4.1", "sg": "3.4", "bc": "4/7" if edition == "bc-midi" else "1/6"}
    assert found[0].clause == lists[FAMILY[edition]]


@pytest.mark.parametrize("missing", [legend for legend in SG_LEGENDS if legend != "Any Craps"])
def test_each_legend_of_singapore_is_owed(missing: str) -> None:
    """Any Craps has "C" as well: test_layout.py."""
    shown = [legend for legend in SG_LEGENDS if legend != missing]
    found = [f for f in report("sg-mbs-v2", layout={"legends": shown}).findings if f.severity == "breach"]
    assert [(f.path, f.clause) for f in found] == [("layout.legends", "3.3")]
    assert f'"{missing}"' in found[0].message
