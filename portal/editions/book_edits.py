"""Changes of a rulebook as data: where a clause stands, and what a new number does to those that cite it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from craps.codec import Json
from craps.edition_values import ONLY_CLAUSE, READING, Value, values, with_value
from craps.rulebook import cited
from craps.rulebook.clauses import parent_of

Entry = dict[str, Any]
# In the order of the files.
FIELDS = ("id", "number", "heading", "text", "parent", "slip", "note", "examples")


def entry_of(given: Mapping[str, Any]) -> Entry:
    """A clause as the files have it: without fields that are empty."""
    return {name: given[name] for name in FIELDS if given.get(name) not in (None, "", [])}


def clauses_in(book: Mapping[str, Any]) -> list[Entry]:
    return [dict(entry) for entry in book["clause"]]


def place_of(entries: list[Entry], clause_id: str) -> int | None:
    return next((place for place, entry in enumerate(entries) if entry["id"] == clause_id), None)


def end_of(entries: list[Entry], place: int) -> int:
    """The place after a clause and everything below it."""
    inside = {entries[place]["id"]}
    end = place + 1
    while end < len(entries) and _parent(entries, end) in inside:
        inside.add(entries[end]["id"])
        end += 1
    return end


def moved(entries: list[Entry], place: int, *, up: bool) -> list[Entry] | None:
    """The clauses with one and all below it before or after its neighbour; None if there is no neighbour."""
    end, above = end_of(entries, place), _parent(entries, place)
    if up:
        before = [at for at in range(place) if _parent(entries, at) == above]
        if not before:
            return None
        start = before[-1]
        return [*entries[:start], *entries[place:end], *entries[start:place], *entries[end:]]
    if end >= len(entries) or _parent(entries, end) != above:
        return None
    after = end_of(entries, end)
    return [*entries[:place], *entries[end:after], *entries[place:end], *entries[after:]]


def new_names(entries: Iterable[Entry], old: str, new: str) -> dict[str, str]:
    """What a clause and those with a number below its own are called after it has a new one."""
    below = (entry["id"] for entry in entries if entry["id"].startswith(old) and entry["id"] != old)
    return {old: new} | {each: new + each[len(old) :] for each in below if each[len(old)] in "(./"}


def with_new_names(entries: Iterable[Entry], names: Mapping[str, str]) -> list[Entry]:
    """The clauses under their new names, also where others refer to them."""

    def anew(text: str) -> str:
        return re.sub(r"\[([^\]]+)\]", lambda match: f"[{names.get(match[1], match[1])}]", text)

    renamed = []
    for entry in entries:
        changed = {**entry, "id": names.get(entry["id"], entry["id"])}
        changed |= {name: anew(entry[name]) for name in ("text", "note") if name in entry}
        if "parent" in entry:
            changed["parent"] = names.get(entry["parent"], entry["parent"])
        renamed.append(changed)
    return renamed


def cited_anew(document: dict[str, Json], names: Mapping[str, str]) -> tuple[dict[str, Json], list[Value]]:
    """The values that cite a clause under its new name, and those that cite it only as one of a run."""
    runs = []
    for value in values(document):
        citations = value.json["clauses"] if value.kind == READING else [value.clause]
        if any(citation in names for citation in citations):
            document = with_value(document, value.keys, _with_citation(value, names))
        elif any(each in names for citation in citations for each in cited(citation)):
            runs.append(value)
    if any(slip["clause"] in names for slip in document.get("slips", ())):
        slips = [{**slip, "clause": names.get(slip["clause"], slip["clause"])} for slip in document["slips"]]
        document = {**document, "slips": slips}
    return document, runs


def _with_citation(value: Value, names: Mapping[str, str]) -> Json:
    if value.kind == READING:
        return {**value.json, "clauses": [names.get(each, each) for each in value.json["clauses"]]}
    clause = names[value.clause]
    return clause if value.kind == ONLY_CLAUSE else [*value.json[:-1], clause]


def _parent(entries: list[Entry], place: int) -> str | None:
    named: str | None = entries[place].get("parent")
    return named or parent_of(entries[place]["id"], [entry["id"] for entry in entries[:place]])
