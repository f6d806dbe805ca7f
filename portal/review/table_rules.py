"""What anybody may know about a gaming table: which rules and limits are in force there, today or earlier.

A table is public once rules were approved at its casino. Nothing here takes an actor.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Organisation, Table
from portal.documents import selectors as documents
from portal.documents.models import Document
from portal.errors import NotFound
from portal.register import selectors as register
from portal.register.models import Entry, Kind, Place
from portal.register.public_fields import OF_A_LATER_DAY
from portal.register.selectors import DecidedEntry
from portal.review import limit_notices
from portal.review.limit_notices import PostedLimit
from portal.review.models import LimitNotice
from portal.submissions.models import DECIDED, CoveredTable, State, Submission
from portal.submissions.tables import coverage_at, tables_of
from portal.text import and_list

MAX_FOUND = 20  # tables that a search lists
_APPROVED = [state for state in DECIDED if state != State.REFUSED]


@dataclass(frozen=True)
class TableRules:
    """A table and the approval that holds there: now, or at the end of a past day."""

    table: Table
    on: date | None
    moment: datetime
    coverage: CoveredTable | None

    @property
    def approval(self) -> Submission | None:
        return self.coverage.submission if self.coverage else None

    @cached_property
    def standing(self) -> str:
        """In force or suspended; "" if no approval holds."""
        if self.coverage is None:
            return ""
        if self.on is None:
            return str(self.coverage.state)
        last = next(self._moves(), None)
        return str(State.SUSPENDED if last and last.outcome == "suspended" else State.IN_FORCE)

    @cached_property
    def suspended_on(self) -> date | None:
        """The day of the suspension that lasts."""
        suspensions = (move.decided_on for move in self._moves() if move.outcome == "suspended")
        return next(suspensions, None) if self.is_suspended else None

    def _moves(self) -> Iterator[Entry]:
        """What the register has on the approval at this table up to that day, the latest first."""
        moves = Entry.objects.filter(submission=self.approval, kind=Kind.DECISION).order_by("-position")
        moves = moves.exclude(outcome__in=OF_A_LATER_DAY)
        if self.on is not None:
            moves = moves.filter(decided_on__lte=self.on)
        for move in moves:
            # A move at some tables names them, and the state of the approval after it.
            if "standing" not in move.leaf or self.table.code in {t["code"] for t in move.leaf["tables"]}:
                yield move

    @cached_property
    def entry(self) -> DecidedEntry | None:
        """The approval as the register shows it."""
        return register.entry(self.approval.reference) if self.approval else None

    @property
    def is_suspended(self) -> bool:
        return self.standing == State.SUSPENDED

    @property
    def may_run(self) -> bool:
        """Whether the game may be played here: rules are in force, and the table is in use."""
        return self.standing == State.IN_FORCE and (self.table.active or self.on is not None)

    @cached_property
    def regulator(self) -> str:
        """Who is responsible for the casino's jurisdiction."""
        overseen = Organisation.objects.filter(oversights__jurisdiction=self.table.property.jurisdiction)
        return and_list(list(overseen.order_by("pk").values_list("name", flat=True)))

    @cached_property
    def limits(self) -> list[PostedLimit]:
        if self.approval is None:
            return []
        return limit_notices.posted_limits(self.approval, self.table, self.moment)

    @cached_property
    def coming_notices(self) -> list[LimitNotice]:
        """Limits that change later, the next first. A past day shows none."""
        if self.approval is None or self.on is not None:
            return []
        given = self.approval.limit_notices.filter(table=self.table, takes_effect_at__gt=self.moment)
        return list(given.select_related("submission").order_by("takes_effect_at", "pk"))

    @cached_property
    def coming(self) -> list[DecidedEntry]:
        """Approvals that will take effect at this table. A past day shows none."""
        if self.on is not None or not self.table.active:
            return []
        approved = register.entries(place=self.table.property.place.slug, standing=State.APPROVED)
        rows = approved.filter(game=self.table.game).select_related("submission")
        here = self.table.pk
        return [entry for entry in rows if tables_of(register.case_of(entry)).filter(pk=here).exists()]

    @cached_property
    def documents(self) -> list[Document]:
        """The certificate, the guide and the sign of this table, in any state."""
        if self.approval is None:
            return []
        return documents.documents_at_table(self.approval.reference, self.table.code)


def table_rules(code: str, on: date | None = None) -> TableRules:
    """Return what is in force at a table; NotFound if nothing was approved there."""
    table = public_tables().filter(code=code).first()
    if table is None:
        raise NotFound(f"The register has no table {code[:20]}.")
    return rules_at(table, on)


def rules_at(table: Table, on: date | None = None) -> TableRules:
    moment = timezone.now()
    if on is not None:
        zone = jurisdiction(table.property.jurisdiction).zone
        # The day's last moment; of today, now.
        moment = min(moment, datetime.combine(on + timedelta(days=1), time(), zone))
    coverage = coverage_at(table, on)
    if on is None and coverage and coverage.in_force_to:
        # After its last day no approval holds, even if Baize was stopped and has not ended it yet.
        today = jurisdiction(table.property.jurisdiction).today()
        coverage = coverage if coverage.in_force_to >= today else None
    return TableRules(table, on, moment, coverage)


def public_tables() -> QuerySet[Table]:
    """Every table of a casino where rules were ever approved."""
    return Table.objects.exclude(property__place=None).select_related(
        "property__organisation", "property__place"
    )


def listed_tables() -> QuerySet[Table]:
    """The tables in use whose game was approved at their casino: what lists and searches show."""
    approved = Submission.objects.filter(
        property=OuterRef("property"), game=OuterRef("game"), state__in=_APPROVED
    )
    return public_tables().filter(Exists(approved), active=True)


def tables_of_casino(place: Place, on: date | None = None) -> list[TableRules]:
    """Each table of a casino, by game and label, with what is in force there."""
    return [
        rules_at(table, on)
        for table in listed_tables().filter(property_id=place.property_id).order_by("game", "label")
    ]


def signs_of_casino(place: Place) -> list[Document]:
    """The sign of each table with rules in force or suspended today, as far as they are prepared."""
    tables = tables_of_casino(place)
    issued: dict[tuple[int, str], Document] = {}
    for sign in documents.signs_of_tables([rules.table.code for rules in tables]):
        if sign.is_ready:
            issued.setdefault((sign.submission_id, sign.table_code), sign)
    keys = [(rules.approval.pk, rules.table.code) for rules in tables if rules.approval]
    return [issued[key] for key in keys if key in issued]


def find_tables(text: str) -> list[Table]:
    """The tables with every word of the text in code, label or casino; none for a text without words."""
    rows, of_the_table = listed_tables(), Q(pk=None)
    for word in text.replace("\x00", "").split():
        own = Q(code=word.lower()) | Q(label__icontains=word)
        rows = rows.filter(own | Q(property__name__icontains=word))
        of_the_table |= own
    # A casino's name alone finds the casino, whose page lists its tables.
    return list(rows.filter(of_the_table).order_by("property__name", "label")[:MAX_FOUND])


def stamp(tables: QuerySet[Table]) -> str:
    """A text that changes when one of these tables is added or taken out of use, or a notice takes effect."""
    use = list(tables.order_by("pk").values_list("pk", "active"))
    given = LimitNotice.objects.filter(table__in=[pk for pk, _ in use], takes_effect_at__lte=timezone.now())
    return f"{use} {given.count()}"
