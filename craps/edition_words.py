"""The values of an edition in words: subject, label and text of each. Shared words: craps/vocabulary.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from craps import vocabulary
from craps.codec import Flag, Items, Json, Odds, OneOf
from craps.edition import Edition
from craps.edition_values import CITED, ONLY_CLAUSE, RATE, READING, Difference, Value
from craps.games import game_of
from craps.measures import MEASURES, bounded
from craps.messages import Words, say
from craps.money import exact, number_text, odds_text, percent_text
from craps.vocabulary import listed
from craps.wagers import CATALOGUE, SIDE_BETS

# What a value is about, in the order of pages.
SUBJECTS = ("wagers", "payouts", "odds", "vig", "come_out", "making", "table", "layout", "readings")
_WHOLE: Mapping[str, str] = Words("values.WHOLE")
_WAGER: Mapping[str, str] = Words("values.WAGER")
_ODDS: Mapping[str, str] = Words("values.ODDS")
_VIG: Mapping[str, str] = Words("values.VIG")
_COME_OUT: Mapping[str, str] = Words("values.COME_OUT")
_MAKING: Mapping[str, str] = Words("values.MAKING")
_POSTED: Mapping[str, str] = Words("values.POSTED")
_TABLE: Mapping[str, str] = Words("values.TABLE")
_LAYOUT: Mapping[str, str] = Words("values.LAYOUT")
# Words of a value that is one of a few, by the field it belongs to; every other name speaks for itself.
_CHOICES: Mapping[str, Mapping[str, str]] = {
    "collect": vocabulary.COLLECT,
    "base": vocabulary.BASE,
    "basis": vocabulary.BASIS,
    "place": vocabulary.SIDE_BET_PLACES,
    "schedule_place": vocabulary.SIDE_BET_PLACES,
}
_OPTIONS: Mapping[str, str] = Words("values.OPTIONS")
_JUDGED: Mapping[str, str] = Words("values.JUDGED")


def subjects_of(edition: Edition) -> dict[str, str]:
    """The subjects with the titles that the edition's game gives them."""
    titles = {subject: vocabulary.SUBJECTS[subject] for subject in SUBJECTS}
    return {**titles, **game_of(edition).subjects}


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
        return say("forms.not_stated")
    if value.kind == ONLY_CLAUSE:
        return say("values.as_stated", clause=value.json)
    if value.kind == RATE:
        return bounded(value.json[0], percent_text(exact(str(value.json[1]))))
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
    return say("values.change", label=value_label(edition, change.value), was=was, now=now)


def change_texts(edition: Edition, change: Difference) -> tuple[str, str]:
    """How a value was and is. Where only its clause or the reasons of a reading changed, that is said."""
    was, now = value_text(edition, change.was), value_text(edition, change.now)
    if was != now or not (change.was and change.now):
        return was, now
    if change.now.kind == READING:
        return was, say("values.other_reasons", now=now)
    return f"{was} ({change.was.clause})", f"{now} ({change.now.clause})"


def _text(edition: Edition, value: Value, bare: Json) -> str:
    codec = value.codec
    if isinstance(codec, Odds):
        if "for" in str(bare):
            one, _, other = str(bare).partition(" for ")
            return say("forms.for", one=one, other=other)
        return odds_text(codec.read(bare, ""))
    if isinstance(codec, Flag):
        return say("forms.yes" if bare else "forms.no")
    if isinstance(codec, Items):
        return ", ".join(choice_words(edition, value, str(entry)) for entry in bare) or say("values.nothing")
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
    return say("values.every_number") if slots == "all" else listed(slots.split())


def _come_out(edition: Edition, rest: list[str]) -> str:
    wager, *field = rest
    if field[0] == "clauses" and field[1] in ("on", "off"):
        return say(f"values.turning_{field[1]}", name=edition.name_of(wager))
    return _entry(edition, wager, _COME_OUT, field)


def _entry(edition: Edition, wager: str, fields: Mapping[str, str], rest: list[str], before: str = "") -> str:
    name = edition.name_of(wager) if wager in edition.catalogue else wager
    words = fields.get(rest[0], rest[0].replace("_", " "))
    slot = f" {_on(rest[1])}" if len(rest) > 1 else ""
    if rest[0] in ("pays", "printed") and len(rest) > 1:
        slot = "" if rest[1] == "all" else say("rules.on", slots=_on(rest[1]))
    label = say("values.entry", name=name, words=words, slot=slot)
    return say(before, label=label) if before else label


def _paytable(edition: Edition, rest: list[str]) -> str:
    if len(rest) < 3:
        return say("values.paytable_clause", name=vocabulary.path_words(f"paytables.{rest[0]}", edition))
    name = edition.name_of(rest[2])
    slot = say("rules.on", slots=_on(rest[3])) if rest[3] != "all" else ""
    return say("values.paytable_pays", table=rest[1], name=name, slot=slot)


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
    "odds": lambda edition, rest: _entry(edition, rest[0], _ODDS, rest[1:], "values.odds_on"),
    "vig": lambda edition, rest: _entry(edition, rest[0], _VIG, rest[1:], "values.vigorish_on"),
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
