"""A frozen RuleSet: what an operator submits, with every field it leaves out taken from the edition.

``load_ruleset`` reads contract JSON, ``RuleSet.to_json`` writes it, ``canonical`` and ``digest`` are what a
decision binds to, ``ruleset_schema`` is the published JSON Schema. All of them come from the one form of the
game: ruleset_form.py has that of craps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from craps.codec import Json, canonical_bytes, digest_of, join, kind, parse
from craps.edition import ComeOutRule, Edition, WagerRule
from craps.edition_codec import Cited
from craps.editions import load_edition
from craps.errors import BadInput
from craps.games import HOME, game_named, game_of
from craps.messages import cached
from craps.money import Exact
from craps.record import record, replace
from craps.ruleset_form import HEAD
from craps.wagers import CATALOGUE, Spot, spot_name, spots


def load_ruleset(data: Mapping[str, Json] | str | bytes, edition: Edition | None = None) -> RuleSet:
    """Read a rule set from a dict or from JSON text; BadInput names the place that cannot be read.

    Only ``edition`` is required. Give an Edition object to use one that is not built in, such as a draft.

    >>> rules = load_ruleset({"edition": "md-craps", "odds": {"come": {"multiples": 5}}})
    >>> rules.multiple("come", 6), rules.multiple("pass_line", 6)
    (5, 1)
    """
    if isinstance(data, str | bytes):
        data = parse(data)
    if edition is None:
        edition = _named_edition(data)
    stated = game_of(edition).ruleset_form.read(data, "")
    if edition.id != stated["edition"]:
        raise BadInput("edition", f"is {stated['edition']}, but the edition given is {edition.id}")
    return RuleSet(edition, stated)


def _named_edition(data: Json) -> Edition:
    """The built-in edition that a rule set names. It comes first: what else may be stated depends on it."""
    if not isinstance(data, dict) or "edition" not in data:
        game_named(HOME).ruleset_form.read(data, "")  # complains: of a field that no rule set has, if one is
        raise BadInput("edition", "is missing")
    return load_edition(HEAD["edition"].read(data["edition"], "edition"))


@lru_cache(maxsize=64)
def baseline_of(edition: Edition) -> RuleSet:
    """The rule set that states nothing: every value is the edition's baseline.

    >>> baseline_of(load_edition("md-craps")).to_json()
    {'edition': 'md-craps'}
    """
    return RuleSet(edition, MappingProxyType({"edition": edition.id}))


@lru_cache(maxsize=64)
def first_ruleset(edition: Edition) -> RuleSet:
    """The rules where an operator starts: the baseline, and an example of what the game cannot do without.

    >>> list(first_ruleset(load_edition("bc-wheel")).to_json())
    ['edition', 'wheel']
    """
    return load_ruleset(game_of(edition).first_draft(edition), edition)


def with_every_wager(edition: Edition, terms: Mapping[str, Json] = MappingProxyType({})) -> RuleSet:
    """The same with every wager that the edition lists, and with these terms."""
    wagers = [wager for wager in edition.catalogue if wager in edition.wagers]
    return load_ruleset({**game_of(edition).first_draft(edition), "wagers": wagers, **terms}, edition)


def ruleset_within(document: Mapping[str, Json], edition: Edition | None = None) -> RuleSet:
    """The rule set under ``ruleset`` in another document, such as a scenario."""
    data = document["ruleset"]
    if not isinstance(data, dict):
        raise BadInput("ruleset", f"should be an object, not {kind(data)}")
    try:
        return load_ruleset(data, edition)
    except BadInput as error:
        raise BadInput(join("ruleset", error.path), error.message) from None


def ruleset_schema(game: str = HOME) -> dict[str, Json]:
    """The JSON Schema of a rule set of a game, as the product publishes it."""
    played = game_named(game)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": played.schema_title}
    return head | played.ruleset_form.schema()


class VigTerms(NamedTuple):
    """How vigorish is taken: when, how much, of what, and whether it is refunded on removal."""

    collect: str
    rate: Exact
    base: str
    refund: bool


class Limits(NamedTuple):
    min: Exact | None
    max: Exact | None
    increment: Exact | None


@record
class RuleSet:
    """What an operator submits. ``stated`` has only the stated fields; the methods fill in the baseline.

    For every game alike; the methods on odds, vigorish, paytables and the come-out roll are about craps.
    """

    edition: Edition
    stated: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash((self.edition, self.digest))

    def without(self, *fields: str) -> RuleSet:
        """The same terms with nothing stated in these fields."""
        stated = {name: value for name, value in self.stated.items() if name not in fields}
        return RuleSet(self.edition, MappingProxyType(stated))

    def with_readings(self, chosen: Mapping[str, str], path: str = "readings") -> RuleSet:
        """The same terms under an edition that reads some of its open questions otherwise."""
        return RuleSet(self.edition.with_readings(chosen, path), self.stated)

    def to_json(self) -> dict[str, Json]:
        """The stated fields in output form: numbers as strings, payouts as a:b, wagers in catalogue order."""
        data: dict[str, Json] = game_of(self.edition).ruleset_form.write(self.stated)
        if "wagers" in data:
            data["wagers"] = [wager for wager in self.edition.catalogue if wager in data["wagers"]]
        return data

    def canonical(self) -> bytes:
        """UTF-8 JSON, keys sorted, no white space, fields not stated left out."""
        return canonical_bytes(self.to_json())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical form, in hex: what a decision binds to."""
        return digest_of(self.canonical())

    @cached_property
    def offered(self) -> frozenset[str]:
        return frozenset(self.stated.get("wagers", self.edition.baseline_wagers))

    @cached_property
    def chip_unit(self) -> Exact:
        unit: Exact = self.stated.get("chip_unit", 1)
        return unit

    def multiple(self, flat: str, point: int) -> Exact:
        """How many times the flat bet the odds may be on this point."""
        stated = self.stated.get("odds", {}).get(flat, {}).get("multiples")
        if isinstance(stated, Mapping):
            stated = stated.get(str(point))
        if stated is not None:
            multiple: Exact = stated
            return multiple
        rule = self.edition.odds.get(flat)
        return rule.baseline[point] if rule else 0

    def basis(self, flat: str) -> str:
        """Whether the multiple limits the odds "wager" or its "winnings"."""
        stated: str | None = self.stated.get("odds", {}).get(flat, {}).get("basis")
        rule = self.edition.odds.get(flat)
        return stated or (rule.basis.value if rule else "wager")

    def excess(self, flat: str) -> str:
        """Whether odds may pass their limit for a payable unit: "none", "at single odds" or "always"."""
        rule = self.edition.odds.get(flat)
        printed = rule.excess.value if rule else "none"
        stated: bool | None = self.stated.get("odds", {}).get(flat, {}).get("excess")
        if stated is None:
            return printed
        return "none" if not stated else "always" if printed == "none" else printed

    def offers(self, wager: str, spot: Spot) -> bool:
        """Whether a wager is offered, and on this number or pair; a spot of None asks for the wager alone."""
        chosen = self._numbers.get(wager)
        return wager in self.offered and (chosen is None or spot is None or spot in chosen)

    @cached_property
    def _numbers(self) -> Mapping[str, frozenset[Spot]]:
        """The numbers or pairs to which the operator keeps a wager."""
        return {
            wager: frozenset(spot for spot in spots(wager) if spot_name(spot) in names)
            for wager, names in self.stated.get("numbers", {}).items()
        }

    @cached_property
    def layout_texts(self) -> frozenset[str]:
        """Every text on the layout, legends and labels alike, in plain form."""
        layout = self.stated.get("layout", {})
        labels = [area["label"] for area in layout.get("areas", ()) if "label" in area]
        return frozenset(map(plain, (*layout.get("legends", ()), *labels)))

    def vig(self, wager: str) -> VigTerms:
        """The vigorish on "buy" or "lay"."""
        rule = self.edition.vig.get(wager)
        terms = VigTerms("placement", Fraction(1, 20), "wager", False)
        if rule:
            refund = rule.refund.value if rule.refund else False
            terms = VigTerms(rule.collect.value[0], rule.rate.value, rule.base.value, refund)
        stated = self.stated.get("vig", {}).get(wager)
        if not stated:
            return terms
        return VigTerms(
            stated.get("collect", terms.collect),
            stated.get("rate", terms.rate),
            stated.get("base", terms.base),
            stated.get("refund_on_removal", terms.refund),
        )

    def payout(self, wager: str, slot: str = "") -> Fraction:
        """What a wager pays, as a fraction of its stake: Fraction(7, 6) is 7 to 6."""
        return self.payouts[wager][slot]

    @cached_property
    def payouts(self) -> Mapping[str, Mapping[str, Fraction]]:
        """Every payout of every wager the edition or the rule set knows, by wager and slot."""
        return game_of(self.edition).payouts(self)

    def cited_payouts(self, wager: str) -> Mapping[str, Cited[Fraction]]:
        """The edition's payouts of a wager under the chosen paytable, with clauses; none for combined."""
        for name, choice in self.edition.paytables.items():
            if wager in choice.tables[choice.baseline]:
                return choice.tables[self.paytable(name)][wager]
        return self.rule(wager).pays

    def printed(self, wager: str) -> Mapping[str, Cited[Fraction]]:
        """What a combined wager pays as a whole, by total, where the document prints it so.

        Empty where it prints none, and where the rule set pays a share otherwise than the document.
        """
        rule = self.rule(wager)
        for part in CATALOGUE[wager].parts if rule.printed else ():
            if self.payout(part) != self.cited_payouts(part)[""].value:
                return {}
        return rule.printed

    def rule(self, wager: str) -> WagerRule:
        """What the edition says of a wager; one it does not list goes by what other editions say of it."""
        return self.edition.wagers.get(wager) or unlisted_rule(wager, self.edition.listed)

    def needs_even_units(self, wager: str) -> bool:
        """Whether an odd number of units is refused because its two sides need whole ones."""
        return wager == "c_and_e" and self.edition.reads("c-and-e-odd") == "refuse"

    def paytable(self, name: str) -> str:
        """The chosen table of "fire" or "bonus"."""
        choice = self.edition.paytables[name]
        stated: str = self.stated.get("paytables", {}).get(name, "")
        return stated if stated in choice.tables else choice.baseline

    def come_out_state(self, wager: str) -> str:
        """ "on" or "off" on a come-out roll, unless the player turns it otherwise."""
        stated: str | None = self.stated.get("come_out", {}).get(wager)
        rule = self.come_out_rule(wager)
        return stated or (rule.state.value if rule else "on")

    def come_out_rule(self, wager: str) -> ComeOutRule | None:
        """What the edition says of a wager on a come-out roll; None where it is always on."""
        if wager in self.edition.wagers:
            return self.edition.come_out.get(wager)
        return unlisted_come_out(wager, self.edition.listed)

    def limits(self, wager: str) -> Limits:
        """Least, most and step of a wager; where it has none of its own, those of the table.

        The table's are not for odds, which go by their multiple.
        """
        own = self.own_limits(wager)
        table = self.stated.get("limits", {}).get("table")
        if not table or CATALOGUE[wager].flat:
            return own
        least = table.get("min") if own.min is None else own.min
        most = table.get("max") if own.max is None else own.max
        return Limits(least, most, own.increment)

    def own_limits(self, wager: str) -> Limits:
        """Least, most and step of a wager: as stated for it, else what the edition fixes."""
        rule = self.edition.wagers.get(wager)
        stated = self.stated.get("limits", {}).get(wager, {})
        if rule is None:
            return Limits(stated.get("min"), stated.get("max"), stated.get("increment"))
        least, most, step = rule.min, rule.max, rule.increment
        return Limits(
            stated.get("min", least and least.value),
            stated.get("max", most and most.value),
            stated.get("increment", step and step.value),
        )


@lru_cache(maxsize=4096)  # the same labels are compared by several checks, and again at every live check
def plain(text: str) -> str:
    """A legend as it is compared: without regard to case, spacing or the kind of apostrophe."""
    return " ".join(text.replace("\u2019", "'").casefold().split())


class CrapsPayouts(Mapping[str, Mapping[str, Fraction]]):
    """The payouts of craps by wager and slot, each wager's worked out when it is first asked for: one that
    the edition does not list needs the file of another edition."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.known: dict[str, Mapping[str, Fraction]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(CATALOGUE)

    def __len__(self) -> int:
        return len(CATALOGUE)

    def __getitem__(self, wager: str) -> Mapping[str, Fraction]:
        if wager not in self.known:
            self.known[wager] = self._pays(wager)
        return self.known[wager]

    def _pays(self, wager: str) -> Mapping[str, Fraction]:
        pays = {slot: cited.value for slot, cited in self.ruleset.cited_payouts(wager).items()}
        # Sorted: a payout for one number overrides one for the whole wager, in any order.
        for key, value in sorted(self.ruleset.stated.get("payouts", {}).items()):
            stated, _, slot = key.partition(":")
            if stated == wager:
                slots = (slot,) if slot or "" in CATALOGUE[wager].slots else CATALOGUE[wager].slots
                pays |= dict.fromkeys(slots, value)
        return pays


_LISTING = ("bc-craps", "md-craps")  # between them they list every wager of the catalogue


@cached(None)
def unlisted_rule(wager: str, listed: str) -> WagerRule:
    """The common rule of a wager that an edition does not list, citing the list it is missing from.

    Offering it is a breach, but what it would mean in money can still be settled and shown.
    """

    def here(cited: Cited[Any] | None) -> Cited[Any] | None:
        return cited and Cited(cited.value, listed)

    for edition in map(load_edition, _LISTING):
        if wager in edition.wagers:
            rule = edition.wagers[wager]
            pays = rule.pays
            for choice in edition.paytables.values():
                pays = choice.tables[choice.baseline].get(wager, pays)
            return replace(
                rule,
                name=CATALOGUE[wager].name,
                clause=listed,
                pays={slot: Cited(cited.value, listed) for slot, cited in pays.items()},
                pays_clauses={},
                loses={"": listed},
                loses_point="",
                wins_point="",
                pushes=listed,
                moves=listed,
                shares=listed,
                printed={},
                when=listed,
                not_on=listed,
                multiple={},
                wrong_unit={},
                chips=here(rule.chips),
                fewest_chips=here(rule.fewest_chips),
                needs=here(rule.needs),
                in_addition_to=None,
                raises=here(rule.raises),
                stays=here(rule.stays),
                remove=here(rule.remove),
                reduce="",
                min=None,
                max=None,
                increment=None,
                narrower=None,
            )
    raise KeyError(wager)


@cache
def unlisted_come_out(wager: str, listed: str) -> ComeOutRule | None:
    """The come-out rule of a wager that the edition does not list, from one that does."""
    for edition in map(load_edition, _LISTING):
        if wager in edition.come_out:
            rule = edition.come_out[wager]
            return ComeOutRule(Cited(rule.state.value, listed), Cited(rule.call.value, listed), {})
    return None
