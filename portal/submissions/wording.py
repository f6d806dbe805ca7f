"""A rule set's choices in words, with the clause of each: one text for page, document and register."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from craps import load_ruleset
from craps.dice import POINTS
from craps.money import amount_text, odds_text, percent_text
from craps.wagers import CATALOGUE, ODDS_OF
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.text import and_list

if TYPE_CHECKING:
    from craps.ruleset import RuleSet

Row = dict[str, Any]

_COLLECT = {
    "placement": "when the wager is placed",
    "win": "only on a win",
    "placement_and_payment": "when the wager is placed and each time it is paid",
}
_BASE = {"wager": "the wager", "win": "the win"}
_TABLE = {
    "shape": ("Shape of the table", "{}"),
    "length_ft": ("Table length", "{} ft"),
    "seats": ("Seats at the table", "{}"),
    "players": ("Players at the table", "at most {}"),
    "players_per_end": ("Players at each end", "at most {}"),
    "dice": ("Dice at the table", "{}"),
    "dice_face_mm": ("Face of a die", "{} mm"),
    "dice_casino_name": ("Casino’s name on the dice", "{}"),
    "dice_change_hours": ("Hours until the dice are changed", "at most {}"),
    "counts_as_tables": ("Tables it counts as for a supervisor", "{}"),
    "limits_posted": ("Limits posted at the table", "{}"),
    "equipment": ("Equipment at the table", "{}"),
    "discs": ("Discs that say on or off", "{}"),
}
_SIDE_BETS = {
    "fire": {
        "positions": "Fire bet positions",
        "clockwise": "Fire bet positions numbered clockwise",
        "relocation_area": "Common area for fire bets",
        "wall_notice": "Fire bet notice on the wall of the table",
    },
    "bonus": {
        "areas": "Bonus craps areas",
        "marker_spots": "Bonus craps marker spots",
        "odds_shown": "Bonus craps odds on the layout",
    },
}


def chosen(ruleset: dict[str, Any]) -> list[Row]:
    """Path, label, value and clause of each choice, and whether it differs from the edition's baseline."""
    loaded = load_ruleset(ruleset)
    baseline = {row["path"]: row["value"] for row in _rows(load_ruleset({"edition": loaded.edition.id}))}
    return [row | {"differs": baseline.get(row["path"]) != row["value"]} for row in _rows(loaded)]


def differences(was: dict[str, Any], now: dict[str, Any]) -> list[Row]:
    """What changed between two rule sets: path, label, clause and the words of both ("" for none)."""
    before = {row["path"]: row for row in _rows(load_ruleset(was))}
    after = {row["path"]: row for row in _rows(load_ruleset(now))}
    return [
        {
            "path": path,
            "label": row["label"],
            "clause": row["clause"],
            "was": before.get(path, {}).get("value", ""),
            "now": after.get(path, {}).get("value", ""),
        }
        for path, row in (before | after).items()
        if before.get(path, {}).get("value") != after.get(path, {}).get("value")
    ]


def _rows(ruleset: RuleSet) -> Iterator[Row]:
    yield from _wagers(ruleset)
    yield from _odds(ruleset)
    yield from _vig(ruleset)
    yield from _paytables(ruleset)
    yield from _payouts(ruleset)
    yield from _come_out(ruleset)
    yield from _limits(ruleset)
    yield from _table(ruleset)
    yield from _layout(ruleset)


def _row(path: str, label: str, value: str, clause: str = "") -> Row:
    return {"path": path, "label": label, "value": value, "clause": clause}


def _wagers(ruleset: RuleSet) -> Iterator[Row]:
    edition = ruleset.edition
    missing = [edition.name_of(w) for w in CATALOGUE if w in edition.wagers and w not in ruleset.offered]
    added = [CATALOGUE[w].name for w in CATALOGUE if w in ruleset.offered and w not in edition.wagers]
    value = f"{len(ruleset.offered)} of {len(edition.wagers)} that the edition lists"
    if not missing and not added:
        value = f"All {len(edition.wagers)} that the edition lists"
    if missing:
        value += f"; left out: {', '.join(missing)}"
    if added:
        value += f"; not listed in the edition: {', '.join(added)}"
    yield _row("wagers", "Wagers offered", value, edition.listed)


def _odds(ruleset: RuleSet) -> Iterator[Row]:
    for flat, odds in ODDS_OF.items():
        rule = ruleset.edition.odds.get(flat)
        if rule is None or odds not in ruleset.offered:
            continue
        value = _multiples([ruleset.multiple(flat, point) for point in POINTS])
        measured = "odds" if ruleset.basis(flat) == "wager" else "winnings"
        name = ruleset.edition.name_of(flat)
        yield _row(
            f"odds.{flat}", f"Odds on {name}", f"{measured} up to {value}", rule.most[POINTS[0]].clause
        )


def _multiples(multiples: list[int | Fraction]) -> str:
    """ "2×" where all points are alike, else each multiple with its points."""
    if len(set(multiples)) == 1:
        return f"{multiples[0]}× on every point"
    by_multiple: dict[int | Fraction, list[str]] = {}
    for point, multiple in zip(POINTS, multiples, strict=True):
        by_multiple.setdefault(multiple, []).append(str(point))
    return ", ".join(f"{multiple}× on {and_list(points)}" for multiple, points in by_multiple.items())


def _vig(ruleset: RuleSet) -> Iterator[Row]:
    for wager in ("buy", "lay"):
        rule = ruleset.edition.vig.get(wager)
        if rule is None or wager not in ruleset.offered:
            continue
        terms = ruleset.vig(wager)
        back = "given back" if terms.refund else "kept"
        value = (
            f"{percent_text(terms.rate)} of {_BASE[terms.base]}, taken {_COLLECT[terms.collect]}; "
            f"{back} if the wager is taken down undecided"
        )
        yield _row(f"vig.{wager}", f"Vigorish on {ruleset.edition.name_of(wager)}", value, rule.rate.clause)


def _paytables(ruleset: RuleSet) -> Iterator[Row]:
    for name, choice in ruleset.edition.paytables.items():
        paid_from_it = set(choice.tables[choice.baseline])
        if len(choice.tables) > 1 and paid_from_it & ruleset.offered:
            label = "Fire bet paytable" if name == "fire" else "Bonus craps paytable"
            yield _row(f"paytables.{name}", label, f"Table {ruleset.paytable(name)}", choice.clause)


def _payouts(ruleset: RuleSet) -> Iterator[Row]:
    """Only where the rule set states one that is not the edition's own figure."""
    for key, value in ruleset.stated.get("payouts", {}).items():
        wager, _, slot = key.partition(":")
        cited = ruleset.cited_payouts(wager)
        figure = cited.get(slot) or next(iter(cited.values()), None)
        if figure is not None and figure.value == value:
            continue
        on = f" on {slot}" if slot else ""
        label = f"Payout of {ruleset.edition.name_of(wager)}{on}"
        yield _row(f"payouts.{key}", label, odds_text(Fraction(value)), figure.clause if figure else "")


def _come_out(ruleset: RuleSet) -> Iterator[Row]:
    for wager, rule in ruleset.edition.come_out.items():
        state = ruleset.come_out_state(wager)
        if wager in ruleset.offered and state != rule.state.value:
            label = f"{ruleset.edition.name_of(wager)} on a come-out roll"
            yield _row(f"come_out.{wager}", label, state, rule.state.clause)


def _limits(ruleset: RuleSet) -> Iterator[Row]:
    symbol = _symbol(ruleset)
    for wager in (w for w in CATALOGUE if w in ruleset.stated.get("limits", {})):
        limits = ruleset.limits(wager)
        parts = []
        if limits.min is not None:
            parts.append(f"at least {money(limits.min, symbol)}")
        if limits.max is not None:
            parts.append(f"at most {money(limits.max, symbol)}")
        if limits.increment is not None:
            parts.append(f"in steps of {money(limits.increment, symbol)}")
        label = f"Limits of {ruleset.edition.name_of(wager)}"
        yield _row(f"limits.{wager}", label, ", ".join(parts), ruleset.edition.making.limits)


def _table(ruleset: RuleSet) -> Iterator[Row]:
    if ruleset.chip_unit != 1:  # what is meant where nothing is said
        yield _row("chip_unit", "Smallest chip", money(ruleset.chip_unit, _symbol(ruleset)))
    table, due = ruleset.stated.get("table", {}), ruleset.edition.table
    for field, (label, text) in _TABLE.items():
        if field in table:
            clause = _clause(due.get(field), table[field])
            yield _row(f"table.{field}", label, text.format(_said(table[field])), clause)


def _layout(ruleset: RuleSet) -> Iterator[Row]:
    """What a list can say of a layout; where each area lies is told by the drawing."""
    stated, due = ruleset.stated.get("layout", {}), ruleset.edition.layout
    if areas := stated.get("areas"):
        drawn = {area["wager"] for area in areas}
        value = f"{len(areas)} area{'s' if len(areas) > 1 else ''} for {len(drawn)} of the wagers"
        yield _row("layout.areas", "Areas on the layout", value, due.get("areas", ""))
    if legends := stated.get("legends"):
        yield _row("layout.legends", "Legends on the layout", ", ".join(f"“{text}”" for text in legends))
    if schedules := stated.get("schedules"):
        names = and_list([ruleset.edition.name_of(bet) for bet in schedules])
        clause = _clause(due.get("schedules"), schedules)
        yield _row("layout.schedules", "Pay schedules on the layout", names, clause)
    if "logo" in stated:
        yield _row("layout.logo", "Logo on the layout", _said(stated["logo"]))
    for part, fields in _SIDE_BETS.items():
        for field, label in fields.items():
            value = stated.get(part, {}).get(field)
            if value is not None:
                clause = _clause(due.get(part, {}).get(field), value)
                names = [ruleset.edition.name_of(bet) for bet in value] if field == "areas" else value
                yield _row(f"layout.{part}.{field}", label, _said(names), clause)


def _said(value: Any) -> str:
    """A figure without needless zeros, a yes or no, a list."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return size_text(value)
    if isinstance(value, str):
        return value
    return and_list([str(each).replace("_", " ") for each in value]) or "none"


def _clause(due: Any, stated: Any) -> str:
    """Where the edition speaks of it: a cited value, a clause, or one for each piece that is stated."""
    if isinstance(due, Mapping):
        return ", ".join(dict.fromkeys(due[piece] for piece in stated if piece in due))
    return getattr(due, "clause", due) or ""


def size_text(value: int | Fraction) -> str:
    """9.5, 14, 35/3: a measure without needless zeros.

    >>> size_text(Fraction(19, 2)), size_text(14)
    ('9.5', '14')
    """
    text = amount_text(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _symbol(ruleset: RuleSet) -> str:
    currency = ruleset.stated.get("currency", ruleset.edition.currency)
    known = {j.currency: j.symbol for j in JURISDICTIONS.values()}
    return known.get(currency, f"{currency} ")


def money(amount: int | Fraction, symbol: str) -> str:
    """NZ$15, US$2.50, US$35/3: exact, and no decimals where there are none."""
    value = Fraction(amount)
    if value.denominator == 1:
        return f"{symbol}{value.numerator:,}"
    cents = value * 100
    if cents.denominator == 1:
        whole, part = divmod(cents.numerator, 100)
        return f"{symbol}{whole:,}.{part:02d}"
    return f"{symbol}{value}"
