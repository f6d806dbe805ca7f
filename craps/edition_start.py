"""Where a new edition begins: from nothing, or as a copy of another jurisdiction's under its own name.

``smallest_document`` has what the form of its game requires and no more, every value with one clause;
``copied_document`` has all of another edition. ``entry_like`` is a part of another edition under one clause
of this one, to begin a wager or a section with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from craps.codec import Codec, Entries, Fields, Flag, Items, Json, Number, Odds, OneOf, Text
from craps.edition import Edition
from craps.edition_codec import CLAUSE, CitedForm, FreeForm, RateForm, ReadingForm, TextOrEach
from craps.edition_values import HEAD
from craps.games import game_called, game_of
from craps.wagers import CATALOGUE

# What the smallest document says where the first choice would say more than nothing.
_PLAIN: Mapping[str, Json] = {"left_out": "fine", "contract": "placement", "dont_raise": "never"}
FIRST_CLAUSE = "1"


def smallest_document(head: Mapping[str, Json], clause: str = FIRST_CLAUSE) -> dict[str, Json]:
    """The smallest edition of a game that can be read: ``head`` has its id, title, jurisdiction and game.

    >>> head = dict(id="tw-1", title="One", jurisdiction="tw", authority="A", game="craps", source="S")
    >>> document = smallest_document(head | {"currency": "AUD"})
    >>> document["wagers"], document["left_out"], document["making"]["no_call"]
    ({}, ['fine', '1'], '1')
    """
    form = game_called(head["game"]).edition_form
    rest = {name: smallest(form.fields[name], clause, name) for name in form.required if name not in head}
    document = {**head, **rest}
    return {name: document[name] for name in form.fields if name in document}


def smallest_book(title: str, intro: str, clause: str = FIRST_CLAUSE) -> dict[str, Json]:
    """A rulebook with one clause, which everything cites until there are others."""
    entry = {"id": clause, "heading": "General", "text": "Replace this with the first clause of the rules."}
    return {"title": title, "intro": intro, "clause": [entry]}


def copied_document(source: Edition, head: Mapping[str, Json]) -> dict[str, Json]:
    """All of an edition under another head; it follows on none. Readings of the checks are named after the
    jurisdiction."""
    kept = {name: value for name, value in source.data.items() if name not in HEAD}
    before, after = f"{source.jurisdiction}.", f"{head['jurisdiction']}."
    if "readings" in kept:
        kept["readings"] = {
            after + name.removeprefix(before) if name.startswith(before) else name: reading
            for name, reading in kept["readings"].items()
        }
    document = {**head, **kept}
    fields = game_called(head["game"]).edition_form.fields
    return {name: document[name] for name in fields if name in document}


def form_at(data: Mapping[str, Json], keys: tuple[str, ...]) -> Codec | None:
    """The form of a place of an edition; None where there is no such place."""
    form: Codec | None = game_called(data.get("game")).edition_form
    for key in keys:
        if isinstance(form, Fields):
            form = form.fields.get(key)
        elif isinstance(form, Entries):
            form = form.value if key in form.names else None
        elif isinstance(form, FreeForm):
            form = form.value
        else:
            return None
    return form


def entry_like(form: Codec | None, json: Json, clause: str) -> Json:
    """The same JSON with every clause replaced by one."""
    if isinstance(form, CitedForm):
        return [json[0], clause]
    if isinstance(form, RateForm):
        return [*json[:-1], clause]
    if isinstance(form, ReadingForm):
        return {**json, "clauses": [clause]}
    if isinstance(form, Fields):
        return {key: entry_like(form.fields[key], value, clause) for key, value in json.items()}
    if isinstance(form, Entries) and isinstance(json, Mapping):
        return {key: entry_like(form.value, value, clause) for key, value in json.items()}
    if isinstance(form, FreeForm) and isinstance(json, Mapping):
        return {key: entry_like(form.value, value, clause) for key, value in json.items()}
    return clause if form is CLAUSE or isinstance(form, FreeForm) else json


def smallest_wager(edition: Edition, wager: str, clause: str) -> dict[str, Json]:
    """The least that a wager says: what it is called and, where it is paid by itself, even money."""
    game = game_of(edition)
    form = form_at(edition.data, ("wagers", wager))
    json: dict[str, Json] = smallest(form, clause)
    json["name"] = game.wagers[wager]
    fields = form.fields if isinstance(form, Fields) else {}
    if wager in CATALOGUE and CATALOGUE[wager].parts and "shares" in fields:
        json["shares"] = clause
    elif "pays" in fields and not _paid_by_paytable(edition, wager):
        json["pays"] = {"all": ["1:1", clause]}
    return json


def wager_like(edition: Edition, source: Edition, wager: str, clause: str) -> dict[str, Json]:
    """A wager of another edition for this one. Where only a paytable pays it there, and this edition has
    none, it pays even money."""
    form = form_at(edition.data, ("wagers", wager))
    like: dict[str, Json] = entry_like(form, source.data["wagers"][wager], clause)
    least = smallest_wager(edition, wager, clause)
    return like if "shares" in like or "pays" not in least else {"pays": least["pays"], **like}


def _paid_by_paytable(edition: Edition, wager: str) -> bool:
    paytables = edition.data.get("paytables", {}).values()
    tables = (table for choice in paytables for table in choice.values())
    return any(wager in table for table in tables if isinstance(table, Mapping))


def smallest(form: Any, clause: str, name: str = "") -> Json:
    """The least that a form accepts."""
    if form is CLAUSE or isinstance(form, TextOrEach):
        return clause
    if isinstance(form, CitedForm):
        return [_PLAIN[name] if name in _PLAIN else smallest(form.value, clause, name), clause]
    if isinstance(form, RateForm):
        return ["exactly", "1/20", clause]
    if isinstance(form, Fields):
        return {each: smallest(form.fields[each], clause, each) for each in form.required}
    if isinstance(form, Entries | FreeForm):
        return {}
    if isinstance(form, Items):
        return []
    if isinstance(form, OneOf):
        return form.names[0]
    if isinstance(form, Flag):
        return False
    if isinstance(form, Odds):
        return "1:1"
    if isinstance(form, Number):
        return 1
    return name.replace("_", " ").capitalize() if isinstance(form, Text) else ""
