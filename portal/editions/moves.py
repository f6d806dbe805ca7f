"""The table of an edition's moves: from where, to where, by whose permission, what must hold, what is said.

The moves themselves are in publishing.py and withdrawing.py. A guard is a small named function of (edition,
actor) that returns what is in the way, or "".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.permissions import PERMISSIONS, can
from portal.accounts.same_person import seems_same
from portal.accounts.selectors import people_with
from portal.accounts.waiting import BROUGHT_IN_FOR, brought_in_by, waiting_words
from portal.editions.models import PUBLISHED, Edition, EditionState
from portal.text import format_day

Guard = Callable[[Edition, User | None], str]
DRAFT, PROPOSED = EditionState.DRAFT, EditionState.PROPOSED
SCHEDULED, IN_FORCE = EditionState.SCHEDULED, EditionState.IN_FORCE


@dataclass(frozen=True)
class EditionMove:
    """One move of an edition, with every text about it."""

    name: str
    label: str  # of its button
    past: str  # in its history
    sources: tuple[EditionState, ...]
    targets: tuple[EditionState, ...]
    permission: str | None  # None: Baize itself, when the day comes
    guards: tuple[Guard, ...] = ()
    success: str = ""  # to the person who made it
    topic: str = "work"  # of its notices
    # For "publishers" and "confirmers" (who could be the second person), "drafters" (with the proposer), the
    # "asker" of a withdrawal, or the one whose request has "lapsed".
    notices: Mapping[str, str] = field(default_factory=dict)
    is_public: bool = False  # operators are told by webhook too

    @property
    def needs_second_factor(self) -> bool:
        """Whether a person shows a second factor for it, in the five minutes before: all by people."""
        return self.permission is not None

    @property
    def slug(self) -> str:
        """Its address in the API."""
        return self.name.replace("_", "-")


# Who may be the second person ----------------------------------------------------------------------------


def drafters_of(row: Edition) -> list[User]:
    """Everyone who changed something in it since it was started, with the proposer, in that order."""
    people = [each.user for each in row.drafters.select_related("user")]
    if row.proposed_by is not None and row.proposed_by not in people:
        people.append(row.proposed_by)
    return people


def possible_publishers(row: Edition) -> list[User]:
    """The regulator's people who may publish it: neither its proposer nor one of its drafters."""
    out = {person.pk for person in drafters_of(row)}
    return [person for person in _publishers(row) if person.pk not in out]


def possible_confirmers(row: Edition) -> list[User]:
    """The regulator's people who may confirm the withdrawal that somebody asked for."""
    return [person for person in _publishers(row) if person.pk != row.withdrawal_asked_by_id]


def _publishers(row: Edition) -> list[User]:
    roles = sorted(PERMISSIONS["edition.publish"])
    return list(people_with(*roles, jurisdiction=row.jurisdiction).order_by("name", "pk"))


def named(people: list[User], doing: str) -> str:
    """Who could do it, or that a second administrator is needed."""
    if not people:
        role = Role.REGULATOR_ADMIN.label.lower()
        return f"Nobody else in your organisation can {doing}. Invite a second {role} on the page “Team”."
    names = [person.name for person in people]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"{listed} can {doing}."


# Guards --------------------------------------------------------------------------------------------------


def is_a_second_person(row: Edition, actor: User | None) -> str:
    """Four eyes: nobody publishes what they proposed or drafted."""
    if actor is None:
        return ""
    if actor.pk == row.proposed_by_id:
        did = "proposed"
    elif row.drafters.filter(user=actor).exists():
        did = "drafted changes of"
    else:
        return _not_one_person(row, actor)
    return (
        f"You {did} this edition, so a second person has to publish it. "
        f"{named(possible_publishers(row), 'publish it')}"
    )


def _not_one_person(row: Edition, actor: User) -> str:
    """Nobody publishes with a second account, or by somebody they have just brought in, what they drafted."""
    for person in drafters_of(row):
        if seems_same(actor, person):
            return (
                f"Your account and that of {person}, who drafted or proposed this edition, have the same "
                "name or mailbox. A second person has to publish it. "
                f"{named(possible_publishers(row), 'publish it')}"
            )
        if brought_in_by(actor, person.pk, "edition.publish"):
            return (
                f"{person}, who drafted or proposed this edition, gave you your role less than "
                f"{BROUGHT_IN_FOR.days} days ago. Another person has to publish it."
            )
    return ""


def has_waited(row: Edition, actor: User | None) -> str:
    """A new approver or administrator publishes and withdraws nothing for a day."""
    return waiting_words(actor, "edition.publish") if actor is not None else ""


def is_the_proposer(row: Edition, actor: User | None) -> str:
    if actor is not None and actor.pk != row.proposed_by_id:
        return f"{row.proposed_by} proposed it and can take it back. You can send it back with remarks."
    return ""


def is_not_the_proposer(row: Edition, actor: User | None) -> str:
    if actor is not None and actor.pk == row.proposed_by_id:
        return "You proposed it. Take the proposal back instead."
    return ""


def day_has_not_passed(row: Edition, actor: User | None) -> str:
    today = jurisdiction(row.jurisdiction).today()
    if row.in_force_from is not None and row.in_force_from < today:
        return (
            f"It was proposed to come into force on {format_day(row.in_force_from)}, and that day has "
            "passed. It has to be sent back and proposed again with a new day."
        )
    return ""


def day_has_not_come(row: Edition, actor: User | None) -> str:
    today = jurisdiction(row.jurisdiction).today()
    if row.in_force_from is not None and row.in_force_from <= today:
        return f"Its day, {format_day(row.in_force_from)}, has come, so it comes into force. {NEXT_ONE}"
    return ""


def nothing_follows(row: Edition, actor: User | None) -> str:
    """The text of an edition, and with it that of those published on top of it, would change under them."""
    follower = row.followers.filter(state__in=PUBLISHED).first()
    return f"“{follower.title}” is published and follows on it. Withdraw that one first." if follower else ""


def nobody_has_asked(row: Edition, actor: User | None) -> str:
    if row.withdrawal_asked_by is not None:
        return f"{row.withdrawal_asked_by} has already asked to withdraw it. A second person has to confirm."
    return ""


def somebody_has_asked(row: Edition, actor: User | None) -> str:
    return "" if row.withdrawal_asked_by_id else "Nobody has asked to withdraw it. Ask first."


def is_not_the_asker(row: Edition, actor: User | None) -> str:
    if actor is not None and actor.pk == row.withdrawal_asked_by_id:
        others = named(possible_confirmers(row), "confirm it")
        return f"You asked to withdraw it, so a second person has to confirm it. {others}"
    return ""


def is_the_asker(row: Edition, actor: User | None) -> str:
    if actor is not None and actor.pk != row.withdrawal_asked_by_id:
        return f"{row.withdrawal_asked_by} asked to withdraw it and can take the request back."
    return ""


NEXT_ONE = "An edition in force cannot be withdrawn. Draft the next one from it."

MOVES: dict[str, EditionMove] = {
    move.name: move
    for move in (
        EditionMove(
            "propose",
            "Propose",
            "Proposed",
            (DRAFT,),
            (PROPOSED,),
            "edition.manage",
            success="It is proposed. A second person has to publish it.",
            notices={
                "publishers": "{actor} proposed “{title}”, to come into force on {day}. It is waiting for a "
                "second person to publish it or send it back."
            },
        ),
        EditionMove(
            "take_back",
            "Take the proposal back",
            "Proposal taken back",
            (PROPOSED,),
            (DRAFT,),
            "edition.manage",
            (is_the_proposer,),
            success="The proposal is taken back. It is a draft again.",
            topic="progress",
            notices={"publishers": "{actor} took the proposal of “{title}” back. No action is needed."},
        ),
        EditionMove(
            "send_back",
            "Send back",
            "Sent back with remarks",
            (PROPOSED,),
            (DRAFT,),
            "edition.publish",
            (is_not_the_proposer,),
            success="It is sent back with your remarks, and a draft again.",
            notices={"drafters": "{actor} sent “{title}” back with remarks: {text}"},
        ),
        EditionMove(
            "publish",
            "Publish",
            "Published by a second person",
            (PROPOSED,),
            (SCHEDULED, IN_FORCE),
            "edition.publish",
            (is_a_second_person, has_waited, day_has_not_passed),
            topic="decision",
            notices={"drafters": "{actor} published “{title}”, in force from {day}."},
            is_public=True,
        ),
        EditionMove(
            "ask_withdrawal",
            "Ask to withdraw it",
            "Withdrawal asked for",
            (SCHEDULED,),
            (SCHEDULED,),
            "edition.publish",
            (nobody_has_asked, nothing_follows, day_has_not_come),
            success="Your request has been sent. The edition stays published until a second person confirms.",
            notices={
                "confirmers": "{actor} asks to withdraw “{title}” before {day}. A second person has to "
                "confirm it: {text}",
                "drafters": "{actor} asks to withdraw “{title}” before {day}: {text}",
            },
        ),
        EditionMove(
            "drop_withdrawal",
            "Take the request back",
            "Request to withdraw taken back",
            (SCHEDULED,),
            (SCHEDULED,),
            "edition.publish",
            (somebody_has_asked, is_the_asker),
            success="The request is taken back. It comes into force on its day.",
            topic="progress",
            notices={
                "confirmers": "{actor} took the request to withdraw “{title}” back. It comes into force on "
                "{day}."
            },
        ),
        EditionMove(
            "confirm_withdrawal",
            "Withdraw it",
            "Withdrawn by two people",
            (SCHEDULED,),
            (DRAFT,),
            "edition.publish",
            (somebody_has_asked, is_not_the_asker, has_waited, nothing_follows, day_has_not_come),
            success="It is withdrawn, and a draft again.",
            topic="decision",
            notices={
                "asker": "{actor} confirmed it: “{title}” is withdrawn, and a draft again.",
                "drafters": "“{title}” is withdrawn before it came into force, and a draft again.",
            },
            is_public=True,
        ),
        EditionMove(
            "come_into_force",
            "Come into force",
            "Came into force",
            (SCHEDULED,),
            (IN_FORCE,),
            None,
            topic="decision",
            notices={
                "lapsed": "“{title}” came into force before a second person confirmed your request to "
                "withdraw it. The request has lapsed."
            },
            is_public=True,
        ),
    )
}


def obstacle(move: EditionMove, row: Edition, actor: User | None) -> str:
    """The first thing that keeps this move from being made now, or ""."""
    if row.built_in:
        return f"“{row.title}” is built in: it is neither proposed nor withdrawn. {_DRAFT_FROM_IT}"
    if row.state not in move.sources:
        wanted = " or ".join(f"“{state.label}”" for state in move.sources)
        said = f"“{row.title}” is “{row.get_state_display()}”."
        said = f"{said} “{move.label}” is for an edition that is {wanted}."
        return f"{said} {NEXT_ONE}" if row.state == IN_FORCE and SCHEDULED in move.sources else said
    return next((reason for guard in move.guards if (reason := guard(row, actor))), "")


def moves_for(actor: User, row: Edition) -> dict[str, str]:
    """The moves that a person's role and the state allow: name, and what is in the way, or ""."""
    return {
        name: obstacle(move, row, actor)
        for name, move in MOVES.items()
        if move.permission is not None
        and not row.built_in
        and row.state in move.sources
        and can(actor, move.permission)
    }


_DRAFT_FROM_IT = "Draft a new edition from it instead."
