"""The register as the public reads it. Nothing here takes an actor: everything is public."""

from datetime import date
from typing import TYPE_CHECKING, Any, TypedDict

from django.db import connection
from django.db.models import Case, CharField, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from portal.accounts.jurisdictions import all_jurisdictions
from portal.errors import NotFound
from portal.register import public_fields
from portal.register.models import Checkpoint, Cosignature, Entry, Kind, LogState, LogWitness, Place
from portal.submissions.models import HOLDS_FORCE, FrozenUpload, State, Submission, Upload, Version
from portal.submissions.tables import TablesSummary, summary_of

# An approval stays in force until one of these is entered for it.
_ENDS_OR_PAUSES = ("suspended", "superseded", "surrendered", "revoked", "expired")
_APPROVED = ("approved", "approved_with_conditions")
# What becomes of an approval after its last day, by what the register last had of a planned end.
_LATER_ENDS = {"surrender_declared": State.SURRENDERED, "revocation_decided": State.REVOKED}
_ENDS_BY_DAY = (State.EXPIRED, *_LATER_ENDS.values())

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Standing(TypedDict):
        """What `_decided` adds to an entry from its submission."""

        standing: str
        in_force_from: date | None
        in_force_to: date | None
        place: str | None
        game: str
        for_all: bool | None
        named: list[dict[str, str]] | None

    DecidedEntry = WithAnnotations[Entry, Standing]
else:
    DecidedEntry = Entry


def entries(
    *,
    jurisdiction: str = "",
    query: str = "",
    edition: str = "",
    outcome: str = "",
    standing: str = "",
    operator: str = "",
    place: str = "",
    year: int | None = None,
    on: date | None = None,
    without_standing: bool = False,
) -> QuerySet[DecidedEntry]:
    """One row for each decided case, newest first, with its state today in `standing`: an approval whose last
    day has passed is not in force, even if Baize was stopped and has not ended it yet.

    `on`, today or an earlier day, selects what was in force at the end of that day. A refusal shows neither
    operator nor casino, so filtering by them never finds it. `without_standing` is for counting: it spares
    the database the joins.
    """
    rows = _decided_only() if without_standing and standing not in _ENDS_BY_DAY else _decided()
    if jurisdiction:
        rows = rows.filter(jurisdiction=jurisdiction)
    if edition:
        rows = rows.filter(edition_id=edition)
    if outcome:
        rows = rows.filter(outcome=outcome)
    if standing:
        rows = rows.filter(_stands_as(standing))
    if operator:
        rows = rows.filter(operator=operator)
    if place:
        rows = rows.filter(submission__property__place__slug=place, outcome__in=_APPROVED)
    if year is not None:
        rows = rows.filter(Q(decided_on__year=year) | Q(decided_on=None, entered_at__year=year))
    if on is not None:
        rows = _in_force_on(rows, on)
    for word in query.split():
        rows = rows.filter(
            Q(reference__icontains=word) | Q(operator__icontains=word) | Q(property__icontains=word)
        )
    return rows


def operators() -> list[str]:
    """The names of all operators with an approval, past or present."""
    outcomes = public_fields.DECISION_OUTCOMES
    decided = f"kind = %s AND outcome IN ({', '.join('%s' for _ in outcomes)})"
    # From one name to the next in the index: a few operators may have many thousand entries.
    following = f"SELECT MIN(operator) FROM register_entry WHERE {decided} AND operator >"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE names(name) AS ({following} '' UNION ALL "  # noqa: S608
            f"SELECT ({following} names.name) FROM names WHERE name IS NOT NULL) "
            "SELECT name FROM names WHERE name IS NOT NULL",
            [Kind.DECISION, *outcomes] * 2,
        )
        return [name for (name,) in cursor.fetchall()]


def years() -> list[int]:
    """The years with a decision, latest first."""
    decided = Entry.objects.filter(kind=Kind.DECISION)
    ends = decided.aggregate(first=Min("entered_at"), last=Max("entered_at"))
    if ends["first"] is None:
        return []
    span = range(ends["last"].year, ends["first"].year - 1, -1)
    return [year for year in span if decided.filter(entered_at__year=year).exists()]


def place(slug: str) -> Place:
    """The public page of a casino, which exists once rules were approved there."""
    place = Place.objects.select_related("property__organisation").filter(slug=slug).first()
    if place is None:
        raise NotFound(f"The register has no casino at {slug}.")
    return place


def places() -> QuerySet[Place]:
    return Place.objects.order_by("slug")


def public_uploads(entry: Entry) -> QuerySet[Upload]:
    """The files submitted with approved rules and marked as public; none for any other entry."""
    submitted = FrozenUpload.objects.filter(
        version__submission=entry.submission_id, version__digest=entry.leaf.get("ruleset_digest", "")
    )
    rows = Upload.objects.filter(confidential=False, frozen_rows__in=submitted)
    return rows.order_by("kind", "pk") if entry.outcome in _APPROVED else rows.none()


def tables_now(entry: DecidedEntry) -> TablesSummary | None:
    """Where an approval that is in force or suspended holds today; None for any other entry."""
    holds = entry.outcome in _APPROVED and entry.standing in HOLDS_FORCE
    return summary_of(case_of(entry)) if holds else None


def ends_as(entry: DecidedEntry) -> str:
    """How an approval that holds is going to end, if that is decided: surrendered, revoked, or ""."""
    if entry.standing not in HOLDS_FORCE or entry.in_force_to is None:
        return ""
    later = Entry.objects.filter(
        submission=entry.submission_id, kind=Kind.DECISION, outcome__in=public_fields.OF_A_LATER_DAY
    )
    ends: dict[str, str] = {}
    for outcome, last_day in later.order_by("position").values_list("outcome", KT("leaf__last_day")):
        word = "surrendered" if outcome.startswith("surrender") else "revoked"
        ends[word] = "" if outcome.endswith("taken_back") else last_day
    day = entry.in_force_to.isoformat()
    return next((word for word, last_day in ends.items() if last_day == day), "")


def case_of(entry: Entry) -> Submission:
    """The case of a decision or document. Entries of editions have none."""
    if entry.submission is None:
        raise NotFound(f"Entry {entry.position} belongs to no case.")
    return entry.submission


def approved_ruleset(entry: Entry) -> dict[str, Any]:
    """The rule set that the decision binds by its digest. NotFound for a refusal, which shows no rules."""
    digest = entry.leaf.get("ruleset_digest")
    versions = Version.objects.filter(submission=case_of(entry), digest=digest)
    version = versions.first() if digest else None
    if version is None:
        raise NotFound(f"The register shows no rules for {entry.reference}.")
    ruleset: dict[str, Any] = version.ruleset
    return ruleset


def stamp() -> str:
    """A text that changes whenever anything the register shows changes, for caching."""
    top = Entry.objects.aggregate(top=Max("position"))["top"]
    signed = Checkpoint.objects.aggregate(top=Max("size"))["top"]
    # An approval comes into force on its day without an entry.
    moved = Submission.objects.filter(state__in=public_fields.PUBLIC_STATES).aggregate(
        last=Max("state_since")
    )["last"]
    # In one query: the state of the log, and what its witnesses did last.
    cosigned = Cosignature.objects.order_by("-pk").values("pk")[:1]
    witnessed = LogWitness.objects.order_by("-changed_at").values("changed_at")[:1]
    log = LogState.objects.values_list(
        "examined_at", "problems", Subquery(cosigned), Subquery(witnessed)
    ).first()
    # An approval ends with its last day, wherever it is.
    days = sorted({one.today().isoformat() for one in all_jurisdictions()})
    return f"{top} {signed} {moved} {log} {days}"


def entry(reference: str) -> DecidedEntry:
    entry = _decided().filter(reference=reference).first()
    if entry is None:
        raise NotFound(f"The register has no entry {reference}.")
    return entry


def history(reference: str) -> QuerySet[Entry]:
    """All entries of a case, oldest first."""
    return Entry.objects.filter(reference=reference).order_by("position")


def outcome_label(entry: Entry) -> str:
    if entry.kind == Kind.EDITION:
        return public_fields.EDITION_EVENTS.get(entry.outcome, "")
    if entry.kind == Kind.INSPECTION:
        return public_fields.INSPECTION_RESULTS.get(entry.outcome, "")
    if entry.kind in (Kind.LIMITS, Kind.READING):
        return Kind(entry.kind).label
    return public_fields.OUTCOMES[entry.outcome].label if entry.outcome in public_fields.OUTCOMES else ""


def log_entries(*, kind: str = "", jurisdiction: str = "") -> QuerySet[Entry]:
    """All entries of the log, or those of one kind and jurisdiction, newest first."""
    rows = Entry.objects.order_by("-position")
    if kind:
        rows = rows.filter(kind=kind)
    return rows.filter(jurisdiction=jurisdiction) if jurisdiction else rows


def edition_entries(edition_id: str) -> QuerySet[Entry]:
    """What the log has of an edition, oldest first: published, in force, its changed readings."""
    rows = Entry.objects.filter(edition_id=edition_id, kind__in=(Kind.EDITION, Kind.READING))
    return rows.order_by("position")


def position_of(
    kind: Kind, *, submission: int | None = None, jurisdiction: str = "", **identity: int
) -> int | None:
    """The position of the entry whose leaf has this identity, such as notice=7; None if there is none."""
    rows = Entry.objects.filter(kind=kind, **{f"leaf__{name}": value for name, value in identity.items()})
    rows = rows.filter(submission=submission) if submission else rows.filter(jurisdiction=jurisdiction)
    return rows.order_by().values_list("position", flat=True).first()


def _over() -> Q:
    """Approvals still stored as in force or suspended although their last day has passed where they are."""
    days: dict[date, list[str]] = {}
    for one in all_jurisdictions():
        days.setdefault(one.today(), []).append(one.code)
    past = Q(pk=None)
    for day, codes in days.items():
        past |= Q(jurisdiction__in=codes, submission__in_force_to__lt=day)
    return Q(submission__state__in=HOLDS_FORCE) & past


def _ended() -> Coalesce:
    """The state of an approval that is over: how its end was decided, or expired."""
    planned = Entry.objects.filter(
        submission=OuterRef("submission"), kind=Kind.DECISION, outcome__in=public_fields.OF_A_LATER_DAY
    )
    words = [When(outcome=outcome, then=Value(state)) for outcome, state in _LATER_ENDS.items()]
    word = Case(*words, default=Value(State.EXPIRED), output_field=CharField())
    return Coalesce(Subquery(planned.order_by("-position").values(word=word)[:1]), Value(State.EXPIRED))


def _stands_as(state: str) -> Q:
    stands = Q(submission__state=state)
    if state in HOLDS_FORCE:
        return stands & ~_over()
    return stands | (_over() & Q(standing=state)) if state in _ENDS_BY_DAY else stands


def _decided() -> QuerySet[DecidedEntry]:
    # Only these fields of the submission are public.
    rows: QuerySet[DecidedEntry] = _decided_only().annotate(
        standing=Case(When(_over(), then=_ended()), default=F("submission__state")),
        in_force_from=F("submission__in_force_from"),
        in_force_to=F("submission__in_force_to"),
        game=F("submission__game"),
        # Lists read them without the whole leaf.
        for_all=F("leaf__all_tables"),
        named=F("leaf__tables"),
        place=Case(When(outcome__in=_APPROVED, then=F("submission__property__place__slug"))),
    )
    return rows


def _decided_only() -> QuerySet[Any]:
    rows = Entry.objects.filter(kind=Kind.DECISION, outcome__in=public_fields.DECISION_OUTCOMES)
    return rows.order_by("-position")


def _in_force_on(rows: QuerySet[DecidedEntry], day: date) -> QuerySet[DecidedEntry]:
    """Filter by the first and last day in force and by what was entered up to that day."""
    since = Entry.objects.filter(
        submission=OuterRef("submission"),
        position__gt=OuterRef("position"),
        kind=Kind.DECISION,
        decided_on__lte=day,
    ).exclude(outcome__in=public_fields.OF_A_LATER_DAY)
    since = since.order_by("-position")
    return rows.annotate(
        last=Subquery(since.values("outcome")[:1]),
        # Of an outcome at some tables: the state of the approval after it.
        after=Subquery(since.values(after=KT("leaf__standing"))[:1]),
    ).filter(
        Q(last=None) | Q(after="in_force") | (Q(after=None) & ~Q(last__in=_ENDS_OR_PAUSES)),
        Q(submission__in_force_to=None) | Q(submission__in_force_to__gte=day),
        outcome__in=_APPROVED,
        submission__in_force_from__lte=day,
    )
