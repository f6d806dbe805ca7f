"""A rule set's choices in words, with the clause of each: one text for page, document and register."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from craps import check, game_of
from craps.choices import owed
from craps.dice import POINTS
from craps.games.fields import fields
from craps.money import amount_text, odds_text, percent_text
from craps.ruleset import RuleSet, baseline_of
from craps.vocabulary import (
    BASE,
    BASIS,
    CALLED_WITH_CASH,
    COLLECT,
    COME_OUT,
    EXCESS,
    LABELS,
    LIMITS,
    REFUND,
    path_words,
    slot_words,
    value_words,
)
from craps.wagers import BY_NUMBER, ODDS_OF, spots
from portal.accounts.jurisdictions import currency_symbol
from portal.text import and_list

Row = dict[str, Any]


def describe_choices(ruleset: RuleSet) -> list[Row]:
    """Path, label, value and clause of each choice, and whether it differs from the edition's baseline."""
    baseline = {row["path"]: row["value"] for row in _rows(baseline_of(ruleset.edition))}
    return [
        {name: row[name] for name in ("path", "label", "value", "clause")}
        | {"differs": not row["free"] and baseline.get(row["path"]) != row["value"]}
        for row in _rows(ruleset)
        if not row["printed"]
    ]


def describe_draft(ruleset: RuleSet) -> list[Row]:
    """The same for a draft: what is still to be stated is not shown as if the operator had chosen it."""
    missing = {choice.path: choice for choice in owed(ruleset)}
    rows = []
    for row in describe_choices(ruleset):
        own = [path for path in missing if f"{path}.".startswith(f"{row['path']}.")]
        for path in own:
            del missing[path]
        if own == [f"{row['path']}.excess"]:
            row |= {"value": f"{row['value']}; whether more is accepted for a payable unit is to be stated"}
        elif own:
            row |= {"value": f"Still to be stated. Our baseline: {row['value']}"}
        rows.append(row)
    # What no row is about: a choice of which only a stated answer is shown.
    return rows + [
        _row(choice.path, path_words(choice.path), "Still to be stated", choice.clause) | {"differs": False}
        for choice in missing.values()
    ]


def differences(was: RuleSet, now: RuleSet) -> list[Row]:
    """What changed between two rule sets: path, label, clause and the words of both ("" for none).

    What is `free` does not differ from the document, which leaves it to the operator.
    """
    before = {row["path"]: row for row in _rows(was)}
    after = {row["path"]: row for row in _rows(now)}
    return [
        {
            "path": path,
            "label": row["label"],
            "clause": row["clause"],
            "free": row["free"],
            "was": before.get(path, {}).get("value", ""),
            "now": after.get(path, {}).get("value", ""),
        }
        for path, row in (before | after).items()
        if before.get(path, {}).get("value") != after.get(path, {}).get("value")
    ]


def limit_words(ruleset: RuleSet) -> dict[str, str]:
    """The stated limits in words, by wager; those of the whole table, "table", come first."""
    symbol, stated = _symbol(ruleset), ruleset.stated.get("limits", {})
    bounds = {"table": stated["table"]} if stated.get("table") else {}
    bounds |= {w: ruleset.own_limits(w)._asdict() for w in ruleset.edition.catalogue if w in stated}
    return {
        wager: ", ".join(
            LIMITS[bound].format(amount=money(value, symbol))
            for bound, value in limits.items()
            if value is not None
        )
        for wager, limits in bounds.items()
    }


def _rows(ruleset: RuleSet) -> Iterator[Row]:
    game = game_of(ruleset.edition)
    yield from _wagers(ruleset)
    if game.in_rounds:
        yield from (_row(*statement) for statement in game.statements(ruleset))
        more = (*_limits(ruleset), *_fields_of_the_table(ruleset), *_layout(ruleset))
        found = [finding.path for finding in check(ruleset).findings] if more else []
        yield from (row | {"free": not _found_at(row["path"], found)} for row in more)
        return
    yield from _numbers(ruleset)
    yield from _odds(ruleset)
    yield from _vig(ruleset)
    yield from _paytables(ruleset)
    yield from _payouts(ruleset)
    yield from _come_out(ruleset)
    yield from _limits(ruleset)
    yield from _making(ruleset)
    yield from _table(ruleset)
    yield from _layout(ruleset)


def _row(
    path: str, label: str, value: str, clause: str = "", free: bool = False, printed: bool = False
) -> Row:
    return {
        "path": path,
        "label": label,
        "value": value,
        "clause": clause,
        "free": free,
        "printed": printed,
    }


def _found_at(path: str, found: Sequence[str]) -> bool:
    """Whether something was found at a path or below it."""
    return any(each == path or each.startswith((f"{path}.", f"{path}[")) for each in found)


def _wagers(ruleset: RuleSet) -> Iterator[Row]:
    edition, ours = ruleset.edition, game_of(ruleset.edition).wagers
    missing = [edition.name_of(w) for w in ours if w in edition.wagers and w not in ruleset.offered]
    added = [name for w, name in ours.items() if w in ruleset.offered and w not in edition.wagers]
    value = f"{len(ruleset.offered)} of {len(edition.wagers)} that the edition lists"
    if not missing and not added:
        every = {1: "The only one", 2: "Both"}.get(len(edition.wagers), f"All {len(edition.wagers)}")
        value = f"{every} that the edition lists"
    if missing:
        value += f"; left out: {', '.join(missing)}"
    if added:
        value += f"; not listed in the edition: {', '.join(added)}"
    yield _row("wagers", "Wagers offered", value, edition.listed)


def _numbers(ruleset: RuleSet) -> Iterator[Row]:
    """Only where a wager is offered on some of its numbers."""
    for wager in BY_NUMBER:
        names = ruleset.stated.get("numbers", {}).get(wager)
        if names and wager in ruleset.offered and len(names) < len(spots(wager)):
            label = f"Numbers of {ruleset.edition.name_of(wager)}"
            yield _row(f"numbers.{wager}", label, and_list(names), ruleset.rule(wager).clause)


def _odds(ruleset: RuleSet) -> Iterator[Row]:
    for flat, odds in ODDS_OF.items():
        rule = ruleset.edition.odds.get(flat)
        if rule is None or odds not in ruleset.offered:
            continue
        value = _multiples([ruleset.multiple(flat, point) for point in POINTS])
        measured = "" if ruleset.basis(flat) == "wager" else f", measured on {BASIS['winnings']}"
        name = ruleset.edition.name_of(flat)
        clause = rule.most[POINTS[0]].clause
        excess = ruleset.stated.get("odds", {}).get(flat, {}).get("excess")
        if excess is not None:
            measured += f"; {EXCESS[excess]} ({rule.excess.clause})"
        yield _row(f"odds.{flat}", f"Odds on {name}", f"up to {value}{measured}", clause)


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
        value = (
            f"{percent_text(terms.rate)} of {BASE[terms.base]}, taken {COLLECT[terms.collect]}; "
            f"{REFUND[terms.refund]}"
        )
        yield _row(f"vig.{wager}", f"Vigorish on {ruleset.edition.name_of(wager)}", value, rule.rate.clause)


def _paytables(ruleset: RuleSet) -> Iterator[Row]:
    for name, choice in ruleset.edition.paytables.items():
        paid_from_it = set(choice.tables[choice.baseline])
        if len(choice.tables) > 1 and paid_from_it & ruleset.offered:
            path = f"paytables.{name}"
            yield _row(path, LABELS[path], f"Table {ruleset.paytable(name)}", choice.clause)


def _payouts(ruleset: RuleSet) -> Iterator[Row]:
    """Only where the rule set states one that is not the edition's own figure."""
    for key, value in ruleset.stated.get("payouts", {}).items():
        wager, _, slot = key.partition(":")
        cited = ruleset.cited_payouts(wager)
        figure = cited.get(slot) or next(iter(cited.values()), None)
        if figure is not None and figure.value == value:
            continue
        on = f" on {slot_words(wager, slot)}" if slot else ""
        label = f"Payout of {ruleset.edition.name_of(wager)}{on}"
        yield _row(f"payouts.{key}", label, odds_text(Fraction(value)), figure.clause if figure else "")


def _come_out(ruleset: RuleSet) -> Iterator[Row]:
    for wager, rule in ruleset.edition.come_out.items():
        state = ruleset.come_out_state(wager)
        if wager in ruleset.offered and state != rule.state.value:
            label = f"{ruleset.edition.name_of(wager)} on a come-out roll"
            yield _row(f"come_out.{wager}", label, COME_OUT[state], rule.state.clause)


def _limits(ruleset: RuleSet) -> Iterator[Row]:
    for wager, words in limit_words(ruleset).items():
        path = f"limits.{wager}"
        label = LABELS.get(path) or f"Limits of {ruleset.edition.name_of(wager)}"
        yield _row(path, label, words, ruleset.edition.making.limits)


def _making(ruleset: RuleSet) -> Iterator[Row]:
    stated = ruleset.stated.get("making", {}).get("called_with_cash")
    if stated is not None:
        path, due = "making.called_with_cash", ruleset.edition.making.called_with_cash
        yield _row(path, LABELS[path], CALLED_WITH_CASH[stated], due.clause if due else "")


def _chip_unit(ruleset: RuleSet) -> Iterator[Row]:
    if ruleset.chip_unit != 1:  # the default
        yield _row("chip_unit", LABELS["chip_unit"], money(ruleset.chip_unit, _symbol(ruleset)))


def _fields_of_the_table(ruleset: RuleSet) -> Iterator[Row]:
    """In games played in rounds: in the order of their form, each with the clause of its rule."""
    yield from _chip_unit(ruleset)
    stated = ruleset.to_json().get("table", {})
    for field in fields(ruleset.edition, "table"):
        name = field.path.partition(".")[2]
        if name in stated:
            yield _row(field.path, field.label, value_words(field.path, stated[name]), field.clause)


def _table(ruleset: RuleSet) -> Iterator[Row]:
    yield from _chip_unit(ruleset)
    table, due = ruleset.stated.get("table", {}), ruleset.edition.table
    for path, label in LABELS.items():
        section, _, field = path.partition(".")
        if section != "table" or field not in table:
            continue
        yield _row(path, label, value_words(path, table[field]), _clause(due.get(field), table[field]))


def _layout(ruleset: RuleSet) -> Iterator[Row]:
    """What a list can say of a layout; the drawing shows where each area is."""
    stated, due = ruleset.stated.get("layout", {}), ruleset.edition.layout
    if areas := stated.get("areas"):
        value = f"{len(areas)} area{'s' if len(areas) > 1 else ''} for {_drawn(ruleset, areas)}"
        yield _row("layout.areas", LABELS["layout.areas"], value, due.get("areas", ""))
    if legends := stated.get("legends"):
        yield _row("layout.legends", LABELS["layout.legends"], ", ".join(f"“{text}”" for text in legends))
    if schedules := stated.get("schedules"):
        names = and_list([ruleset.edition.name_of(bet) for bet in schedules])
        clause = _clause(due.get("schedules"), schedules)
        yield _row("layout.schedules", LABELS["layout.schedules"], names, clause)
    if "logo" in stated:
        yield _row("layout.logo", LABELS["layout.logo"], value_words("layout.logo", stated["logo"]))
    for path, label in LABELS.items():
        _, _, rest = path.partition("layout.")
        part, _, field = rest.partition(".")
        detail = stated.get(part, {}).get(field) if field else None
        if detail is not None:
            clause = _clause(due.get(part, {}).get(field), detail)
            names = and_list([ruleset.edition.name_of(bet) for bet in detail]) if field == "areas" else ""
            yield _row(path, label, names or value_words(path, detail), clause)


def _drawn(ruleset: RuleSet, areas: Sequence[Mapping[str, Any]]) -> str:
    """What has an area: in craps so many wagers, in games with few bets each of them."""
    game = game_of(ruleset.edition)
    if not game.in_rounds:
        return f"{len({area['wager'] for area in areas})} of the wagers"
    return and_list(
        list(dict.fromkeys(game.bet_words(ruleset.edition, area["wager"], area) for area in areas))
    )


def _clause(due: Any, stated: Any) -> str:
    """Where the edition speaks of it: a cited value, a clause, or one for each piece that is stated."""
    if isinstance(due, Mapping):
        return ", ".join(dict.fromkeys(due[piece] for piece in stated if piece in due))
    return getattr(due, "clause", due) or ""


def _symbol(ruleset: RuleSet) -> str:
    currency = ruleset.stated.get("currency", ruleset.edition.currency)
    return currency_symbol(currency)


def money(amount: int | Fraction, symbol: str) -> str:
    """NZ$15, US$2.50, US$35/3: exact, and no decimals where there are none."""
    return f"{symbol}{amount_text(amount)}"
