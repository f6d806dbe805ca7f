"""A casino's rules for the public: in plain words, drawn, with what each bet pays and costs, and compared.

Everything comes from what was stored when the rules were approved; nothing is calculated again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from craps.games import HOME, game_words
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import ODDS_OF
from portal.accounts.jurisdictions import jurisdiction
from portal.documents import selectors as documents
from portal.documents.models import Document
from portal.documents.rule_tables import merge_equal_rows
from portal.editions.rulesets import parse_ruleset
from portal.pages.charts import Bar, bar_chart
from portal.pages.table_drawing import table_drawings
from portal.register import selectors as register
from portal.register.models import Entry, Place
from portal.register.selectors import DecidedEntry
from portal.review import limit_notices
from portal.review.models import LimitNotice
from portal.submissions.models import HOLDS_FORCE, State
from portal.text import and_list

Row = dict[str, Any]
BETS_PER_CHART = 8
MAX_NAMED = 3  # casinos named for one value, games in a heading


@dataclass(frozen=True)
class OtherValue:
    """A value that other casinos have, and which casinos they are."""

    value: str
    casinos: tuple[DecidedEntry, ...]

    @property
    def named(self) -> tuple[DecidedEntry, ...]:
        return self.casinos[:MAX_NAMED]

    @property
    def more(self) -> int:
        return len(self.casinos) - len(self.named)


@dataclass(frozen=True)
class Difference:
    label: str
    clause: str
    here: str
    elsewhere: tuple[OtherValue, ...]


@dataclass(frozen=True)
class CasinoGame:
    """One game at a casino, in force or suspended: today, or on a past day."""

    entry: DecidedEntry
    documents: list[Document]
    snapshot: Row
    on: date | None = None

    @property
    def name(self) -> str:
        """What the edition calls it."""
        return str(self.entry.leaf.get("game") or HOME)

    @property
    def title(self) -> str:
        """Its name in a sentence."""
        return game_words(self.name)

    @property
    def in_rounds(self) -> bool:
        return bool(self.snapshot["rules"].get("in_rounds"))

    @property
    def is_suspended(self) -> bool:
        return self.on is None and self.entry.standing == State.SUSPENDED

    @property
    def ready_documents(self) -> list[Document]:
        return [document for document in self.documents if document.is_ready]

    @property
    def subjects(self) -> list[Row]:
        """What the casino chose, subject by subject, in words. Payouts are with the bets."""
        return [subject for subject in self.snapshot["rules"]["subjects"] if not subject.get("compared")]

    @property
    def groups(self) -> list[Row]:
        """Every bet: how it is won, what it pays, what the house keeps."""
        edges = self._edges()
        return [
            group
            | {"wagers": [wager | {"edges": edges.get(wager["wager"], [])} for wager in group["wagers"]]}
            for group in self.snapshot["rules"]["groups"]
        ]

    @property
    def notices(self) -> list[LimitNotice]:
        """Limits changed by notice since, the latest first; on a past day, those in effect by then."""
        zone = jurisdiction(self.entry.jurisdiction).zone
        return [
            notice
            for notice in limit_notices.notices_of(self.entry.submission)
            if self.on is None or notice.takes_effect_at.astimezone(zone).date() <= self.on
        ]

    @property
    def try_href(self) -> str:
        """The address of its table to try; only rules in force today have one."""
        in_force = self.entry.standing == State.IN_FORCE
        return reverse("public:try", args=[self.entry.reference]) if in_force else ""

    @property
    def drawings(self) -> dict[str, SafeString]:
        title = _("The table at %(casino)s") % {"casino": self.entry.property}
        return table_drawings(parse_ruleset(self.snapshot["ruleset"]), title)

    @property
    def cheapest(self) -> SafeString:
        return self._chart(self._by_cost()[:BETS_PER_CHART], _("{game}: the bets that cost least"))

    @property
    def has_many_bets(self) -> bool:
        """Whether the cheapest and the dearest are not the same."""
        return len(self._by_cost()) > BETS_PER_CHART

    @property
    def dearest(self) -> SafeString:
        rows = self._by_cost()
        return self._chart(
            rows[max(BETS_PER_CHART, len(rows) - BETS_PER_CHART) :][::-1],
            _("{game}: the bets that cost most"),
        )

    def _chart(self, rows: list[Row], title: str) -> SafeString:
        most = max((_percent(row) for row in self.snapshot["edges"]), default=Fraction(1))
        bars = [Bar(_bet(row), max(_percent(row), Fraction(0)), row["edge"]) for row in rows]
        # The title names the game: a page with two games has each chart twice.
        return bar_chart(bars, title=title.format(game=capfirst(self.title)), most=most if most > 0 else 1)

    def _by_cost(self) -> list[Row]:
        """Bets from cheapest to dearest. Free odds are one bet to a reader, whichever bet they back."""
        rows = [row for of_bet in self._edges().values() for row in of_bet]
        free = [row for row in rows if row["bet"] in ODDS_OF.values() and not _percent(row)]
        paid = [row for row in rows if row not in free]
        together = [{"name": _(WAGER_GROUPS["odds"]), "on": "", "edge": free[0]["edge"]}] if free else []
        return sorted([*together, *paid], key=_percent)

    def _edges(self) -> dict[str, list[Row]]:
        """Edges by bet; one row where every number costs the same."""
        by_bet: dict[str, list[Row]] = {}
        for row in self.snapshot["edges"]:
            by_bet.setdefault(row["bet"], []).append(row)
        return {
            bet: [rows[0] | {"on": "", "label": ""}]
            if len(rows) > 1 and len({row["edge"] for row in rows}) == 1
            else rows
            for bet, rows in by_bet.items()
        }


def games(place: Place, on: date | None = None) -> list[CasinoGame]:
    """Return the games in force at a casino today, or at the end of a past day."""
    if on is None:
        held = [entry for entry in register.entries(place=place.slug) if entry.standing in HOLDS_FORCE]
    else:
        held = list(register.entries(place=place.slug, on=on))
    games = []
    for entry in sorted(held, key=lambda entry: str(entry.leaf.get("game"))):
        if issued := documents.public_documents(entry.reference):
            games.append(CasinoGame(entry, issued, issued[0].snapshot, on))
    return games


def names_of(games: list[CasinoGame], latest: DecidedEntry) -> str:
    """The games of a casino for its heading; if none is in force, that of its latest approval."""
    names = list(dict.fromkeys(game.title for game in games)) or [game_words(latest.leaf.get("game") or HOME)]
    return capfirst(and_list(names)) if len(names) <= MAX_NAMED else _("Table games")


def differences(game: CasinoGame) -> list[Difference]:
    """Return where these rules differ from other casinos of the jurisdiction with the same game."""
    here = _chosen_rows(game.entry)
    stated = [(other, _chosen_rows(other)) for other in neighbours(game)]
    differing = []
    for path in dict.fromkeys(path for rows in (here, *(rows for _other, rows in stated)) for path in rows):
        mine = here.get(path, {}).get("value", "")
        by_value: dict[str, list[DecidedEntry]] = {}
        for other, rows in stated:
            if (value := rows.get(path, {}).get("value", "")) != mine:
                by_value.setdefault(value, []).append(other)
        if by_value:
            row = here.get(path) or next(rows[path] for _other, rows in stated if path in rows)
            elsewhere = tuple(OtherValue(value, tuple(casinos)) for value, casinos in by_value.items())
            differing.append({"label": row["label"], "clause": row["clause"], "value": (mine, elsewhere)})
    return [Difference(row["label"], row["clause"], *row["value"]) for row in merge_equal_rows(differing)]


def neighbours(game: CasinoGame) -> list[DecidedEntry]:
    """Return other casinos of the jurisdiction with the same game in force, or on that day, by name."""
    standing = "" if game.on else State.IN_FORCE
    rows = register.entries(jurisdiction=game.entry.jurisdiction, standing=standing, on=game.on)
    others = [entry for entry in rows if entry.pk != game.entry.pk and entry.leaf.get("game") == game.name]
    return sorted(others, key=lambda entry: entry.property)


def history(place: Place) -> list[tuple[DecidedEntry, Iterable[Entry]]]:
    """Return every approval of this casino, newest first, each with its entries in the register."""
    return [
        (entry, register.history(entry.reference).filter(kind="decision").order_by("position"))
        for entry in register.entries(place=place.slug)
    ]


def _chosen_rows(entry: Entry) -> dict[str, Row]:
    return {row["path"]: row for row in entry.leaf.get("chosen", [])}


def _percent(row: Row) -> Fraction:
    return Fraction(row["edge"].rstrip("%"))


def _bet(row: Row) -> str:
    if row.get("label"):  # of a game played in rounds
        return str(row["label"])
    return (
        _("{bet} on {numbers}").format(bet=row["name"], numbers=row["on"]) if row["on"] else str(row["name"])
    )
