"""A rule set as the tables of its rule book: JSON, in words, with a clause on every line.

Built once, when a decision is made, from the rules core alone. Certificate, guide and sign print parts of it.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from craps.games.round_game import RoundGame
from craps.money import amount_text, decimal_text, odds_text, rounded_percent
from craps.rulebook import Book, Clause, book, cited
from craps.ruleset import RuleSet
from craps.vocabulary import COME_OUT, SLOTS, SUBJECTS, WAGER_GROUPS, slot_words
from craps.wagers import CATALOGUE
from portal.accounts.jurisdictions import with_symbol
from portal.documents import round_tables
from portal.documents.bet_descriptions import BET_DESCRIPTIONS
from portal.submissions.row_groups import merge_equal_rows
from portal.submissions.wording import describe_choices
from portal.text import and_list

Row = dict[str, Any]

# Clauses quoted for one wager. An edition that numbers each of 17 hop bets is cited, not quoted.
MAX_CLAUSES = 14
MAX_FRACTION_LENGTH = 13  # characters; the fire bet's exact figure has forty digits above and below the line
OPERATOR_CHOICES = (
    "numbers",
    "odds",
    "vig",
    "paytables",
    "payouts",
    "limits",
    "come_out",
    "making",
    "table",
    "layout",
)
_TABLE_RULE = re.compile(r"\|[-| :]+\|$")  # the line under the heading of a Markdown table


def build_rule_tables(ruleset: RuleSet) -> dict[str, Any]:
    """Return the wagers by group, then each subject the operator decides on."""
    rows = describe_choices(ruleset)
    tables = {
        "offered": next((row for row in rows if row["path"] == "wagers"), None),
        "signs": _signs(ruleset),
        "layout_stated": bool(ruleset.stated.get("layout", {}).get("areas")),
    }
    if game := round_tables.round_game(ruleset):
        wagers = [
            _wager(ruleset, wager, book(ruleset.edition)) for wager in game.wagers if wager in ruleset.offered
        ]
        return tables | {
            "in_rounds": True,
            "course": game.course(ruleset),
            "course_clauses": _play_clauses(game, ruleset),
            "round": game.round,
            "groups": [{"key": "all", "title": SUBJECTS["wagers"], "wagers": wagers}] if wagers else [],
            "subjects": round_tables.subjects(game, ruleset, rows),
            "readings": round_tables.readings(ruleset),
        }
    return tables | {
        "groups": _groups(ruleset),
        "subjects": [
            {"key": key, "title": _title(key), "rows": subject}
            for key in OPERATOR_CHOICES
            if (subject := _subject_rows(ruleset, rows, key))
        ],
    }


def edge_rows(ruleset: RuleSet, edges: list[Row]) -> list[Row]:
    """Return the stored figures, one row for all numbers or pairs with the same figures."""
    if game := round_tables.round_game(ruleset):
        return round_tables.figures(game, ruleset, edges)
    spots_by_figures: dict[tuple[str, ...], list[str]] = {}
    for row in edges:
        key = tuple(str(row[name]) for name in ("bet", "win", "lose", "push", "edge", "rolls"))
        spots_by_figures.setdefault(key, []).append(_spot(row))
    merged = []
    for (bet, win, lose, push, edge, rolls), spots in spots_by_figures.items():
        on = and_list(spots)
        if bet == "hop":
            on = SLOTS["hop", "hard" if all(s[0] == s[-1] for s in spots) else "easy"]
        merged.append(
            {
                "bet": bet,
                "name": ruleset.edition.name_of(bet),
                "on": on,
                "win": rounded_percent(win),
                "lose": rounded_percent(lose),
                "push": rounded_percent(push) if Fraction(push) else "",
                "edge": rounded_percent(edge),
                "exact": edge if len(edge) <= MAX_FRACTION_LENGTH else "",
                "rolls": decimal_text(Fraction(rolls), 2),
            }
        )
    return merged


def example_rows(ruleset: RuleSet, examples: list[Row]) -> list[Row]:
    """Return the stored worked examples: bets and rolls, what each roll settled, and the final balance.

    One that assumes terms which are not those of the rule set is left out: it is settled by other rules.
    """
    game = round_tables.round_game(ruleset)
    name_of = ruleset.edition.name_of

    def steps(example: Row) -> Iterator[Row]:
        if game is None:
            return _steps(example, name_of)
        return round_tables.example_steps(
            game, ruleset, example["events"], (example.get("run") or {}).get("steps", [])
        )

    rows = [
        {
            "title": example["title"],
            # In a game played in rounds an example that applies has the terms of this very table.
            "given": "" if game else example.get("given", ""),
            "clauses": ", ".join(example["clauses"]),
            "steps": list(steps(example)),
            "balance": amount_text(Fraction(example["run"]["balance"])) if example.get("run") else "",
            "left": amount_text(Fraction(example["run"]["on_table"])) if example.get("run") else "0",
            "currency": example.get("currency", ""),
            "result": with_symbol(example["result"], example.get("currency", "")),
            "differs": example["verdict"] != "same",
        }
        for example in examples
        if example.get("applies", True)
    ]
    return rows or (round_tables.story_rows(game, ruleset) if game else [])


# -- wagers -------------------------------------------------------------------------------------------------


def _groups(ruleset: RuleSet) -> list[Row]:
    rulebook = book(ruleset.edition)
    wagers: dict[str, list[Row]] = {}
    for wager, item in CATALOGUE.items():
        if wager in ruleset.offered:
            wagers.setdefault(item.group, []).append(_wager(ruleset, wager, rulebook))
    return [
        {"key": key, "title": title, "wagers": wagers[key]}
        for key, title in WAGER_GROUPS.items()
        if key in wagers
    ]


def _wager(ruleset: RuleSet, wager: str, rulebook: Book) -> Row:
    edition, rule = ruleset.edition, ruleset.rule(wager)
    row = {
        "wager": wager,
        "name": edition.name_of(wager),
        "clause": rule.clause,
        "clauses": _clauses(rulebook, rule.clause, edition.name_of(wager)),
    }
    if game := round_tables.round_game(ruleset):
        return row | round_tables.wager_row(game, ruleset, wager)
    return row | {"how": BET_DESCRIPTIONS[wager], "pays": _pays(ruleset, wager)}


def _pays(ruleset: RuleSet, wager: str) -> list[Row]:
    """One row for all slots that pay the same."""
    sources = ruleset.printed(wager) or ruleset.cited_payouts(wager)
    pays = ruleset.payouts.get(wager) or {slot: cited.value for slot, cited in sources.items()}
    if not pays:
        parts = dict.fromkeys(ruleset.edition.name_of(part) for part in CATALOGUE[wager].parts)
        shares = _("each part as a separate bet: {bets}").format(bets=and_list(list(parts)))
        return [{"on": "", "odds": shares, "clause": ruleset.rule(wager).shares}]
    by_odds: dict[str, tuple[list[str], list[str]]] = {}
    for slot, ratio in pays.items():
        source = sources.get(slot) or sources.get("")
        slots, clauses = by_odds.setdefault(odds_text(ratio), ([], []))
        slots.append(slot)
        if source is not None and source.clause not in clauses:
            clauses.append(source.clause)
    single = len(by_odds) == 1
    return [
        {"on": "" if single else slot_words(wager, *slots), "odds": odds, "clause": ", ".join(clauses)}
        for odds, (slots, clauses) in by_odds.items()
    ]


def _clauses(rulebook: Book, citation: str, wager: str) -> list[Row]:
    """The cited clauses and those below them, in our words; none if there are too many to quote."""
    clauses = [clause for number in cited(citation) for clause in _with_children(rulebook, number)]
    if len(clauses) > MAX_CLAUSES:
        return []
    return [{"id": clause.id, "text": plain(clause.text, wager)} for clause in clauses]


def _play_clauses(game: RoundGame, ruleset: RuleSet) -> list[Row]:
    """The clauses by which a round is played and settled, in the document's order."""
    rulebook = book(ruleset.edition)
    numbers = {number for clause in game.clauses_of(ruleset.edition, "play") for number in cited(clause)}
    return [
        {"id": clause.id, "text": plain(clause.text, "")}
        for clause in rulebook.clauses
        if clause.id in numbers
    ]


def _with_children(rulebook: Book, number: str) -> Iterator[Clause]:
    clause = rulebook.find(number)
    if clause is not None:
        yield clause
        for child in rulebook.children(number):
            yield from _with_children(rulebook, child.id)


def plain(text: str, wager: str) -> str:
    """Return a clause's Markdown as one line of plain words; a table becomes a list.

    The heading of a table is left out. If some of its rows name the wager, only those are kept.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    body = [
        line
        for line, following in pairwise([*lines, ""])
        if not (_TABLE_RULE.match(line) or _TABLE_RULE.match(following))
    ]
    names_wager = any(wager in _cells(line) for line in body)
    parts = []
    for line in body:
        if not line.startswith("|"):
            parts.append(line.strip())
        elif not names_wager or wager in _cells(line):
            first, *rest = _cells(line)
            parts.append(f"{first}: {', '.join(rest)};")
    joined = " ".join(parts).rstrip(";").replace("**", "")
    return re.sub(r"\[([^\]]+)\](?!\()", r"clause \1", joined)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []


# -- what the operator decides ------------------------------------------------------------------------------


def _subject_rows(ruleset: RuleSet, rows: list[Row], key: str) -> list[Row]:
    if key == "come_out":
        return merge_equal_rows(_come_out(ruleset), joints=())
    chosen_rows = [row for row in rows if row["path"].partition(".")[0] == key]
    if key == "table":
        chosen_rows = [row for row in rows if row["path"] == "chip_unit"] + chosen_rows
    limits = ruleset.edition.making.limits
    if key == "limits" and not chosen_rows and limits:
        chosen_rows = [_row(_("Each table"), _("minimum and maximum as posted at the table"), limits)]
    return merge_equal_rows(chosen_rows)


def _come_out(ruleset: RuleSet) -> Iterator[Row]:
    for wager, rule in ruleset.edition.come_out.items():
        if wager in ruleset.offered:
            state = COME_OUT[ruleset.come_out_state(wager)]
            if rule.call.value:
                called = and_list([COME_OUT[word] for word in rule.call.value])
                state = _("{state}; the player may turn it {called}").format(state=state, called=called)
            yield _row(ruleset.edition.name_of(wager), state, rule.state.clause)


def _title(section: str) -> str:
    return _("Payouts that differ from the edition") if section == "payouts" else SUBJECTS[section]


def _row(label: str, value: str, clause: str = "") -> Row:
    return {"label": label, "value": value, "clause": clause}


def _signs(ruleset: RuleSet) -> list[Row]:
    """The notices that the edition requires on the layout or at the table."""
    layout = ruleset.edition.layout
    rows = [
        _row(_("Printed on the layout"), words, clause) for words, clause in layout.get("words", {}).items()
    ]
    wall = layout.get("wall_notice") or layout.get("fire", {}).get("wall_notice", {})
    if wall and "fire" in ruleset.offered:
        name = ruleset.edition.name_of("fire")
        pays = "; ".join(f"{row['on']} {row['odds']}" for row in _pays(ruleset, "fire"))
        notices = {
            "odds": _("{bet} pays: {pays}.").format(bet=name, pays=pays),
            "timing": _("{bet}: accepted only until the shooter’s first come-out roll.").format(bet=name),
            "limits": _("{bet}: {limits}.").format(bet=name, limits=_stakes(ruleset, "fire")),
        }
        rows += [_row(_("Notice"), notices[key], clause) for key, clause in wall.items() if key in notices]
    return rows


def _stakes(ruleset: RuleSet, wager: str) -> str:
    """The approved limits, or blanks to fill in the posted ones."""
    row = next((row for row in describe_choices(ruleset) if row["path"] == f"limits.{wager}"), None)
    return row["value"] if row else _("at least ________, at most ________")


# -- worked examples ----------------------------------------------------------------------------------------


def _steps(example: Row, name_of: Callable[[str], str]) -> Iterator[Row]:
    """Each roll that settled something, with the bets and undecided rolls before it."""
    bets: list[str] = []
    rolls: list[str] = []
    played = list(zip(example["events"], (example.get("run") or {}).get("steps", ()), strict=False))
    for place, (event, step) in enumerate(played, start=1):
        if "roll" not in event:
            bets.append(_action(event, name_of) + (" (refused)" if step.get("error") else ""))
        else:
            rolls.append("-".join(str(face) for face in event["roll"]))
        settled = step.get("settlements", [])
        bets_next = place < len(played) and "roll" not in played[place][0]
        if settled or place == len(played) or (rolls and bets_next):
            yield {
                "bets": ", ".join(bets),
                "rolls": ", ".join(rolls),
                "said": [s["message"] for s in settled],
                "clauses": ", ".join(dict.fromkeys(s["clause"] for s in settled)),
            }
            bets, rolls = [], []


def _action(event: Row, name_of: Callable[[str], str]) -> str:
    """What the player does between two rolls, in words."""
    if "pass_dice" in event:
        return "the dice pass to a new shooter"
    bet = f"{name_of(event.get('remove') or event['bet'])} {_spot(event)}".strip()
    if "amount" in event:  # "20 on Buy Bet 10": two numbers side by side would be read as one
        joint = "of" if "remove" in event else "on"
        bet = f"{amount_text(Fraction(event['amount']))} {joint} {bet}"
    if "remove" in event:
        return f"{bet} removed"
    if "turn" in event:
        return f"{bet} turned {event['turn']}" + (", and no other" if event.get("only") else "")
    return bet


def _spot(row: Row) -> str:
    if row.get("dice"):
        return "-".join(str(face) for face in row["dice"])
    return str(row["number"]) if row.get("number") is not None else ""
