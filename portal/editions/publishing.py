"""Proposes a draft, and has a second person publish it from its day or send it back; brings it into force.

What is proposed is frozen. The person who publishes it is neither its proposer nor one of its drafters, and
publishes exactly the digest that was proposed. withdrawing.py takes a published edition back before its day.
"""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from craps.codec import canonical_bytes, digest_of
from craps.edition_values import contradictions
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require_second_factor
from portal.audit.services import record
from portal.editions import events
from portal.editions.clauses import clause_differences
from portal.editions.draft_store import changes, changes_in_words, locked, locked_draft, save_contents
from portal.editions.models import PUBLISHED, Edition, EditionState
from portal.editions.moves import MOVES, obstacle
from portal.editions.selectors import core_edition_for
from portal.editions.slip_services import drop_outdated
from portal.errors import BadValue, Conflict, NotPossible
from portal.text import format_day

LONGEST_REMARKS = 4000


@transaction.atomic
def propose(*, actor: User, edition_id: str, digest: str, on: date) -> Edition:
    """Propose a draft to come into force on a day. It is frozen until it is published or sent back.

    `digest` is the `contents_digest` of the draft whose changes and impact the person reviewed.
    """
    row = locked_draft(actor, edition_id)
    require_second_factor(actor)
    if digest != row.contents_digest:
        raise Conflict(
            "This draft was changed after you opened the page. Review its changes and its impact again; "
            "nothing was proposed.",
            theirs=row.contents_digest,
            mine=digest,
        )
    today = jurisdiction(row.jurisdiction).today()
    if on < today:
        raise BadValue(
            f"Choose today, {format_day(today)}, or a later day: rules cannot apply before they are "
            "published.",
            field="on",
        )
    _forget_last_round(row)
    # The day is part of what is proposed, and so are the explanations, from now on as they are.
    save_contents(row, actor=actor, document=row.document | {"in_force_from": on.isoformat()})
    drop_outdated(row)
    row.state, row.proposed_digest = EditionState.PROPOSED, digest_to_propose(row)
    row.proposed_by, row.proposed_at = actor, timezone.now()
    row.save(update_fields=["state", "proposed_digest", "proposed_by", "proposed_at"])
    _refuse_if_obstacles(row, "This draft cannot be proposed yet.")
    return move_made(
        row,
        "propose",
        actor=actor,
        from_state=EditionState.DRAFT,
        after={"in_force_from": on, "digest": row.proposed_digest, "changes": changes_in_words(row)},
    )


@transaction.atomic
def take_back(*, actor: User, edition_id: str) -> Edition:
    """Make a proposal a draft again. Its proposer may."""
    row = locked_for("take_back", actor, edition_id)
    _to_draft(row)
    return move_made(row, "take_back", actor=actor, from_state=EditionState.PROPOSED)


@transaction.atomic
def send_back(*, actor: User, edition_id: str, remarks: str) -> Edition:
    """Make a proposal a draft again, with remarks for those who drafted it."""
    row = locked_for("send_back", actor, edition_id)
    text = words(remarks, field="remarks", missing="Enter what has to be changed before it can be published.")
    row.remarks, row.remarks_by, row.remarks_at = text, actor, timezone.now()
    _to_draft(row)
    from_state = EditionState.PROPOSED
    return move_made(row, "send_back", actor=actor, from_state=from_state, after={"remarks": text}, text=text)


@transaction.atomic
def publish(*, actor: User, edition_id: str, digest: str) -> Edition:
    """Publish what was proposed, from its day; today means immediately. A second person does it.

    `digest` is the `proposed_digest` that the person reviewed.
    """
    row = locked_for("publish", actor, edition_id)
    if digest != row.proposed_digest or row.proposed_digest != digest_to_propose(row):
        raise Conflict(
            "This is not what is proposed now: it was proposed again after you opened the page. Review its "
            "changes and its impact again; nothing was published.",
            theirs=row.proposed_digest,
            mine=digest,
        )
    _refuse_if_obstacles(row, "This edition cannot be published yet.")
    today = jurisdiction(row.jurisdiction).today()
    row.published_by, row.published_at = actor, timezone.now()
    row.state = EditionState.IN_FORCE if row.in_force_from == today else EditionState.SCHEDULED
    row.save(update_fields=["state", "published_by", "published_at"])
    events.published.send(Edition, edition=row)
    move_made(
        row,
        "publish",
        actor=actor,
        from_state=EditionState.PROPOSED,
        after={
            "in_force_from": row.in_force_from,
            "digest": row.contents_digest,
            "proposed_by": str(row.proposed_by),
            "changes": changes_in_words(row),
        },
    )
    if row.state == EditionState.IN_FORCE:
        _came_into_force(actor, row)
    return row


@transaction.atomic
def come_into_force(*, edition_id: str) -> Edition:
    """Bring a published edition into force on its day. NotPossible if it is not due or already in force.

    A request to withdraw it that nobody confirmed until then lapses.
    """
    row = Edition.objects.select_for_update(no_key=True).get(pk=edition_id)
    today = jurisdiction(row.jurisdiction).today()
    if not row.is_scheduled or row.in_force_from is None or row.in_force_from > today:
        raise NotPossible(f"“{row.title}” is not due to come into force.")
    asker, row.state = row.withdrawal_asked_by, EditionState.IN_FORCE
    row.withdrawal_asked_by, row.withdrawal_asked_at, row.withdrawal_reason = None, None, ""
    row.save(update_fields=["state", "withdrawal_asked_by", "withdrawal_asked_at", "withdrawal_reason"])
    _came_into_force(None, row, asker)
    events.moved.send(
        Edition,
        edition=row,
        move="come_into_force",
        actor=None,
        from_state=EditionState.SCHEDULED,
        text="",
        asker=asker,
    )
    return row


def digest_to_propose(row: Edition) -> str:
    """Names all that is published with an edition: its contents, and the explanations of possible errors."""
    said = [[each.slip, each.slip_digest, each.text] for each in row.explanations.order_by("slip")]
    return digest_of(canonical_bytes([row.contents_digest, said])) if said else row.contents_digest


def due() -> list[Edition]:
    """Published editions whose day has come in their jurisdiction."""
    rows = Edition.objects.filter(state=EditionState.SCHEDULED)
    return [
        row
        for row in rows
        if row.in_force_from and row.in_force_from <= jurisdiction(row.jurisdiction).today()
    ]


def obstacles(row: Edition) -> list[dict[str, str]]:
    """The problems that prevent proposing and publishing: path and message of each."""
    problems = []
    if row.parent and not (changes(row) or clause_differences(row)):
        message = "It has no changes. Change at least one value or clause first."
        problems.append({"path": "", "message": message})
    problems += [
        {"path": path, "message": f"{path}: {text}."} for path, text in contradictions(core_edition_for(row))
    ]
    problems += _beside_its_parent(row)
    answers: list[tuple[Any, Any]] = list(events.obstacles_asked.send(Edition, edition=row))
    problems += [problem for _, answer in answers for problem in answer]
    return problems


# Parts, for withdrawing.py too ---------------------------------------------------------------------------


def locked_for(name: str, actor: User, edition_id: str) -> Edition:
    """Lock an edition for a move. NotPossible says what is in the way."""
    move = MOVES[name]
    row = locked(actor, edition_id, str(move.permission))
    if move.needs_second_factor:
        require_second_factor(actor)
    if reason := obstacle(move, row, actor):
        raise NotPossible(reason)
    return row


def move_made(
    row: Edition,
    name: str,
    *,
    actor: User,
    from_state: str,
    after: dict[str, Any] | None = None,
    text: str = "",
    asker: User | None = None,
) -> Edition:
    """Enter a move in the audit trail, and have people and programs told."""
    record(
        actor=actor,
        action=f"edition.{name}",
        obj=row,
        before={"state": from_state},
        after={"state": row.state, **(after or {})},
    )
    events.moved.send(
        Edition, edition=row, move=name, actor=actor, from_state=from_state, text=text, asker=asker
    )
    return row


def words(text: str, *, field: str, missing: str) -> str:
    """What a person has to say with a move."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise BadValue(missing, field=field)
    if len(text) > LONGEST_REMARKS:
        raise BadValue(f"Use at most {LONGEST_REMARKS:,} characters.", field=field)
    return text


def _to_draft(row: Edition) -> None:
    row.state = EditionState.DRAFT
    row.proposed_by, row.proposed_at, row.proposed_digest = None, None, ""
    row.save()


def _forget_last_round(row: Edition) -> None:
    """Remarks and a withdrawal are answered by the new proposal; the audit trail keeps them."""
    row.remarks, row.remarks_by, row.remarks_at = "", None, None
    row.withdrawal_asked_by, row.withdrawal_asked_at, row.withdrawal_reason = None, None, ""
    row.withdrawn_by, row.withdrawn_at = None, None


def _beside_its_parent(row: Edition) -> list[dict[str, str]]:
    """What another edition of the same rules has to do with it."""
    if row.parent_id is None:
        return []
    parent = Edition.objects.get(pk=row.parent_id)
    problems = []
    if not parent.is_published:
        message = f"“{parent.title}”, on which it follows, was withdrawn. Publish that one again first."
        problems.append({"path": "", "message": message})
    other = Edition.objects.filter(parent=parent, state__in=PUBLISHED).exclude(pk=row.pk).first()
    if other is not None and other.in_force_from:
        message = (
            f"“{other.title}” is published and replaces the same edition from "
            f"{format_day(other.in_force_from)}. Draft the next edition from that one."
        )
        problems.append({"path": "", "message": message})
    starts, begins = parent.in_force_from, row.in_force_from
    if parent.is_scheduled and starts and begins and begins <= starts:
        message = f"“{parent.title}” comes into force on {format_day(starts)}. Choose a later day."
        problems.append({"path": "on", "message": message})
    return problems


def _refuse_if_obstacles(row: Edition, message: str) -> None:
    if row.parent_id is not None:
        # Locked, so that of two successors published at the same time the second sees the first.
        Edition.objects.select_for_update(no_key=True).get(pk=row.parent_id)
    if problems := obstacles(row):
        raise NotPossible(message, problems=tuple(problems))


def _came_into_force(actor: User | None, row: Edition, asker: User | None = None) -> None:
    after = {"in_force": row.pk, "from": row.in_force_from}
    if asker is not None:
        after["lapsed"] = f"the request of {asker} to withdraw it"
    record(actor=actor, action="edition.in_force", obj=row, before={"in_force": row.parent_id}, after=after)
    events.came_into_force.send(Edition, edition=row)
