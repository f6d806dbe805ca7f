"""A rule set as the tables of its rule book: JSON, in words, every line with its clause.

Made once, when a decision is frozen, from the rules core alone. Page, guide and sign show parts of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from craps.money import amount_text, decimal_text, odds_text
from craps.rulebook import Book, book, cited
from craps.ruleset import RuleSet
from craps.vocabulary import COME_OUT, COUNTS_POINTS, SLOTS, SUBJECTS, WAGER_GROUPS, slot_words
from craps.wagers import CATALOGUE
from portal.documents.bet_descriptions import BET_DESCRIPTIONS
from portal.submissions.wording import describe_choices
from portal.text import and_list

Row = dict[str, Any]

# Of one wager; a document that numbers each of 17 hop bets is cited, not repeated.
MOST_CLAUSES = 14
LONGEST_FRACTION = 13  # characters; the fire bet's exact figure has forty digits above and below the line
OPERATOR_CHOICES = ("odds", "vig", "paytables", "payouts", "limits", "come_out", "table", "layout")
_RULE = re.compile(r"\|[-| :]+\|$")  # under the heading of a table


def build_rule_tables(ruleset: RuleSet) -> dict[str, Any]:
    """Wagers by group, then each subject the operator decides on."""
    rows = describe_choices(ruleset)
    offered = next((row for row in rows if row["path"] == "wagers"), None)
    return {
        "offered": offered,
        "groups": _groups(ruleset),
        "subjects": [
            {"key": key, "title": _title(key), "rows": found}
            for key in OPERATOR_CHOICES
            if (found := _of_subject(ruleset, rows, key))
        ],
        "signs": _signs(ruleset),
        "layout_stated": bool(ruleset.stated.get("layout", {}).get("areas")),
    }


def edge_rows(ruleset: RuleSet, edges: list[Row]) -> list[Row]:
    """The stored figures, with numbers and pairs that are alike in one row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in edges:
        key = tuple(str(row[name]) for name in ("bet", "win", "lose", "push", "edge", "rolls"))
        alike.setdefault(key, []).append(_spot(row))
    found = []
    for (bet, win, lose, push, edge, rolls), spots in alike.items():
        of = and_list(spots)
        if bet == "hop":
            of = SLOTS["hop", "hard" if all(s[0] == s[-1] for s in spots) else "easy"]
        found.append(
            {
                "bet": bet,
                "name": ruleset.edition.name_of(bet),
                "on": of,
                "win": percent(win),
                "lose": percent(lose),
                "push": percent(push) if Fraction(push) else "",
                "edge": percent(edge),
                "exact": edge if len(edge) <= LONGEST_FRACTION else "",
                "rolls": decimal_text(Fraction(rolls), 2),
            }
        )
    return found


def example_rows(ruleset: RuleSet, examples: list[Row]) -> list[Row]:
    """The stored worked examples: what was bet and rolled, what each roll did, how the player ended."""
    name_of = ruleset.edition.name_of
    return [
        {
            "title": example["title"],
            "clauses": ", ".join(example["clauses"]),
            "steps": list(_steps(example, name_of)),
            "balance": amount_text(Fraction(example["run"]["balance"])) if example.get("run") else "",
            "left": amount_text(Fraction(example["run"]["on_table"])) if example.get("run") else "0",
            "currency": example.get("currency", ""),
            "result": example["result"],
            "differs": example["verdict"] != "same",
        }
        for example in examples
    ]


def percent(value: str) -> str:
    return f"{decimal_text(Fraction(value) * 100, 2)}%"


# -- wagers -------------------------------------------------------------------------------------------------


def _groups(ruleset: RuleSet) -> list[Row]:
    text = book(ruleset.edition)
    found: dict[str, list[Row]] = {}
    for wager, item in CATALOGUE.items():
        if wager in ruleset.offered:
            found.setdefault(item.group, []).append(_wager(ruleset, wager, text))
    return [
        {"key": key, "title": title, "wagers": found[key]}
        for key, title in WAGER_GROUPS.items()
        if key in found
    ]


def _wager(ruleset: RuleSet, wager: str, text: Book) -> Row:
    edition, rule = ruleset.edition, ruleset.rule(wager)
    return {
        "wager": wager,
        "name": edition.name_of(wager),
        "clause": rule.clause,
        "how": BET_DESCRIPTIONS[wager],
        "clauses": list(_clauses(text, rule.clause, edition.name_of(wager))),
        "pays": _pays(ruleset, wager),
    }


def _pays(ruleset: RuleSet, wager: str) -> list[Row]:
    """Slots that pay the same under one clause stand together."""
    sources = ruleset.cited_payouts(wager)
    if not CATALOGUE[wager].slots:
        parts = dict.fromkeys(ruleset.edition.name_of(part) for part in CATALOGUE[wager].parts)
        shares = f"each part as a bet of its own: {and_list(list(parts))}"
        return [{"on": "", "odds": shares, "clause": ruleset.rule(wager).shares}]
    alike: dict[str, tuple[list[str], list[str]]] = {}
    for slot, ratio in ruleset.payouts.get(wager, {}).items():
        source = sources.get(slot) or sources.get("")
        slots, clauses = alike.setdefault(odds_text(ratio), ([], []))
        slots.append(slot)
        if source is not None and source.clause not in clauses:
            clauses.append(source.clause)
    one = len(alike) == 1
    return [
        {"on": "" if one else _on(wager, slots), "odds": odds, "clause": ", ".join(clauses)}
        for odds, (slots, clauses) in alike.items()
    ]


def _on(wager: str, slots: list[str]) -> str:
    if wager in COUNTS_POINTS:
        return f"{and_list(slots)} points"
    return and_list([slot_words(wager, slot) for slot in slots])


def _clauses(text: Book, citation: str, wager: str) -> Iterator[Row]:
    """The cited clause and those below it, as the rulebook has them in our words."""
    found = [clause for number in cited(citation) for clause in _below(text, number)]
    if len(found) > MOST_CLAUSES:
        return
    for clause in found:
        yield {"id": clause.id, "text": plain(clause.text, wager)}


def _below(text: Book, number: str) -> Iterator[Any]:
    clause = text.find(number)
    if clause is not None:
        yield clause
        for child in text.children(number):
            yield from _below(text, child.id)


def plain(text: str, wager: str) -> str:
    """The rulebook's small Markdown as one line of plain words; a table becomes a list.

    Its heading is left out: the rows say it themselves; where rows name the wager, only those are given.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    told = [line for line, after in pairwise([*lines, ""]) if not (_RULE.match(line) or _RULE.match(after))]
    own = any(wager in _cells(line) for line in told)
    parts = []
    for line in told:
        if not line.startswith("|"):
            parts.append(line.strip())
        elif not own or wager in _cells(line):
            first, *rest = _cells(line)
            parts.append(f"{first}: {', '.join(rest)};")
    joined = " ".join(parts).rstrip(";").replace("**", "")
    return re.sub(r"\[([^\]]+)\](?!\()", r"clause \1", joined)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []


# -- what the operator decides ------------------------------------------------------------------------------


def _of_subject(ruleset: RuleSet, rows: list[Row], key: str) -> list[Row]:
    found = [row for row in rows if row["path"].partition(".")[0] == key]
    if key == "come_out":
        return merge_equal_rows(_come_out(ruleset), joints=())
    if key == "table":
        found = [row for row in rows if row["path"] == "chip_unit"] + found
    if key == "limits" and not found and ruleset.edition.making.limits:
        found = [
            _row("Each table", "minimum and maximum as posted at the table", ruleset.edition.making.limits)
        ]
    return merge_equal_rows(found)


def _come_out(ruleset: RuleSet) -> Iterator[Row]:
    for wager, rule in ruleset.edition.come_out.items():
        if wager in ruleset.offered:
            state = COME_OUT[ruleset.come_out_state(wager)]
            called = f"; the player may turn it {and_list(list(rule.call.value))}" if rule.call.value else ""
            yield _row(ruleset.edition.name_of(wager), f"{state}{called}", rule.state.clause)


def _title(section: str) -> str:
    return "Payouts that differ from the edition" if section == "payouts" else SUBJECTS[section]


def _row(label: str, value: str, clause: str = "") -> Row:
    return {"label": label, "value": value, "clause": clause}


def merge_equal_rows(rows: Iterable[Row], joints: tuple[str, ...] = (" of ", " on ")) -> list[Row]:
    """ "Limits of Pass Bet" and "Limits of Come Bet" share a row where they say the same under one clause.

    `names` are what they are about: Pass Bet, Come Bet.
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        subject, joint, name = next(
            (parts for joint in joints if (parts := row["label"].partition(joint))[1]),
            ("", "", row["label"]),
        )
        found.setdefault((subject + joint, row["value"], row["clause"]), []).append(name)
    return [
        {"label": subject + and_list(names), "value": value, "clause": clause, "names": names}
        for (subject, value, clause), names in found.items()
    ]


def _signs(ruleset: RuleSet) -> list[Row]:
    """What the edition wants posted or printed at the table."""
    layout = ruleset.edition.layout
    found = [
        _row("Printed on the layout", words, clause) for words, clause in layout.get("words", {}).items()
    ]
    wall = layout.get("wall_notice") or layout.get("fire", {}).get("wall_notice", {})
    if wall and "fire" in ruleset.offered:
        name = ruleset.edition.name_of("fire")
        pays = "; ".join(f"{row['on']} {row['odds']}" for row in _pays(ruleset, "fire"))
        said = {
            "odds": f"{name} pays: {pays}.",
            "timing": f"{name}: taken only until the shooter’s first come-out roll.",
            "limits": f"{name}: {_stakes(ruleset, 'fire')}.",
        }
        found += [_row("Notice", said[key], clause) for key, clause in wall.items() if key in said]
    return found


def _stakes(ruleset: RuleSet, wager: str) -> str:
    """The limits as approved, or room to write the posted ones."""
    row = next((row for row in describe_choices(ruleset) if row["path"] == f"limits.{wager}"), None)
    return row["value"] if row else "at least ________, at most ________"


# -- small words --------------------------------------------------------------------------------------------


def _steps(example: Row, name_of: Any) -> Iterator[Row]:
    """Each roll that settled something, with the rolls before it that did not and the bets made meanwhile."""
    made: list[str] = []
    rolls: list[str] = []
    played = list(zip(example["events"], (example.get("run") or {}).get("steps", ()), strict=False))
    for place, (event, step) in enumerate(played, start=1):
        if "roll" not in event:
            made.append(_deed(event, name_of) + (" (refused)" if step.get("error") else ""))
        else:
            rolls.append("-".join(str(face) for face in event["roll"]))
        settled = step.get("settlements", [])
        bets_next = place < len(played) and "roll" not in played[place][0]
        if settled or place == len(played) or (rolls and bets_next):
            yield {
                "bets": ", ".join(made),
                "rolls": ", ".join(rolls),
                "said": [s["message"] for s in settled],
                "clauses": ", ".join(dict.fromkeys(s["clause"] for s in settled)),
            }
            made, rolls = [], []


def _deed(event: Row, name_of: Any) -> str:
    """What the player does between two rolls."""
    if "pass_dice" in event:
        return "the dice pass to a new shooter"
    what = f"{name_of(event.get('remove') or event['bet'])} {_spot(event)}".strip()
    if "amount" in event:  # "20 on Buy Bet 10": two numbers side by side would be read as one
        joint = "of" if "remove" in event else "on"
        what = f"{amount_text(Fraction(event['amount']))} {joint} {what}"
    if "remove" in event:
        return f"{what} taken down"
    return f"{what} called {event['turn']}" if "turn" in event else what


def _spot(row: Row) -> str:
    if row.get("dice"):
        return "-".join(str(face) for face in row["dice"])
    return str(row["number"]) if row.get("number") is not None else ""
