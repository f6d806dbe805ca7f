"""Limits, odds, vigorish and measures: their scale, their order, and what was switched."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from craps.codec import Number
from craps.edition import OddsRule
from craps.edition_values import CITED, PLAIN, RATE, Value
from craps.edition_words import value_text
from craps.money import exact, number_text
from craps.slips.bounds import SCALES, Scale
from craps.slips.slip import Draft, Slip, values_by_path

# Terms that decide what a bet costs and that a sentence rarely changes alone.
SWITCHED = {
    ("odds", "basis"): "what the odds are measured on",
    ("vig", "base"): "what vigorish is calculated on",
    ("vig", "collect"): "when vigorish is taken",
    ("vig", "rate"): "whether the rate is exact or a limit",
}
# Entries of a section that say the same, or no longer do because of one of them.
PAIRS = (
    ("odds", "pass_line", "come"),
    ("odds", "dont_pass", "dont_come"),
    ("vig", "buy", "lay"),
)


def out_of_scale(draft: Draft) -> Iterator[Slip]:
    """A figure many times as large or as small as it was, or as in any other edition."""
    for path, value in draft.values.items():
        scale, now = _scale_of(value), _number(value)
        if scale is None or now is None:
            continue
        old = draft.was(path)
        if old is not None:
            was = _number(old)
            known = [] if was is None or was == now else [was]
        else:
            known = [
                figure
                for each in draft.compared
                if (other := values_by_path(each).get(path)) and (figure := _number(other)) is not None
            ]
        if not known or min(known) / scale.times < now < max(known) * scale.times or now in known:
            continue
        against = "it was" if old is not None else "in any other edition"
        more = "more" if now > max(known) else "less"
        sentence = f"Is at least {scale.times} times {more} than {against}. {scale.reason}"
        yield draft.slip("out-of-scale", value, sentence)


def switched(draft: Draft) -> Iterator[Slip]:
    """The basis of odds, or the base, the timing or the kind of vigorish, unlike the parent's."""
    for change in draft.changes:
        keys = change.keys
        what = SWITCHED.get((keys[0], keys[-1]))
        if not what or change.was is None or change.now is None:
            continue
        if change.was.json[0] == change.now.json[0]:
            continue
        was, now = (value_text(draft.edition, value) for value in (change.was, change.now))
        sentence = f"Switches {what}: {was} became {now}. It changes what every such bet costs."
        yield draft.slip("switched", change.now, sentence)


def unlike_its_pair(draft: Draft) -> Iterator[Slip]:
    """A term that the parent states alike for two bets, and the draft for one of them only."""
    if draft.parent is None:
        return
    for section, first, second in PAIRS:
        for path, value in draft.values.items():
            if value.keys[:2] != (section, first):
                continue
            other = ".".join((section, second, *value.keys[2:]))
            pair = draft.values.get(other)
            old, old_pair = draft.was(path), draft.was(other)
            if pair is None or old is None or old_pair is None or _bare(value) == _bare(pair):
                continue
            if _bare(old) != _bare(old_pair):
                continue
            moved, kept = (value, pair) if _bare(old) != _bare(value) else (pair, value)
            names = [draft.edition.name_of(each.keys[1]) for each in (moved, kept)]
            sentence = (
                f"Was the same for {names[0]} and {names[1]}. It changed for {names[0]} and stayed "
                f"{value_text(draft.edition, kept)} for {names[1]}."
            )
            yield draft.slip("unlike-its-pair", moved, sentence)


def odds_order(draft: Draft) -> Iterator[Slip]:
    """Odds that allow more on a point that is harder to make, or a default that is neither bound."""
    for flat, rule in draft.edition.odds.items():
        old = draft.parent.odds.get(flat) if draft.parent else None
        most = {point: Fraction(cited.value) for point, cited in rule.most.items()}
        ordered = _in_order(most)
        before = _in_order({p: Fraction(c.value) for p, c in old.most.items()}) if old else True
        if not ordered and before:
            value = next(v for path, v in draft.values.items() if path.startswith(f"odds.{flat}.most."))
            sentence = "Allows larger odds on a number that is made less often than another."
            yield draft.slip("odds-order", value, sentence)
        at = f"odds.{flat}.baseline"
        if at in draft.values and not _is_bound(rule) and not (old and not _is_bound(old)):
            sentence = "Is neither the least nor the most that the edition lets an operator allow."
            yield draft.slip("odds-order", draft.values[at], sentence)


def limits_in_steps(draft: Draft) -> Iterator[Slip]:
    """A minimum or maximum that no number of steps reaches."""
    for wager, rule in draft.edition.wagers.items():
        if rule.increment is None:
            continue
        old = draft.parent.wagers.get(wager) if draft.parent else None
        for name, limit in (("min", rule.min), ("max", rule.max)):
            if limit is None or Fraction(limit.value) % Fraction(rule.increment.value) == 0:
                continue
            before = getattr(old, name) if old else None
            if old and old.increment and before and before.value % old.increment.value:
                continue
            value = draft.values[f"wagers.{wager}.{name}"]
            step = number_text(rule.increment.value)
            yield draft.slip("limits-in-steps", value, f"Cannot be reached in steps of {step}.")


# Parts ---------------------------------------------------------------------------------------------------


def _scale_of(value: Value) -> Scale | None:
    for scale in SCALES:
        named = (
            not scale.last or value.keys[-1] in scale.last or value.keys[-2:-1] in [(k,) for k in scale.last]
        )
        if value.keys[0] == scale.section and named:
            return scale
    return None


def _number(value: Value) -> Fraction | None:
    """A value as a number; None where it is none."""
    if value.kind == RATE:
        return Fraction(exact(str(value.json[1])))
    if isinstance(value.codec, Number) and value.kind in (CITED, PLAIN):
        return Fraction(value.codec.read(value.json[0] if value.kind == CITED else value.json, ""))
    return None


def _bare(value: Value) -> object:
    number = _number(value)
    if value.kind == RATE:
        return value.json[0], number
    if number is not None:
        return number
    return value.json[0] if value.kind == CITED else value.json if value.kind == PLAIN else None


def _in_order(most: dict[int, Fraction]) -> bool:
    return all(most[a] <= most[b] for a, b in ((4, 5), (5, 6), (10, 9), (9, 8)))


def _is_bound(rule: OddsRule) -> bool:
    """Whether the default of odds is the least on every number, or the most."""
    least, most, default = rule.least, rule.most, rule.baseline
    return all(default[p] == least[p].value for p in default) or all(
        default[p] == most[p].value for p in default
    )
