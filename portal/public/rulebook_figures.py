"""An edition's data as tables: each value in words, with its clause. The edition's page and the comparison
of editions are made from the same rows; a row's `key` says which rows of two editions belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.dice import POINTS
from craps.edition import Edition, WagerRule
from craps.money import amount_text, number_text, percent_text
from craps.vocabulary import EQUIPMENT
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
        text = _("{multiple}, measured on what the odds would win")
        if rule.basis.value == "wager":
            text = _("{multiple}, of the amount wagered")
        clause = rule.most[POINTS[0]].clause
        name = edition.name_of(ODDS_OF[flat])
        yield Row(flat, name, text.format(multiple=value), clause, CATALOGUE[ODDS_OF[flat]].name)


_COLLECTED = {
    "placement": gettext_lazy("when the bet is placed"),
    "win": gettext_lazy("only on a win"),
    "placement_and_payment": gettext_lazy("when the bet is placed and each time it is paid"),
}


def _vig(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.vig.items():
        of_wager = rule.base.value == "wager"
        text = {
            "exactly": _("Exactly {rate} of the amount wagered, taken {when}")
            if of_wager
            else _("Exactly {rate} of what it wins, taken {when}"),
            "at most": _("At most {rate} of the amount wagered, taken {when}")
            if of_wager
            else _("At most {rate} of what it wins, taken {when}"),
        }[rule.rate.kind]
        when = or_list([str(_COLLECTED[way]) for way in rule.collect.value])
        value = text.format(rate=percent_text(rule.rate.value), when=when)
        if rule.refund is not None:
            text = _("{vigorish}; kept if the bet is taken down undecided ({clause})")
            if rule.refund.value:
                text = _("{vigorish}; given back if the bet is taken down undecided ({clause})")
            value = text.format(vigorish=value, clause=rule.refund.clause)
        yield Row(wager, edition.name_of(wager), value, rule.rate.clause, CATALOGUE[wager].name)


def _come_out(edition: Edition) -> Iterator[Row]:
    for wager, rule in edition.come_out.items():
        if wager not in edition.wagers:
            continue
        value = _("On") if rule.state.value == "on" else _("Off")
        if called := and_list([_("on") if call == "on" else _("off") for call in rule.call.value]):
            value = _("{state}; the player may call it {called}").format(state=value, called=called)
        yield Row(wager, edition.name_of(wager), value, rule.state.clause, CATALOGUE[wager].name)


def _limits(edition: Edition) -> Iterator[Row]:
    for wager, rule in _listed_wagers(edition):
        bounds = (
            (_("at least {amount}"), rule.min),
            (_("at most {amount}"), rule.max),
            (_("in steps of {amount}"), rule.increment),
        )
        stated = [(words, bound) for words, bound in bounds if bound is not None]
        values = [
            words.format(amount=f"{edition.currency} {amount_text(bound.value)}") for words, bound in stated
        ]
        clauses = [bound.clause for _words, bound in stated]
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


_TABLE: dict[str, tuple[Any, Any]] = {
    "shape": (gettext_lazy("Shape"), "{measure}"),
    "length_ft": (gettext_lazy("Length"), gettext_lazy("At most {measure} ft")),
    "seats": (gettext_lazy("Seats"), gettext_lazy("At most {measure}")),
    "players": (gettext_lazy("Players"), gettext_lazy("At most {measure}")),
    "players_per_end": (gettext_lazy("Players at each end"), gettext_lazy("At most {measure}")),
    "dice": (gettext_lazy("Dice"), gettext_lazy("{measure} in a set")),
    "dice_face_mm": (gettext_lazy("Face of a die"), gettext_lazy("At least {measure} mm")),
    "dice_change_hours": (gettext_lazy("Dice are changed"), gettext_lazy("At least every {measure} hours")),
    "counts_as_tables": (gettext_lazy("Counts for supervision as"), gettext_lazy("{measure} tables")),
}


def _table(edition: Edition) -> Iterator[Row]:
    for key, (label, words) in _TABLE.items():
        if key in edition.table:
            cited: Any = edition.table[key]
            measure = cited.value if isinstance(cited.value, str) else number_text(cited.value)
            yield Row(key, str(label), sentence(words.format(measure=measure)), cited.clause)
    if "dice_casino_name" in edition.table:
        yield Row("dice_name", _("On each die"), _("The casino’s name"), edition.table["dice_casino_name"])
    for piece, clause in edition.table.get("equipment", {}).items():
        yield Row(f"equipment.{piece}", _(EQUIPMENT[piece]), _("Required"), clause)
