"""The values of an edition in words: subject, label and text of each. Shared words: craps/vocabulary.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from craps import vocabulary
from craps.codec import Flag, Items, Json, Odds, OneOf
from craps.edition import Edition
from craps.edition_values import CITED, ONLY_CLAUSE, RATE, READING, Difference, Value
from craps.games import game_of
from craps.measures import MEASURES
from craps.money import exact, number_text, odds_text, percent_text
from craps.vocabulary import listed
from craps.wagers import CATALOGUE, SIDE_BETS

# What a value is about, in the order of pages.
SUBJECTS: Mapping[str, str] = {
    subject: vocabulary.SUBJECTS[subject]
    for subject in ("wagers", "payouts", "odds", "vig", "come_out", "making", "table", "layout", "readings")
}
_WHOLE = {
    "listed": "The list of wagers",
    "left_out": "A wager left out",
    "no_other_fee": "No other fee",
    "two_vig_ways": "Vigorish on buy and lay bets taken in two ways",
}
_WAGER = {
    "name": "name in the document",
    "clause": "clause that lists it",
    "pays": "pays",
    "pays_clauses": "clause of the payout on",
    "loses": "clause on losing",
    "loses_point": "clause on losing after the point",
    "wins_point": "clause on winning after the point",
    "pushes": "clause on the stand-off",
    "moves": "clause on moving to a number",
    "shares": "clause on payment by shares",
    "printed": "printed as paying, as a whole,",
    "when": "clause on when it may be placed",
    "not_on": "clause on where it may not be placed",
    "offering": "offering it",
    "left_out": "leaving it out",
    "chips": "in multiples of chips",
    "fewest_chips": "fewest chips",
    "multiple": "in multiples of, on",
    "wrong_unit": "paid even money above a multiple of, on",
    "needs": "needs a bet on",
    "in_addition_to": "offered in addition to",
    "min": "minimum",
    "max": "maximum",
    "increment": "in steps of",
    "narrower": "narrower limits",
    "raise": "may be raised",
    "remove": "may be removed",
    "reduce": "clause on reducing it",
}
_ODDS = {
    "basis": "measured on",
    "most": "at most, on",
    "least": "at least, on",
    "below": "a lower multiple is",
    "baseline": "multiple where the operator states none",
    "excess": "more for a payable unit",
    "without_excess": "refusing more for a payable unit",
}
_VIG = {
    "collect": "taken",
    "rate": "rate",
    "base": "calculated on",
    "refund": "refunded if the bet is removed before a decision",
    "open_on_win": "clause on taking it on a win",
}
_COME_OUT = {
    "state": "on a come-out roll",
    "call": "the player may turn it",
    "clauses": "clause on a come-out roll, on",
}
_MAKING = {
    "pass_after_point": "{pass_line} after the point",
    "come_raise": "{come} that has moved may be raised",
    "contract": "A line bet has to stay from",
    "contract_come": "Clause on when the {come} has to stay",
    "dont_raise": "{dont_pass} may be raised",
    "dont_come_raise": "{dont_come} may be raised",
    "after_point": "Clause on raising after the point",
    "no_call": "Clause on turning bets on and off",
    "no_call_on_point": "Clause on turning bets on and off while a point is on",
    "limits": "Clause on posted limits",
    "called_with_cash": "A called bet with cash",
    "without_cash": "Called bets with chips only",
    "posted": "Clause on a posted limit",
}
_POSTED = {"min": "minimum", "max": "maximum", "odds": "maximum of odds"}
_TABLE = {
    "seated_only": "Only seated players bet",
    "more_dice": "A larger set of dice",
    "fewest_dice": "Fewest dice in a set",
    "stickperson": "A table without a stickperson",
}
_LAYOUT = {
    "areas": "An area for each wager",
    "no_area": "A wager without an area",
    "shared_areas": "May share the area of",
    "operator_name": "The operator’s name or logo",
    "words": "Words on the layout",
    "legends": "Legend",
    "marks": "Mark",
    "may_be_split": "May be split in two without an area",
    "schedules": "Payout schedule on the layout",
}
# Words of a value that is one of a few, by the field it belongs to; every other name speaks for itself.
_CHOICES: Mapping[str, Mapping[str, str]] = {
    "collect": vocabulary.COLLECT,
    "base": vocabulary.BASE,
    "basis": vocabulary.BASIS,
    "place": vocabulary.SIDE_BET_PLACES,
    "schedule_place": vocabulary.SIDE_BET_PLACES,
}
_OPTIONS = {
    "refer": "for the regulator’s judgement",
    "allow": "allowed",
    "breach": "a breach",
    "not": "not before the next roll",
}
_JUDGED = {"fine": "allowed", "refer": "for the regulator’s judgement", "breach": "a breach"}


def subjects_of(edition: Edition) -> dict[str, str]:
    """The subjects with the titles that the edition's game gives them."""
    return {**SUBJECTS, **game_of(edition).subjects}


def subject_of(value: Value) -> str:
    """The key of SUBJECTS under which a value is shown."""
    section, *rest = value.keys
    if section == "paytables" or (
        section == "wagers" and rest[1:2] in (["pays"], ["pays_clauses"], ["shares"], ["printed"])
    ):
        return "payouts"
    if section == "two_vig_ways":
        return "vig"
    if section == "play":
        return "making"
    return section if section in SUBJECTS else "wagers" if section in _WHOLE else "table"


def value_label(edition: Edition, value: Value) -> str:
    """What a value is called.

    >>> from craps import load_edition
    >>> from craps.edition_values import value_at
    >>> md = load_edition("md-craps")
    >>> value_label(md, value_at(md.to_json(), "odds.pass_line.most.all"))
    'Odds on Pass Bet: at most, on every number'
    """
    section, *rest = value.keys
    if section in _WHOLE:
        return _WHOLE[section]
    if section in game_of(edition).own:
        return game_of(edition).value_label(value.keys)
    return _LABELS[section](edition, rest)


def value_text(edition: Edition, value: Value | None) -> str:
    """A value without its clause; for one that is only a clause, the clause."""
    if value is None:
        return "not stated"
    if value.kind == ONLY_CLAUSE:
        return f"as stated in {value.json}"
    if value.kind == RATE:
        return f"{value.json[0]} {percent_text(exact(str(value.json[1])))}"
    if value.kind == READING:
        return reading_option(value.json["chosen"])
    bare = value.json[0] if value.kind == CITED else value.json
    return _text(edition, value, bare)


def reading_option(option: str) -> str:
    """An option of a reading as a page names it: ``before-the-roll`` is "before the roll"."""
    return _OPTIONS.get(option, option.replace("-", " "))


def change_in_words(edition: Edition, change: Difference) -> str:
    """One change, such as "Odds on Pass Bet: at most, on every number: was 100×, is 20×"."""
    was, now = change_texts(edition, change)
    return f"{value_label(edition, change.value)}: was {was}, is {now}"


def change_texts(edition: Edition, change: Difference) -> tuple[str, str]:
    """How a value was and is. Where only its clause or the reasons of a reading changed, that is said."""
    was, now = value_text(edition, change.was), value_text(edition, change.now)
    if was != now or not (change.was and change.now):
        return was, now
    if change.now.kind == READING:
        return was, f"{now}, for other reasons"
    return f"{was} ({change.was.clause})", f"{now} ({change.now.clause})"


def _text(edition: Edition, value: Value, bare: Json) -> str:
    codec = value.codec
    if isinstance(codec, Odds):
        return str(bare) if "for" in str(bare) else odds_text(codec.read(bare, ""))
    if isinstance(codec, Flag):
        return "yes" if bare else "no"
    if isinstance(codec, Items):
        return ", ".join(choice_words(edition, value, str(entry)) for entry in bare) or "nothing"
    if isinstance(codec, OneOf):
        return choice_words(edition, value, str(bare))
    section, *_, leaf = value.keys
    if section == "table" and leaf in MEASURES:
        return MEASURES[leaf].limit.format(figure=number_text(exact(str(bare))))
    return f"{bare}×" if section == "odds" else str(bare)


def choice_words(edition: Edition, value: Value, name: str) -> str:
    """The words of one choice that a value has."""
    if name in edition.catalogue:
        return edition.name_of(name)
    return _CHOICES.get(value.keys[-1], _JUDGED).get(name, name.replace("_", " "))


def _on(slots: str) -> str:
    return "every number" if slots == "all" else listed(slots.split())


def _come_out(edition: Edition, rest: list[str]) -> str:
    wager, *field = rest
    if field[0] == "clauses" and field[1] in ("on", "off"):
        return f"{edition.name_of(wager)}: clause on turning it {field[1]}"
    return _entry(edition, wager, _COME_OUT, field)


def _entry(edition: Edition, wager: str, fields: Mapping[str, str], rest: list[str], before: str = "") -> str:
    name = edition.name_of(wager) if wager in edition.catalogue else wager
    words = fields.get(rest[0], rest[0].replace("_", " "))
    slot = f" {_on(rest[1])}" if len(rest) > 1 else ""
    if rest[0] in ("pays", "printed") and len(rest) > 1:
        slot = "" if rest[1] == "all" else f" on {_on(rest[1])}"
    return f"{before}{name}: {words}{slot}"


def _paytable(edition: Edition, rest: list[str]) -> str:
    if len(rest) < 3:
        return f"{vocabulary.path_words(f'paytables.{rest[0]}', edition)}: clause"
    name = edition.name_of(rest[2])
    slot = f" on {_on(rest[3])}" if rest[3] != "all" else ""
    return f"Table {rest[1]}, {name}: pays{slot}"


def _making(edition: Edition, rest: list[str]) -> str:
    words = [edition.name_of(key) if key in CATALOGUE else _POSTED.get(key, key) for key in rest[1:]]
    return ": ".join([vocabulary.named(_MAKING.get(rest[0], rest[0]), edition), *words])


def _layout(edition: Edition, rest: list[str]) -> str:
    own = _side_bet_label(edition, rest)
    words, entries = ([own], rest[2:]) if own else ([_LAYOUT.get(rest[0], rest[0])], rest[1:])
    words += [edition.name_of(key) if key in CATALOGUE else key.replace("_", " ") for key in entries]
    return ": ".join(words)


def _side_bet_label(edition: Edition, rest: list[str]) -> str:
    path = f"layout.{'.'.join(rest[:2])}"
    known = rest[0] in SIDE_BETS and path in vocabulary.LABELS
    return vocabulary.path_words(path, edition) if known else ""


def _question(edition: Edition, name: str) -> str:
    reading = edition.readings.get(name)
    return reading.question if reading else name


_LABELS: Mapping[str, Callable[[Edition, list[str]], str]] = {
    "wagers": lambda edition, rest: _entry(edition, rest[0], _WAGER, rest[1:]),
    "odds": lambda edition, rest: _entry(edition, rest[0], _ODDS, rest[1:], "Odds on "),
    "vig": lambda edition, rest: _entry(edition, rest[0], _VIG, rest[1:], "Vigorish on "),
    "come_out": _come_out,
    "paytables": _paytable,
    "making": _making,
    "table": lambda edition, rest: ": ".join(
        [
            _TABLE.get(rest[0]) or vocabulary.path_words(f"table.{rest[0]}", edition),
            *(vocabulary.named(vocabulary.EQUIPMENT.get(key, key), edition) for key in rest[1:]),
        ]
    ),
    "layout": _layout,
    "readings": lambda edition, rest: _question(edition, rest[0]),
}
