"""Approved rules of a game for the public: in plain words, drawn, with what each bet pays and costs.

Everything comes from what was stored when the rules were approved; nothing is calculated again.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from craps.games import HOME, game_words
from craps.vocabulary import WAGER_GROUPS
from craps.wagers import ODDS_OF
from portal.accounts.jurisdictions import jurisdiction
from portal.documents.models import Document
from portal.editions.rulesets import parse_ruleset
from portal.pages.charts import Bar, bar_chart
from portal.pages.table_drawing import table_drawings
from portal.register.selectors import DecidedEntry, case_of
from portal.review import limit_notices
from portal.review.models import LimitNotice
from portal.submissions.models import State

Row = dict[str, Any]
BETS_PER_CHART = 8


@dataclass(frozen=True)
class ApprovedGame:
    """One game at a casino or table, in force or suspended: today, or on a past day."""

    entry: DecidedEntry
    documents: list[Document]
    snapshot: Row
    on: date | None = None
    tables: str = ""  # its tables, where other tables of the game are under another approval

    @property
    def name(self) -> str:
        """What the edition calls it."""
        return str(self.entry.leaf.get("game") or HOME)

    @property
    def title(self) -> str:
        """Its name in a sentence."""
        return game_words(self.name)

    @property
    def heading(self) -> str:
        title = capfirst(self.title)
        return f"{title}: {self.tables}" if self.tables else title

    @property
    def in_rounds(self) -> bool:
        return bool(self.snapshot["rules"].get("in_rounds"))

    @property
    def is_suspended(self) -> bool:
        return self.on is None and self.entry.standing == State.SUSPENDED

    @property
    def ready_documents(self) -> list[Document]:
        """Those for the whole approval; a table's sign is with its table."""
        return [document for document in self.documents if document.is_ready and not document.table_code]

    @property
    def subjects(self) -> list[Row]:
        """What the casino chose, subject by subject, in words. Payouts are with the bets."""
        return [subject for subject in self.snapshot["rules"]["subjects"] if not subject.get("compared")]

    @property
    def limits(self) -> list[Row]:
        """The limits as approved; none where the casino posts them at the table alone."""
        return [row for subject in self.subjects if subject["key"] == "limits" for row in subject["rows"]]

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
            for notice in limit_notices.notices_of(case_of(self.entry))
            if self.on is None or notice.takes_effect_at.astimezone(zone).date() <= self.on
        ]

    @property
    def has_changed_limits(self) -> bool:
        """Whether a notice is in effect; one may be announced for later."""
        return any(notice.takes_effect_at <= timezone.now() for notice in self.notices)

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
        return bar_chart(bars, title=title.format(game=self.heading), most=most if most > 0 else 1)

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


def _percent(row: Row) -> Fraction:
    return Fraction(row["edge"].rstrip("%"))


def _bet(row: Row) -> str:
    if row.get("label"):  # of a game played in rounds
        return str(row["label"])
    return (
        _("{bet} on {numbers}").format(bet=row["name"], numbers=row["on"]) if row["on"] else str(row["name"])
    )
