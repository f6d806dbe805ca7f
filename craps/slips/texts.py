"""Values against the sentence they are taken from: its figures, its words, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from craps.edition_values import CITED, ONLY_CLAUSE, PLAIN, RATE, READING, Value
from craps.edition_words import value_text
from craps.games import game_of
from craps.rulebook import cited
from craps.slips.slip import Draft, Slip
from craps.slips.words import citations, figures, says, speaks_of, stated, text_of, tokens, uses
from craps.wagers import CATALOGUE

# Words of a wager's name that many wagers share, and so tell none.
_COMMON = frozenset(
    ("bet", "wager", "a", "an", "the", "of", "on", "in", "to", "at", "all", "or", "and", "any", "1", "roll")
)
# What a clause may call a group of wagers instead.
_FAMILIES = {
    "one roll": ("proposition",),
    "combined": ("proposition",),
    "side": ("bonus",),
    "line": ("point",),
}
# Words of which a clause uses at least one where it is about a value of the table, by the value's last key.
_TABLE_WORDS = {
    "length_ft": ("length", "feet", "long"),
    "seats": ("seat", "seated", "player"),
    "players": ("player", "patron"),
    "players_per_end": ("player", "patron", "end"),
    "dice": ("dice",),
    "more_dice": ("dice",),
    "fewest_dice": ("dice", "die"),
    "dice_face_mm": ("dice", "die", "mm", "millimetre"),
    "dice_change_hours": ("dice",),
    "stickperson": ("stickperson",),
    "stick": ("stick",),
    "dice_cup": ("cup",),
    "dice_bowl": ("bowl",),
    "drop_box": ("drop",),
    "tip_box": ("tip",),
}


def unknown_clause(draft: Draft) -> Iterator[Slip]:
    """A clause cited that the rulebook does not have."""
    for value in draft.values.values():
        for citation in citations(value):
            missing = [each for each in cited(citation) if draft.book.find(each) is None]
            if missing and not _was_missing(draft, value, missing):
                sentence = f"Cites {citation}, and the rulebook has no clause {missing[0]}."
                yield draft.slip(
                    "unknown-clause", value, sentence, was=_cited_before(draft, value), now=citation
                )
                break


def moved_citation(draft: Draft) -> Iterator[Slip]:
    """Another clause cited, while the sentence that the parent cites still stands elsewhere in the book."""
    if not draft.same_game or draft.before is None:
        return
    for path, value in draft.values.items():
        old = draft.was(path)
        if old is None or old.kind != value.kind:
            continue
        for before, citation in zip(citations(old), citations(value), strict=False):
            sentence = text_of(draft.before, before)
            here = text_of(draft.book, citation)
            if sentence is None or here is None or here == sentence:
                continue
            stands = before if text_of(draft.book, before) == sentence else _found(draft, sentence)
            if stands and stands != citation:
                yield draft.slip(
                    "moved-citation",
                    value,
                    f"Cites {citation}. The sentence that it was based on is still there, in {stands}.",
                    was=before,
                    now=citation,
                )
                break


def silent_clause(draft: Draft) -> Iterator[Slip]:
    """A clause cited that uses none of the words for the thing, where the parent's clause did."""
    for path, value in draft.values.items():
        words = _words_for(draft, value)
        old = draft.was(path)
        if not words or (old is not None and citations(old) == citations(value)):
            continue
        for citation in citations(value):
            text = _with_context(draft, citation)
            if text is None or speaks_of(text, words):
                continue
            yield draft.slip(
                "silent-clause",
                value,
                f"Cites {citation}, which has none of the words {', '.join(sorted(words))}.",
                was=_cited_before(draft, value),
                now=citation,
            )
            break


def unsaid_figure(draft: Draft) -> Iterator[Slip]:
    """A figure that the cited clause does not state, where the parent's clause states the parent's."""
    for value in _changed(draft):
        old = draft.was(value.path)
        if not stated(value) or text_of(draft.book, value.clause) is None or says(draft.book, value):
            continue
        if old is None:
            text = _with_context(draft, value.clause) or ""
            if draft.parent is not None or stated(value) <= figures(text) or not _has_figures(value, text):
                continue
            if any(value.clause in reading.clauses for reading in draft.edition.readings.values()):
                continue  # the edition says how it reads the clause
        elif draft.before is None or not says(draft.before, old):
            continue
        yield draft.slip(
            "unsaid-figure",
            value,
            f"Is {value_text(draft.edition, value)}, and {value.clause} states another figure.",
        )


def same_sentence(draft: Draft) -> Iterator[Slip]:
    """A value that changed while the sentence it is taken from did not."""
    if not draft.same_game or draft.before is None:
        return
    for change in draft.changes:
        value, old = change.value, change.was
        if value.kind not in (CITED, RATE) and not (value.kind == ONLY_CLAUSE and change.now is None):
            continue
        if old is not None and change.now is not None and _bare(old) == _bare(value):
            continue  # only its citation moved
        if stated(value) and old is not None and says(draft.before, old) and not says(draft.book, value):
            continue  # said more exactly as an unsaid figure
        citation = value.clause
        text = text_of(draft.book, citation)
        if text is None or text != text_of(draft.before, citation):
            continue
        what = "is no longer stated" if change.now is None else "is new" if old is None else "changed"
        yield draft.slip(
            "same-sentence",
            value,
            f"This value {what}, and the text of {citation} did not change. Say in the clause what the "
            "edition now requires, or restore the value.",
        )


def name_not_printed(draft: Draft) -> Iterator[Slip]:
    """A wager's name that the clause listing it does not use, where it used the parent's."""
    for wager, rule in draft.edition.wagers.items():
        value = draft.values.get(f"wagers.{wager}.name")
        text = _with_context(draft, rule.clause)
        if value is None or text is None or uses(text, rule.name):
            continue
        old = draft.parent.wagers.get(wager) if draft.parent else None
        before = text_of(draft.before, old.clause) if draft.before and old else None
        if old is None or old.name == rule.name or not (before and uses(before, old.name)):
            continue
        sentence = f"{rule.clause}, which lists the wager, does not call it “{rule.name}”."
        yield draft.slip("name-not-printed", value, sentence)


def reading_without_reasons(draft: Draft) -> Iterator[Slip]:
    """Another option of a reading with the reasons of the one before."""
    for change in draft.changes:
        if change.was is None or change.now is None or change.now.kind != READING:
            continue
        was, now = change.was.json, change.now.json
        if was["chosen"] != now["chosen"] and was["why"] == now["why"]:
            sentence = "Another option is chosen, and the reasons are still those for the one before."
            yield draft.slip("reading-without-reasons", change.now, sentence)


# Parts ---------------------------------------------------------------------------------------------------


def _changed(draft: Draft) -> list[Value]:
    """The values to look at: those that differ from the parent's, or all where there is none."""
    if draft.parent is None:
        return [value for value in draft.values.values() if value.kind in (CITED, RATE)]
    return [change.now for change in draft.changes if change.now and change.now.kind in (CITED, RATE)]


def _bare(value: Value) -> object:
    """What stands beside the clause, as it is meant: 100 and "100" are the same."""
    if value.kind == ONLY_CLAUSE:
        return None
    if value.kind == RATE:
        return value.json[0], value.codec.read(value.json[1], "")
    return value.codec.read(value.json[0] if value.kind == CITED else value.json, "")


def _has_figures(value: Value, text: str) -> bool:
    """Whether a text states any figure of the kind that the value is."""
    kinds = {kind for kind, _ in stated(value)}
    return any(kind in kinds for kind, _ in figures(text))


def _found(draft: Draft, sentence: str) -> str:
    """The clause of the draft's book that has this text; "" if none has."""
    return next((each.id for each in draft.book.clauses if f"{each.heading} {each.text}" == sentence), "")


def _cited_before(draft: Draft, value: Value) -> str:
    old = draft.was(value.path)
    return ", ".join(citations(old)) if old else "not stated"


def _was_missing(draft: Draft, value: Value, missing: list[str]) -> bool:
    """Whether the parent cites the same clause and its book lacks it as well."""
    old = draft.was(value.path)
    if old is None or draft.before is None or citations(old) != citations(value):
        return False
    return all(draft.before.find(each) is None for each in missing)


def _with_context(draft: Draft, citation: str) -> str | None:
    """The text of a citation with that of the clauses above and right below it."""
    if text_of(draft.book, citation) is None:
        return None
    parts = []
    for each in cited(citation):
        above = draft.book.path(each)
        parts += [f"{clause.heading} {clause.text}" for clause in (*above, *draft.book.children(each))]
    return "\n".join(parts)


def _words_for(draft: Draft, value: Value) -> frozenset[str]:
    """The words of which a clause about this value uses one; none where any clause may do."""
    section, *rest = value.keys
    if value.kind in (PLAIN, READING):
        return frozenset()
    if section == "table":
        return frozenset(_TABLE_WORDS.get(rest[-1], ()))
    wager = next((key for key in rest if key in draft.edition.wagers), "")
    if section not in ("wagers", "vig", "come_out", "paytables") or not wager:
        return frozenset()
    if section == "come_out" and rest[1] != "state":
        return frozenset()  # one clause says of all wagers which can be turned on and off
    group = CATALOGUE[wager].group if wager in CATALOGUE else ""
    words = tokens(draft.edition.name_of(wager)) | tokens(game_of(draft.edition).wagers[wager])
    return (words - _COMMON) | frozenset(_FAMILIES.get(group, ()))
