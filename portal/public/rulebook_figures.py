"""An edition's data as tables: each value in words, with its clause.

The page of an edition and the comparison of editions use the same rows; rows of two editions with the same
`key` are about the same thing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from craps.dice import POINTS
from craps.edition import Edition, WagerRule
from craps.games.round_game import RoundGame
from craps.money import percent_text
from craps.rulebook import book
from craps.vocabulary import BASE, BASIS, COLLECT, COME_OUT, LIMITS, REFUND, wager_words
from craps.wagers import CATALOGUE, ODDS_OF
from portal.accounts.jurisdictions import currency_symbol
from portal.pages.pay_words import pays_text
from portal.public import rulebook_rounds
from portal.public.rulebook_conduct import procedure_rows
from portal.public.rulebook_rounds import round_game
from portal.public.rulebook_rows import EditionRow
from portal.public.rulebook_table import layout_rows, table_rows
from portal.submissions.wording import money
from portal.text import and_list, or_list


@dataclass(frozen=True)
class Subject:
    """A table about an edition."""

    slug: str
    title: str
    head: str
    value_head: str
    rows: tuple[EditionRow, ...]
    intro: str = ""
    in_english: bool = False  # its values are the core's own sentences

    @property
    def is_cited(self) -> bool:
        return any(row.clause for row in self.rows)


def subjects(edition: Edition) -> list[Subject]:
    """Return every subject on which the edition has a rule, in the order of the editor's steps."""
    slips = _("Places where the source document is unclear or contradicts itself.")
    if game := round_game(edition):
        own = [*_round_subjects(game, edition), _costs(game, edition)]
    else:
        pays = _wagers_and_pay(edition)
        wagers = _subject("wagers", _("Wagers and what they pay"), _("Wager"), _("Pays"), pays)
        own = [wagers, *_shared_subjects(edition)]
    tables = [
        *own,
        _subject(
            "slips",
            _("Slips in the source"),
            _("Place"),
            _("What is odd"),
            _slips(edition),
            slips,
            in_english=True,
        ),
    ]
    return [subject for subject in tables if subject.rows]


def compared_subjects(edition: Edition) -> list[Subject]:
    """Return the subjects by which editions are compared, including those without rows."""
    readings = _("How each edition reads what its document leaves open.")
    if game := round_game(edition):
        printed = rulebook_rounds.compared_payout_rows(game, edition)
        payouts = _subject("payouts", _("Payouts"), _("Payout"), "", printed)
        own = [payouts if each.slug == payouts.slug else each for each in _round_subjects(game, edition)]
    else:
        own = [
            _subject("wagers", _("Wagers"), _("Wager"), "", _offered(edition)),
            _subject("payouts", _("Payouts"), _("Wager"), "", _payouts(edition)),
            *_shared_subjects(edition),
        ]
    return [
        *own,
        _subject(
            "readings", _("Readings"), _("Open question"), "", _readings(edition), readings, in_english=True
        ),
    ]


def _shared_subjects(edition: Edition) -> list[Subject]:
    odds = _("How many times the flat bet a player may take or lay as odds once the point is set.")
    off = _("A bet that is off neither wins nor loses.")
    return [
        _subject("odds", _("Odds"), _("Bet"), _("At most"), _odds(edition), odds),
        _subject("vigorish", _("Vigorish"), _("Bet"), _("How it is taken"), _vig(edition)),
        _subject("come-out", _("On a come-out roll"), _("Bet"), _("On or off"), _come_out(edition), off),
        _subject("limits", _("Limits"), _("Bet"), _("Amounts"), _limits(edition)),
        _subject("table", _("Table and equipment"), _("Subject"), _("Rule"), table_rows(edition)),
        _subject("layout", _("Layout"), _("Subject"), _("Rule"), layout_rows(edition)),
        _subject("procedure", _("Placing and removing bets"), _("Bet"), _("Rule"), procedure_rows(edition)),
    ]


def _round_subjects(game: RoundGame, edition: Edition) -> list[Subject]:
    """Steps and fields are checks, in the words of the core."""
    steps = rulebook_rounds.procedure_rows(game, edition)
    table, layout = rulebook_rounds.table_rows(edition), rulebook_rounds.layout_rows(edition)
    return [
        _subject("wagers", _("Wagers"), _("Wager"), _("Rule"), rulebook_rounds.wager_rows(edition)),
        _subject("payouts", _("Payouts"), _("Wager"), _("Pays"), rulebook_rounds.payout_rows(game, edition)),
        _subject("procedure", _("Sequence of play"), _("When"), _("Rule"), steps),
        _subject("table", _("Table and equipment"), _("Subject"), _("Rule"), table),
        _subject("layout", _("Layout"), _("Subject"), _("Rule"), layout),
    ]


def _costs(game: RoundGame, edition: Edition) -> Subject:
    title, intro = _("What a bet costs"), ""
    if game.paid:
        intro = _("What the house keeps on average: the house edge, calculated exactly from the rules above.")
    rows = rulebook_rounds.edge_rows(game, edition)
    heads = _("Bet"), _("House edge")
    return _subject("costs", title, *heads, rows, intro)


def _subject(
    slug: str,
    title: str,
    head: str,
    value_head: str,
    rows: Iterable[EditionRow],
    intro: str = "",
    *,
    in_english: bool = False,
) -> Subject:
    return Subject(slug, title, head, value_head, tuple(rows), intro, in_english)


# Wagers and payouts --------------------------------------------------------------------------------------


def _listed_wagers(edition: Edition) -> Iterator[tuple[str, WagerRule]]:
    return ((wager, edition.wagers[wager]) for wager in CATALOGUE if wager in edition.wagers)


def _wagers_and_pay(edition: Edition) -> Iterator[EditionRow]:
    for wager, rule in _listed_wagers(edition):
        ours = CATALOGUE[wager].name.lower()
        name = rule.name if ours in rule.name.lower() else f"{rule.name} ({ours})"
        clauses = dict.fromkeys((rule.clause, *_pay_clauses(edition, wager, rule)))
        pays = _pays(edition, wager, rule, edition.name_of)
        yield EditionRow(wager, name, pays, _first_clauses(clauses))


def _offered(edition: Edition) -> Iterator[EditionRow]:
    for wager, rule in _listed_wagers(edition):
        terms = []
        if rule.offering.value != "yes":
            terms.append(_("for the regulator to judge ({clause})").format(clause=rule.offering.clause))
        if rule.needs is not None:
            needed = or_list([CATALOGUE[flat].name.lower() for flat in rule.needs.value])
            text = _("only with a {bet} bet ({clause})")
            terms.append(text.format(bet=needed, clause=rule.needs.clause))
        ours = CATALOGUE[wager].name
        theirs = rule.name.lower().replace(" bet", "")
        note = "" if ours.lower() in theirs else _("called {name}").format(name=rule.name)
        yield EditionRow(wager, ours, ", ".join([_("Yes"), *terms]), rule.clause, note=note)


def _payouts(edition: Edition) -> Iterator[EditionRow]:
    for wager, rule in _listed_wagers(edition):
        clauses = _pay_clauses(edition, wager, rule)
        pays = _pays(edition, wager, rule, wager_words)
        yield EditionRow(wager, CATALOGUE[wager].name, pays, _first_clauses(clauses))


def _pay_clauses(edition: Edition, wager: str, rule: WagerRule) -> Iterable[str]:
    cited = [*rule.printed.values()] or [*rule.pays.values()]
    cited = cited or [
        pay
        for choice in edition.paytables.values()
        for table in choice.tables.values()
        for pay in table.get(wager, {}).values()
    ]
    return dict.fromkeys(pay.clause for pay in cited) or {rule.shares: None}


def _pays(edition: Edition, wager: str, rule: WagerRule, name_of: Callable[[str], str]) -> str:
    if rule.printed:
        return pays_text(wager, {total: cited.value for total, cited in rule.printed.items()})
    if rule.shares:
        parts = dict.fromkeys(name_of(part) for part in CATALOGUE[wager].parts)
        text = _("In equal shares: {bets}")
        if wager == "horn_high":
            text = _("In five equal shares: {bets}, two of them on the number the player chooses")
        return text.format(bets=", ".join(parts))
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


def _first_clauses(clauses: Iterable[str]) -> str:
    """Return at most three clauses: a wager may have one for each number."""
    every = list(clauses)
    return ", ".join([*every[:3], "…"] if len(every) > 3 else every)


# Odds, vigorish, come-out state, limits -----------------------------------------------------------


def _odds(edition: Edition) -> Iterator[EditionRow]:
    for flat, rule in edition.odds.items():
        points: dict[str, list[int]] = {}
        for point in POINTS:
            points.setdefault(f"{rule.most[point].value}×", []).append(point)
        text = _("{multiple} on {numbers}") if len(points) > 1 else _("{multiple} on every point")
        value = ", ".join(text.format(multiple=m, numbers=and_list(on)) for m, on in points.items())
        value = _("{multiple}, measured on {basis}").format(multiple=value, basis=_(BASIS[rule.basis.value]))
        clause = rule.most[POINTS[0]].clause
        name = edition.name_of(ODDS_OF[flat])
        yield EditionRow(flat, name, value, clause, CATALOGUE[ODDS_OF[flat]].name)
        if rule.below == "breach":  # a floor that the document prints
            least = rule.least[POINTS[0]]
            value = _("The casino may set it as low as {multiple} and no lower.")
            plain = _("{bet}: the least").format(bet=CATALOGUE[ODDS_OF[flat]].name)
            label = _("{bet}: the least").format(bet=name)
            multiple = f"{least.value}×"
            yield EditionRow(f"{flat}.least", label, value.format(multiple=multiple), least.clause, plain)


def _vig(edition: Edition) -> Iterator[EditionRow]:
    for wager, rule in edition.vig.items():
        text = _("At most {rate} of {base}, taken {when}")
        if rule.rate.kind == "exactly":
            text = _("Exactly {rate} of {base}, taken {when}")
        rated = [way for way in rule.collect.value if not (way == "win" and rule.open_on_win)]
        when = or_list([_(COLLECT[way]) for way in rated])
        value = text.format(rate=percent_text(rule.rate.value), base=_(BASE[rule.base.value]), when=when)
        if len(rated) < len(rule.collect.value):
            text = _("{value}; or taken {when}, for which no rate is named ({clause})")
            value = text.format(value=value, when=_(COLLECT["win"]), clause=rule.open_on_win)
        if rule.refund is not None:
            value = f"{value}; {_(REFUND[rule.refund.value])} ({rule.refund.clause})"
        yield EditionRow(wager, edition.name_of(wager), value, rule.citation, CATALOGUE[wager].name)


def _come_out(edition: Edition) -> Iterator[EditionRow]:
    if rule := edition.come_out.get("come_odds"):
        text = _("When a come-out roll is 7: {bet}")
        label = text.format(bet=edition.name_of("come_odds"))
        plain = text.format(bet=CATALOGUE["come_odds"].name)
        returned = _("Returned to the player, because they are off unless the player turned them on")
        lost = _("Lost with the come bet, because they are on")
        value = returned if rule.state.value == "off" else lost
        yield EditionRow("come_odds.seven", label, value, rule.state.clause, plain)
    for wager, rule in edition.come_out.items():
        if wager not in edition.wagers:
            continue
        value = capfirst(_(COME_OUT[rule.state.value]))
        if called := and_list([_(COME_OUT[call]) for call in rule.call.value]):
            value = _("{state}; the player may turn it {called}").format(state=value, called=called)
        cited = dict.fromkeys(
            (rule.state.clause, *(rule.call_clause(None, call) for call in rule.call.value))
        )
        yield EditionRow(wager, edition.name_of(wager), value, ", ".join(cited), CATALOGUE[wager].name)


def _limits(edition: Edition) -> Iterator[EditionRow]:
    for wager, rule in _listed_wagers(edition):
        bounds = {name: getattr(rule, name) for name in LIMITS if getattr(rule, name) is not None}
        values = [
            _(LIMITS[name]).format(amount=money(bound.value, currency_symbol(edition.currency)))
            for name, bound in bounds.items()
        ]
        if rule.chips is not None:
            values.append(_("in units of {number} chips").format(number=rule.chips.value))
        units: dict[int, list[str]] = {}
        for number, unit in rule.multiple.items():
            units.setdefault(unit.value, []).append(number)
        for unit_value, numbers in units.items():
            text = _("in multiples of {unit} on {numbers}")
            values.append(text.format(unit=unit_value, numbers=and_list(numbers)))
        if values:
            value = capfirst(", ".join(values))
            clauses = edition.limits_clause(wager)
            yield EditionRow(wager, rule.name, value, clauses, CATALOGUE[wager].name)


def _readings(edition: Edition) -> Iterator[EditionRow]:
    """Yield a row for each open question. Jurisdictions name a reading of an approval by their own rule."""
    for name, reading in edition.readings.items():
        key = name.removeprefix(f"{edition.jurisdiction}.")
        clauses = ", ".join(reading.clauses)
        yield EditionRow(key, reading.question, reading.effect, clauses, compared=reading.chosen)


def _slips(edition: Edition) -> Iterator[EditionRow]:
    for clause in book(edition).clauses:
        if clause.slip:
            label = _("Clause {n}").format(n=clause.id)
            yield EditionRow(f"slip.{clause.id}", label, clause.slip, clause.id)
