"""What the parts of an edition say of each other: wagers named and not listed; and the edition's head."""

from __future__ import annotations

from collections.abc import Iterator

from craps.codec import Items
from craps.edition_values import CITED, PLAIN, Value
from craps.slips.bounds import YEARS_AHEAD
from craps.slips.slip import Draft, Slip
from craps.wagers import ODDS_OF


def not_listed(draft: Draft) -> Iterator[Slip]:
    """A wager that is paid, priced or asked for and that the edition does not list."""
    listed = set(draft.edition.wagers)
    seen: set[tuple[str, str]] = set()
    for value in draft.values.values():
        for wager in _named(draft, value):
            part = (".".join(value.keys[:2]), wager)
            if wager in listed or part in seen or _was_named(draft, value, wager):
                continue
            seen.add(part)
            name = draft.edition.name_of(wager)
            yield draft.slip("not-listed", value, f"Names {name}, and the edition does not list that wager.")


def dropped_wager(draft: Draft) -> Iterator[Slip]:
    """A wager that is no longer listed, while the clause that lists it still stands."""
    if draft.parent is None or draft.before is None or not draft.same_game:
        return
    for wager, rule in draft.parent.wagers.items():
        old, now = draft.before.find(rule.clause), draft.book.find(rule.clause)
        if wager in draft.edition.wagers or old is None or now is None or old.text != now.text:
            continue
        value = draft.was(f"wagers.{wager}.name")
        if value is not None:
            yield draft.slip(
                "dropped-wager",
                value,
                f"{rule.name} is no longer listed, and {rule.clause}, which lists it, did not change.",
                now="not listed",
            )


def head_of_edition(draft: Draft) -> Iterator[Slip]:
    """The day it comes into force, its currency and what it supersedes."""
    edition, parent = draft.edition, draft.parent
    day = edition.in_force_from
    if parent and day and parent.in_force_from and day < parent.in_force_from:
        yield _head(draft, "in_force_from", "Comes into force before the edition that it follows.")
    elif day and draft.today and day < draft.today:
        yield _head(draft, "in_force_from", "Comes into force on a day in the past.")
    if day and draft.today and day.year - draft.today.year > YEARS_AHEAD:
        yield _head(draft, "in_force_from", f"Comes into force in more than {YEARS_AHEAD} years.")
    if parent and parent.currency != edition.currency:
        yield _head(draft, "currency", "Has a different currency from the edition that it follows.")
    if parent and draft.same_game and parent.jurisdiction != edition.jurisdiction:
        yield _head(draft, "jurisdiction", "Has a different jurisdiction from the edition that it follows.")


def _head(draft: Draft, field: str, sentence: str) -> Slip:
    labels = {"in_force_from": "In force from", "currency": "Currency", "jurisdiction": "Jurisdiction"}
    was = getattr(draft.parent, field, None) if draft.parent else None
    return Slip(
        kind="head",
        path=field,
        label=labels[field],
        was=str(was or "not stated"),
        now=str(getattr(draft.edition, field)),
        sentence=sentence,
    )


def _was_named(draft: Draft, value: Value, wager: str) -> bool:
    """Whether the parent names the wager in the same place, and does not list it either."""
    old = draft.was(value.path)
    unlisted = draft.parent is not None and wager not in draft.parent.wagers
    return unlisted and old is not None and wager in _named(draft, old)


def _named(draft: Draft, value: Value) -> Iterator[str]:
    """The wagers that a value is about or names."""
    section, *rest = value.keys
    if section == "odds":
        yield rest[0]
        yield ODDS_OF[rest[0]]
    elif section in ("vig", "come_out", "paytables"):
        yield from (key for key in rest if key in draft.edition.catalogue)
    elif section in ("wagers", "layout") and isinstance(value.codec, Items):
        items = value.json[0] if value.kind == CITED else value.json if value.kind == PLAIN else ()
        yield from (str(item) for item in items if str(item) in draft.edition.catalogue)
