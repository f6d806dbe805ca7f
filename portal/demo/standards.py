"""The demo's standard conditions and paragraphs, kept by each regulator's administrator.

The audit trail records the function's name: do not rename it.
"""

from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.demo.clock import afternoon, freeze_time
from portal.demo.jurisdictions import LETTERS
from portal.review import standards
from portal.review.models import StandardKind

ADDED, CHANGED = 379, 377  # days ago, before all cases
SIGN = "Post a sign"
TEXTS: tuple[tuple[StandardKind, str, str], ...] = (
    (
        StandardKind.CONDITION,
        SIGN,
        "Post the sign of the table where players can read it before they bet.",
    ),
    (
        StandardKind.CONDITION,
        "Train the staff",
        "Train every dealer and supervisor of the table on the approved rules before the first day of play, "
        "and keep a list of who was trained and when.",
    ),
    (
        StandardKind.QUESTION,
        "Laboratory report",
        "Please send the laboratory report on the dice or wheel that you intend to use, not older than "
        "twelve months.",
    ),
    (
        StandardKind.RETURN,
        "Reasons for a departure",
        "The rules depart from the rulebook without reasons. Please say for each departure why you ask for "
        "it and what it changes for players, or state what the rulebook says.",
    ),
    (
        StandardKind.REFUSAL,
        "Departure not justified",
        "The rules depart from the rulebook to the disadvantage of players, and the reasons given do not "
        "outweigh that. A new submission without the departure can be made at any time.",
    ),
    (
        StandardKind.SUSPENSION,
        "Until an inspection",
        "The approval is suspended until we have inspected the table. Please tell us as soon as it is ready.",
    ),
    (
        StandardKind.REVOCATION,
        "Condition not met",
        "A condition of the approval was not met by its day, and our reminders were not answered.",
    ),
)
# One more of each regulator's own.
OWN = {
    "nz": (
        StandardKind.CONDITION,
        "Te reo Māori",
        "Offer the player's guide in English and in te reo Māori.",
    ),
    "sg": (
        StandardKind.CONDITION,
        "First night",
        "Tell the Board the first night of play at least three working days before it, so that an officer "
        "can attend.",
    ),
    "bc": (
        StandardKind.CONDITION,
        "Report of the first quarter",
        "Report drop, win and complaints of players for the first three months.",
    ),
    "md": (
        StandardKind.CONDITION,
        "Surveillance",
        "Cover the whole layout and the dice boat by a camera that is recorded, and keep the recordings for "
        "thirty days.",
    ),
}


def regulators_keep_standard_texts() -> None:
    """Seven that all have and one of its own; the text about the sign was changed once."""
    for code in LETTERS:
        actor = people_with(Role.REGULATOR_ADMIN, jurisdiction=code).order_by("pk")[0]
        with freeze_time(afternoon(ADDED, code)):
            for kind, title, text in (*TEXTS, OWN[code]):
                standards.add_standard(actor=actor, kind=kind, title=title, text=text)
        with freeze_time(afternoon(CHANGED, code)):
            _change_the_sign(actor)


def _change_the_sign(actor: User) -> None:
    [row] = [one for one in standards.standards_for(actor, StandardKind.CONDITION) if str(one) == SIGN]
    standards.change_standard(
        actor=actor,
        standard_id=row.pk,
        number=row.current.number,
        title=SIGN,
        text="Post the sign of the table with its QR code where players can read it before they bet, and "
        "replace it on the day on which other rules come into force.",
    )
