"""An edition's data as tables: each value in words, with its clause. The edition's page and the comparison
of editions are made from the same rows; a row's `key` says which rows of two editions belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from craps.dice import POINTS
from craps.edition import Edition, WagerRule
from craps.money import amount_text, number_text, percent_text
from craps.vocabulary import BASE, BASIS, COLLECT, COME_OUT, EQUIPMENT, LABELS, LIMITS, MEASURES, REFUND
from craps.wagers import CATALOGUE, ODDS_OF
from portal.pages.pay_words import pays_text
from portal.public.rulebook_conduct import layout_rows, procedure_rows
from portal.public.rulebook_rows import Row, sentence
from portal.text import and_list, or_list


@dataclass(frozen=True)
class Subject:
    slug: str
    title: str
    head: str
    value_head: str
    rows: tuple[Row, ...]
    intro: str = ""

    @property
    def is_cited(self) -> bool:
        return any(row.clause for row in self.rows)


def subjects(edition: Edition) -> list[Subject]:
    """Every subject the edition has something to say on, in the order of the editor's steps."""
    found = [
        Subject(
            "wagers",
            _("Wagers and what they pay"),
            _("Wager"),
            _("Pays"),
            tuple(_wagers_and_pay(edition)),
        ),
        *_terms(edition),
        Subject("layout", _("Layout"), _("Subject"), _("Rule"), tuple(layout_rows(edition))),
        Subject(
            "procedure",
            _("Making and taking down bets"),
            _("Bet"),
            _("Rule"),
            tuple(procedure_rows(edition)),
        ),
        Subject(
            "slips",
            _("Slips in the source"),
            _("Place"),
            _("What is odd"),
            tuple(
                Row(f"slip{n}", _("Clause {n}").format(n=slip["clause"]), slip["text"], slip["clause"])
                for n, slip in enumerate(edition.slips)
            ),
            _("Places where the source document is unclear or contradicts itself."),
        ),
    ]
    return [subject for subject in found if subject.rows]


def compared_subjects(edition: Edition) -> list[Subject]:
    """The subjects by which editions are set side by side; all of them, also those with nothing to say."""
    return [
        Subject("wagers", _("Wagers"), _("Wager"), "", tuple(_offered(edition))),
        Subject("payouts", _("Payouts"), _("Wager"), "", tuple(_payouts(edition))),
        *_terms(edition),
        Subject("layout", _("Layout"), _("Subject"), "", tuple(layout_rows(edition))),
        Subject("procedure", _("Making and taking down bets"), _("Bet"), "", tuple(procedure_rows(edition))),
    ]


def _terms(edition: Edition) -> list[Subject]:
    return [
        Subject(
            "odds",
            _("Odds"),
            _("Bet"),
            _("At most"),
            tuple(_odds(edition)),
            _("How many times the flat bet a player may take or lay as odds once the point is set."),
        ),
        Subject("vigorish", _("Vigorish"), _("Bet"), _("How it is taken"), tuple(_vig(edition))),
        Subject(
            "come-out",
            _("On a come-out roll"),
            _("Bet"),
            _("Works or not"),
            tuple(_come_out(edition)),
            _("A bet that is off neither wins nor loses."),
        ),
        Subject("limits", _("Limits"), _("Bet"), _("Amounts"), tuple(_limits(edition))),
        Subject("table", _("Table and equipment"), _("Subject"), _("Rule"), tuple(_table(edition))),
    ]


# Wagers and payouts --------------------------------------------------------------------------------------


def _listed_wagers(edition: Edition) -> Iterator[tuple[str, WagerRule]]:
    return ((wager, edition.wagers[wager]) for wager in CATALOGUE if wager in edition.wagers)


def _wagers_and_pay(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        ours = CATALOGUE[wager].name.lower()
        name = rule.name if ours in rule.name.lower() else f"{rule.name} ({ours})"
        yield Row(wager, name, _pays(edition, wager, rule), rule.clause)


def _offered(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        terms = []
        if rule.offering.value != "yes":
            terms.append(_("the regulator judges it ({clause})").format(clause=rule.offering.clause))
        if rule.needs is not None:
            needed = or_list([CATALOGUE[flat].name.lower() for flat in rule.needs.value])
            text = _("only with a {bet} bet ({clause})")
            terms.append(text.format(bet=needed, clause=rule.needs.clause))
        ours = CATALOGUE[wager].name
        theirs = rule.name.lower().replace(" bet", "")
        note = "" if ours.lower() in theirs else _("called {name}").format(name=rule.name)
        yield Row(wager, ours, ", ".join([_("Yes"), *terms]), rule.clause, note=note)


def _payouts(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        cited = [*rule.pays.values()] or [
            pay
            for choice in edition.paytables.values()
            for table in choice.tables.values()
            for pay in table.get(wager, {}).values()
        ]
        clauses = dict.fromkeys(pay.clause for pay in cited) or {rule.shares: None}
        yield Row(wager, CATALOGUE[wager].name, _pays(edition, wager, rule), _few(clauses))


def _pays(edition: Edition, wager: str, rule: WagerRule) -> str:
    if rule.shares:
        parts = dict.fromkeys(CATALOGUE[part].name for part in CATALOGUE[wager].parts)
        return _("In equal shares: {bets}").format(bets=", ".join(parts))
    if rule.pays:
        return pays_text(wager, {slot: cited.value for slot, cited in rule.pays.items()})
    text = _("Table {letter}: {pays}")
    tables = [
        text.format(
            letter=letter, pays=pays_text(wager, {slot: cited.value for slot, cited in table[wager].items()})
        )
        for choice in edition.paytables.values()
        for letter, table in choice.tables.items()
        if wager in table
    ]
    return "; ".join(tables)


def _few(clauses: Iterable[str]) -> str:
    """At most three clauses: a wager with one for each number is found by its first ones."""
    every = list(clauses)
    return ", ".join([*every[:3], "…"] if len(every) > 3 else every)


# Odds, vigorish, come-out state, limits, table -----------------------------------------------------------


def _odds(edition: Edition) -> Iterator[Row]:
    for flat, rule in edition.odds.items():
        most = {str(point): f"{rule.most[point].value}×" for point in POINTS}
        figures = dict.fromkeys(most.values())
        if len(figures) == 1:
            value = _("{multiple} on every point").format(multiple=next(iter(figures)))
        else:
            text = _("{multiple} on {numbers}")
            value = ", ".join(
                text.format(
                    multiple=figure, numbers=and_list([point for point in most if most[point] == figure])
                )
                for figure in figures
            )
        value = _("{multiple}, measured on {basis}").format(multiple=value, basis=_(BASIS[rule.basis.value]))
        clause = rule.most[POINTS[0]].clause
        name = edition.name_of(ODDS_OF[flat])
        yield Row(flat, name, value, clause, CATALOGUE[ODDS_OF[flat]].name)


def _vig(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.vig.items():
        text = _("At most {rate} of {base}, taken {when}")
        if rule.rate.kind == "exactly":
            text = _("Exactly {rate} of {base}, taken {when}")
        when = or_list([_(COLLECT[way]) for way in rule.collect.value])
        value = text.format(rate=percent_text(rule.rate.value), base=_(BASE[rule.base.value]), when=when)
        if rule.refund is not None:
            value = f"{value}; {_(REFUND[rule.refund.value])} ({rule.refund.clause})"
        yield Row(wager, edition.name_of(wager), value, rule.rate.clause, CATALOGUE[wager].name)


def _come_out(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.come_out.items():
        if wager not in edition.wagers:
            continue
        value = sentence(_(COME_OUT[rule.state.value]))
        if called := and_list([_(COME_OUT[call]) for call in rule.call.value]):
            value = _("{state}; the player may turn it {called}").format(state=value, called=called)
        yield Row(wager, edition.name_of(wager), value, rule.state.clause, CATALOGUE[wager].name)


def _limits(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        bounds = {name: getattr(rule, name) for name in LIMITS if getattr(rule, name) is not None}
        values = [
            _(LIMITS[name]).format(amount=f"{edition.currency} {amount_text(bound.value)}")
            for name, bound in bounds.items()
        ]
        clauses = [bound.clause for bound in bounds.values()]
        if rule.chips is not None:
            values.append(_("in units of {number} chips").format(number=rule.chips.value))
            clauses.append(rule.chips.clause)
        units: dict[tuple[int, str], list[str]] = {}
        for number, unit in rule.multiple.items():
            units.setdefault((unit.value, unit.clause), []).append(number)
        for (unit_value, clause), numbers in units.items():
            text = _("in multiples of {unit} on {numbers}")
            values.append(text.format(unit=unit_value, numbers=and_list(numbers)))
            clauses.append(clause)
        if values:
            value = sentence(", ".join(values))
            yield Row(wager, rule.name, value, ", ".join(dict.fromkeys(clauses)), CATALOGUE[wager].name)


def _table(edition: Edition) -> Iterator[Row]:
    if "shape" in edition.table:
        shape = edition.table["shape"]
        yield Row("shape", _(LABELS["table.shape"]), sentence(shape.value), shape.clause)
    for key, measure in MEASURES.items():
        if key in edition.table:
            bound = edition.table[key]
            value = _(measure.limit).format(figure=number_text(bound.value))
            yield Row(key, _(LABELS[f"table.{key}"]), sentence(value), bound.clause)
    if "dice_casino_name" in edition.table:
        label = _(LABELS["table.dice_casino_name"])
        yield Row("dice_name", label, _("Required"), edition.table["dice_casino_name"])
    for piece, clause in edition.table.get("equipment", {}).items():
        yield Row(f"equipment.{piece}", _(EQUIPMENT[piece]), _("Required"), clause)
