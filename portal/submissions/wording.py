"""A rule set's choices in words, with the clause of each: one text for page, document and register."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from craps import game_of
from craps.checks.wagers import in_effect
from craps.choices import owed
from craps.dice import POINTS
from craps.edition import Edition
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
)
from craps.wagers import BY_NUMBER, ODDS_OF, spots
from portal.accounts.jurisdictions import currency_symbol
from portal.submissions.lengths import value_words
from portal.submissions.standing import Found, Standings
from portal.text import and_list, money_text

Row = dict[str, Any]


def describe_choices(ruleset: RuleSet) -> list[Row]:
    """Path, label, value and clause of each choice, and its `standing`: departs, chosen or complies."""
    standings, baseline = Standings(ruleset), _baseline(ruleset)
    return [row | {"standing": standings.of(row, baseline.get(row["path"]))} for row in _stated(ruleset)]


def compare_with_rulebook(
    ruleset: RuleSet, findings: Iterable[Found] | None = None, more: Iterable[Row] = ()
) -> list[Row]:
    """The choices and `more` rows, each with its standing and, as `rulebook`, what the document has there.

    `findings` are those of a stored run; without them the rules are checked.
    """
    standings, baseline = Standings(ruleset, findings), _baseline(ruleset)
    stated, rows = [*_stated(ruleset), *more], []
    for row in (*stated, *standings.rows_of_others(stated)):
        was = baseline.get(row["path"])
        standing = standings.of(row, was)
        finding = standings.finding_at(row["path"])
        judged = row | {"standing": standing, "severity": finding.severity if finding else ""}
        rows.append(judged | {"rulebook": standings.document_says(judged, was)})
    return rows


def _stated(ruleset: RuleSet) -> Iterator[Row]:
    for row in _rows(ruleset):
        if not row["printed"]:
            yield {name: row[name] for name in ("path", "label", "value", "clause")}


def _baseline(ruleset: RuleSet) -> dict[str, str]:
    return {row["path"]: row["value"] for row in _rows(baseline_of(ruleset.edition))}


def describe_draft(ruleset: RuleSet) -> list[Row]:
    """The same for a draft: what is still to be stated is not shown as if the operator had chosen it, and has
    no standing."""
    missing = {choice.path: choice for choice in owed(ruleset)}
    rows = []
    for row in describe_choices(ruleset):
        own = [path for path in missing if f"{path}.".startswith(f"{row['path']}.")]
        for path in own:
            del missing[path]
        if own == [f"{row['path']}.excess"]:
            row |= {"value": f"{row['value']}; whether more is accepted for a payable unit is to be stated"}
        elif own:
            row |= {"value": f"Still to be stated. Our baseline: {row['value']}", "standing": ""}
        rows.append(row)
    # What no row is about: a choice of which only a stated answer is shown.
    return rows + [
        _row(choice.path, path_words(choice.path, ruleset.edition), "Still to be stated", choice.clause)
        | {"standing": ""}
        for choice in missing.values()
    ]


def differences(was: RuleSet, now: RuleSet) -> list[Row]:
    """What changed between two rule sets: path, label, clause and the words of both ("" for none)."""
    before = {row["path"]: row for row in _rows(was)}
    after = {row["path"]: row for row in _rows(now)}
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


def limit_words(ruleset: RuleSet) -> dict[str, str]:
    """The limits of what is offered in words, by wager; those of the whole table, "table", come first."""
    symbol, stated = _symbol(ruleset), ruleset.stated.get("limits", {})
    bounds = {"table": stated["table"]} if stated.get("table") else {}
    offered = [w for w in ruleset.edition.catalogue if w in stated and w in ruleset.offered]
    bounds |= {w: ruleset.own_limits(w)._asdict() for w in offered}
    return {
        wager: ", ".join(
            LIMITS[bound].format(amount=money(value, symbol))
            for bound, value in limits.items()
            if value is not None
        )
        for wager, limits in bounds.items()
    }


def limit_name(edition: Edition, wager: str) -> str:
    """What a limit is about: a wager by its document's name, or the whole table."""
    return LABELS.get(f"limits.{wager}") or edition.name_of(wager)


def _rows(ruleset: RuleSet) -> Iterator[Row]:
    game = game_of(ruleset.edition)
    yield from _wagers(ruleset)
    if game.in_rounds:
        yield from (_row(*statement) for statement in game.statements(ruleset))
        yield from _limits(ruleset)
        yield from _fields_of_the_table(ruleset)
        yield from _layout(ruleset)
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


def _row(path: str, label: str, value: str, clause: str = "", printed: bool = False) -> Row:
    return {"path": path, "label": label, "value": value, "clause": clause, "printed": printed}


def _wagers(ruleset: RuleSet) -> Iterator[Row]:
    edition, ours = ruleset.edition, game_of(ruleset.edition).wagers
    missing = [edition.name_of(w) for w in ours if w in edition.wagers and w not in ruleset.offered]
    added = [name for w, name in ours.items() if w in ruleset.offered and w not in edition.wagers]
    count = len(edition.wagers)
    value = _("{n} of {all} that the edition lists").format(n=len(ruleset.offered), all=count)
    if not missing and not added:
        few = {1: _("The only one that the edition lists"), 2: _("Both that the edition lists")}
        value = few.get(count) or _("All {n} that the edition lists").format(n=count)
    if missing:
        value += _("; left out: {bets}").format(bets=", ".join(missing))
    if added:
        value += _("; not listed in the edition: {bets}").format(bets=", ".join(added))
    yield _row("wagers", _("Wagers offered"), value, edition.listed)


def _numbers(ruleset: RuleSet) -> Iterator[Row]:
    """Only where a wager is offered on some of its numbers."""
    for wager in BY_NUMBER:
        names = ruleset.stated.get("numbers", {}).get(wager)
        if names and wager in ruleset.offered and len(names) < len(spots(wager)):
            path = f"numbers.{wager}"
            label = path_words(path, ruleset.edition)
            yield _row(path, label, and_list(names), ruleset.rule(wager).clause)


def _odds(ruleset: RuleSet) -> Iterator[Row]:
    for flat, odds in ODDS_OF.items():
        rule = ruleset.edition.odds.get(flat)
        if rule is None or odds not in ruleset.offered:
            continue
        value = _multiples([ruleset.multiple(flat, point) for point in POINTS])
        value = _("up to {multiples}").format(multiples=value)
        if ruleset.basis(flat) != "wager":
            value = _("{multiple}, measured on {basis}").format(multiple=value, basis=BASIS["winnings"])
        clause = rule.most[POINTS[0]].clause
        excess = ruleset.stated.get("odds", {}).get(flat, {}).get("excess")
        if excess is not None:
            value += f"; {EXCESS[excess]} ({rule.excess.clause})"
        label = path_words(f"odds.{flat}", ruleset.edition)
        yield _row(f"odds.{flat}", label, value, clause)


def _multiples(multiples: list[int | Fraction]) -> str:
    """ "2×" where all points are alike, else each multiple with its points."""
    if len(set(multiples)) == 1:
        return _("{multiple} on every point").format(multiple=f"{multiples[0]}×")
    by_multiple: dict[int | Fraction, list[str]] = {}
    for point, multiple in zip(POINTS, multiples, strict=True):
        by_multiple.setdefault(multiple, []).append(str(point))
    text = _("{multiple} on {numbers}")
    return ", ".join(
        text.format(multiple=f"{multiple}×", numbers=and_list(points))
        for multiple, points in by_multiple.items()
    )


def _vig(ruleset: RuleSet) -> Iterator[Row]:
    for wager in ("buy", "lay"):
        rule = ruleset.edition.vig.get(wager)
        if rule is None or wager not in ruleset.offered:
            continue
        terms = ruleset.vig(wager)
        value = _("{rate} of {base}, taken {when}; {refund}").format(
            rate=percent_text(terms.rate),
            base=BASE[terms.base],
            when=COLLECT[terms.collect],
            refund=REFUND[terms.refund],
        )
        label = path_words(f"vig.{wager}", ruleset.edition)
        yield _row(f"vig.{wager}", label, value, rule.citation)


def _paytables(ruleset: RuleSet) -> Iterator[Row]:
    for name, choice in ruleset.edition.paytables.items():
        paid_from_it = set(choice.tables[choice.baseline])
        if len(choice.tables) > 1 and paid_from_it & ruleset.offered:
            path, table = f"paytables.{name}", _("Table {letter}").format(letter=ruleset.paytable(name))
            yield _row(path, path_words(path, ruleset.edition), table, choice.clause)


def _payouts(ruleset: RuleSet) -> Iterator[Row]:
    """Only where the rule set states one that counts and is not the edition's own figure."""
    paid = in_effect(ruleset)
    for key, value in ruleset.stated.get("payouts", {}).items():
        wager, _, slot = key.partition(":")
        if wager not in paid:
            continue
        cited = ruleset.cited_payouts(wager)
        figures = [cited[slot]] if slot in cited else [*cited.values()]
        if figures and all(figure.value == value for figure in figures):
            continue
        clause = ", ".join(dict.fromkeys(figure.clause for figure in figures))
        label = path_words(f"payouts.{key}", ruleset.edition)
        yield _row(f"payouts.{key}", label, odds_text(Fraction(value)), clause)


def _come_out(ruleset: RuleSet) -> Iterator[Row]:
    for wager, rule in ruleset.edition.come_out.items():
        state = ruleset.come_out_state(wager)
        if wager in ruleset.offered and state != rule.state.value:
            label = path_words(f"come_out.{wager}", ruleset.edition)
            yield _row(f"come_out.{wager}", label, COME_OUT[state], rule.state.clause)


def _limits(ruleset: RuleSet) -> Iterator[Row]:
    for wager, words in limit_words(ruleset).items():
        path = f"limits.{wager}"
        yield _row(path, path_words(path, ruleset.edition), words, ruleset.edition.limits_clause(wager))


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
            yield _row(
                field.path, field.label, value_words(field.path, stated[name], ruleset.edition), field.clause
            )


def _table(ruleset: RuleSet) -> Iterator[Row]:
    yield from _chip_unit(ruleset)
    table, due = ruleset.stated.get("table", {}), ruleset.edition.table
    for path, label in LABELS.items():
        section, _, field = path.partition(".")
        if section != "table" or field not in table:
            continue
        value = value_words(path, table[field], ruleset.edition)
        yield _row(path, label, value, _clause(due.get(field), table[field]))


def _layout(ruleset: RuleSet) -> Iterator[Row]:
    """What a list can say of a layout; the drawing shows where each area is."""
    stated, due = ruleset.stated.get("layout", {}), ruleset.edition.layout
    if areas := stated.get("areas"):
        text = ngettext("{n} area for {bets}", "{n} areas for {bets}", len(areas))
        value = text.format(n=len(areas), bets=_drawn(ruleset, areas))
        yield _row("layout.areas", LABELS["layout.areas"], value, due.get("areas", ""))
    if legends := stated.get("legends"):
        value = ", ".join(f"“{text}”" for text in legends)
        asked = dict.fromkeys((due.get("operator_name", ""), *due.get("words", {}).values()))
        yield _row("layout.legends", LABELS["layout.legends"], value, ", ".join(filter(None, asked)))
    if schedules := stated.get("schedules"):
        names = and_list([ruleset.edition.name_of(bet) for bet in schedules])
        clause = _clause(due.get("schedules"), schedules)
        yield _row("layout.schedules", LABELS["layout.schedules"], names, clause)
    if "logo" in stated:
        words = value_words("layout.logo", stated["logo"], ruleset.edition)
        yield _row("layout.logo", LABELS["layout.logo"], words, due.get("operator_name", ""))
    for path in LABELS:
        _, _, rest = path.partition("layout.")
        part, _, field = rest.partition(".")
        detail = stated.get(part, {}).get(field) if field else None
        if detail is not None:
            clause = _clause(due.get(part, {}).get(field), detail)
            names = and_list([ruleset.edition.name_of(bet) for bet in detail]) if field == "areas" else ""
            label = path_words(path, ruleset.edition)
            yield _row(path, label, names or value_words(path, detail, ruleset.edition), clause)


def _drawn(ruleset: RuleSet, areas: Sequence[Mapping[str, Any]]) -> str:
    """What has an area: in craps so many wagers, in games with few bets each of them."""
    game = game_of(ruleset.edition)
    if not game.in_rounds:
        return _("{n} of the wagers").format(n=len({area["wager"] for area in areas}))
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
    """NZ$15, US$2.50, US$61 and 1/3, 2/3 of US$1: exact, and no decimals where there are none."""
    text = amount_text(amount)
    if re.fullmatch(r"\d+/\d+", text):
        return _("{part} of {amount}").format(part=text, amount=money_text("1", symbol))
    return money_text(text, symbol)
