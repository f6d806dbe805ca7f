"""The rule book of a game played in rounds: the same tables as rule_tables.py makes, from the game's data."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from craps.codec import Json
from craps.games import game_of
from craps.games.paying import PayRow
from craps.games.round_game import RoundGame
from craps.messages import spoken
from craps.money import amount_text, decimal_text, odds_text, rounded_percent
from craps.readings import APPROVAL
from craps.ruleset import RuleSet
from craps.vocabulary import SUBJECTS
from portal.submissions.row_groups import JOINTS
from portal.text import and_list

Row = dict[str, Any]

MAX_FRACTION_LENGTH = 17  # characters; a wheel's or a shoe's exact edge is shorter
# The sections of a rule set that every game has; what else a game states belongs to its table.
_SHARED = ("wagers", "limits", "table", "layout")


def round_game(ruleset: RuleSet) -> RoundGame | None:
    """The game of a rule set if it is played in rounds, else None."""
    game = game_of(ruleset.edition)
    return game if isinstance(game, RoundGame) else None


def wager_row(game: RoundGame, ruleset: RuleSet, wager: str) -> Row:
    """How a wager is won and what it pays."""
    return {
        "how": game.how_won(ruleset, wager),
        "pays": [
            {"on": row.on, "odds": odds_text(row.pays), "clause": row.clause, "among": row.among}
            for row in game.pay_rows(ruleset, wager)
        ],
    }


def subjects(game: RoundGame, ruleset: RuleSet, chosen: list[Row]) -> list[Row]:
    """Payouts beside the document's, limits, table and layout. `chosen` are the operator's choices."""
    by_subject: dict[str, list[Row]] = {key: [] for key in ("limits", "table", "layout")}
    for row in chosen:
        head = row["path"].partition(".")[0]
        if head in by_subject:
            by_subject[head].append(row)
        elif head not in _SHARED and head not in game.paid_under:
            by_subject["table"].append(row)
    if not by_subject["limits"]:
        row = {"label": _("Each bet"), "value": _("minimum and maximum as posted at the table"), "clause": ""}
        by_subject["limits"] = [row]
    by_subject["table"].sort(key=lambda row: row["path"].partition(".")[0] == "table")  # its own first
    paid = list(_payouts(game, ruleset))
    pays = {
        "key": "payouts",
        "title": SUBJECTS["payouts"],
        "compared": True,  # with what the document pays
        "counted": any(row["among"] for row in paid),
        "rows": paid,
    }
    return [pays] * bool(paid) + [
        {"key": key, "title": SUBJECTS[key], "rows": [_told(row) for row in rows]}
        for key, rows in by_subject.items()
        if rows
    ]


def readings(ruleset: RuleSet) -> list[Row]:
    """What the document leaves open about the game, and how the edition reads it. Points that are judged case
    by case are with the findings."""
    return [
        {
            "question": reading.question,
            "effect": reading.effect,
            "clause": ", ".join(reading.clauses),
        }
        for name, reading in ruleset.edition.readings.items()
        if reading.kind != APPROVAL or "." not in name
    ]


def figures(game: RoundGame, ruleset: RuleSet, edges: list[Row]) -> list[Row]:
    """The stored figures: a row for each way of playing and each space."""
    return [
        {
            "bet": row["bet"],
            "name": ruleset.edition.name_of(row["bet"]),
            "on": row.get("space", ""),
            "play": game.plays.get(row.get("play", ""), ""),
            "label": game.bet_words(ruleset.edition, row["bet"], row),
            "win": rounded_percent(row["win"]),
            "lose": rounded_percent(row["lose"]),
            "push": rounded_percent(row["push"]) if Fraction(row["push"]) else "",
            "edge": rounded_percent(row["edge"]),
            "exact": row["edge"] if len(row["edge"]) <= MAX_FRACTION_LENGTH else "",
            "staked": decimal_text(Fraction(row["wagered"]), 3),
        }
        for row in edges
    ]


def example_steps(game: RoundGame, ruleset: RuleSet, events: list[Json], steps: list[Row]) -> Iterator[Row]:
    """Each thing that is said or dealt, with the bets before it: what it settled, and what was refused."""
    bets: list[str] = []
    played = list(zip(game.read_events(events, ruleset), steps, strict=False))
    for place, (event, step) in enumerate(played, start=1):
        words, refused = game.event_words(ruleset, event), step.get("error")
        is_bet = bool(event.wager)
        if is_bet:
            bets.append(f"{words} (refused)" if refused else words)
        if not is_bet or place == len(played):
            settled = step.get("settlements") or []
            yield {
                "bets": ", ".join(bets),
                "call": "" if is_bet else f"{words} (refused)" if refused else words,
                "said": [each["message"] for each in settled],
                "clauses": ", ".join(dict.fromkeys(each["clause"] for each in settled)),
            }
            bets = []


def story_rows(game: RoundGame, ruleset: RuleSet) -> list[Row]:
    """Short rounds at this very table, for rules to which no worked example of the edition applies. As in
    worked examples, chip unit and limits are left aside."""
    plain = ruleset.without("limits").without("chip_unit")
    rows = []
    for title, events in game.stories(plain, plain):
        run = game.settle(plain, game.read_events(list(events), plain)).to_json()
        rows.append(
            {
                "title": title,
                "given": "",
                "clauses": "",
                "steps": list(example_steps(game, plain, list(events), run["steps"])),
                "balance": amount_text(Fraction(run["balance"])),
                "left": amount_text(Fraction(run["on_table"])),
                "currency": ruleset.stated.get("currency", ruleset.edition.currency),
                "result": "",
                "differs": False,
            }
        )
    return rows


def _payouts(game: RoundGame, ruleset: RuleSet) -> Iterator[Row]:
    """One row for all wagers that pay the same on the same; a wager that always pays the same has its own."""
    shared: dict[tuple[PayRow, str], list[str]] = {}
    for wager in game.wagers:
        if wager in ruleset.offered:
            for row in game.pay_rows(ruleset, wager):
                shared.setdefault((row, "" if row.on else wager), []).append(wager)
    for (row, _wager), wagers in shared.items():
        yield _payout(game, ruleset, wagers, row)


def _payout(game: RoundGame, ruleset: RuleSet, wagers: list[str], row: PayRow) -> Row:
    pays = odds_text(row.pays)
    if row.among:
        label = and_list([game.table(ruleset).name(wager, row.on) for wager in wagers])
    else:
        names = and_list([ruleset.edition.name_of(wager) for wager in wagers])
        label = _("{bet} on {numbers}").format(bet=names, numbers=row.on) if row.on else names
    return {
        "label": label,
        "value": f"{pays}, {row.among}" if row.among else pays,
        "clause": row.clause,
        "pays": pays,
        "among": row.among,
        "printed": "" if row.printed is None else odds_text(row.printed),
        "differs": row.printed is not None and row.printed != row.pays,
    }


def _told(row: Row) -> Row:
    (of, *_others) = JOINTS[spoken()]
    names = row["label"].partition(of)[2] if row.get("path", "").startswith("limits.") else ""
    told = {"label": row["label"], "value": row["value"], "clause": row["clause"]}
    return told | {"names": [names or row["label"]]}
