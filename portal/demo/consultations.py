"""Three consultations: one open on Maryland's draft, one concluded on British Columbia's midi tables, and one
that New Zealand has just opened, without a comment yet.

load.py runs their steps in date order, together with those of history.py."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.consultations import comments, events, moderation, services
from portal.consultations.models import Comment, Consultation
from portal.demo import editions
from portal.demo.clock import Story, afternoon
from portal.editions.models import Edition, EditionState


def md_asks_about_lower_odds() -> Story:
    """Open: comments published, one of them answered, one in part, one to moderate, one not confirmed."""
    yield afternoon(27, "md")
    editions.md_drafts_lower_odds()
    yield afternoon(24, "md")
    row = _open(
        "md-craps",
        title="Lower odds at craps in Maryland",
        introduction="The odds behind a line bet may be up to a hundred times the bet today. We propose ten "
        "times. In return the eleven pays 16 to 1, and a fire bet may be ten dollars. Dice are to be "
        "changed every twelve hours. Please tell us what this means for you, as a player, a dealer or a "
        "casino.",
        questions=[
            "Are ten times odds enough for the way you play or run the game?",
            "How much time do casinos need before the change applies?",
        ],
        days=23,
    )
    yield afternoon(21, "md")
    player = _confirmed(
        row,
        about="clause-6/E",
        name="Dolores Whitfield",
        name_withheld=True,
        email="dolores@example.org",
        text="I bet five dollars on the pass line and take all the odds I can afford, because the house "
        "has no edge on them. With ten times odds I would have to raise the line bet, and that is the "
        "part that costs me money.",
    )
    dealer = _confirmed(
        row,
        about="clause-7/E",
        name="Raymond Teller",
        on_behalf_of="Chesapeake Dealers’ Association",
        email="office@example.org",
        text="Twelve hours means a change in the middle of the evening shift. Could the rule say once "
        "in each gaming day and at the latest after sixteen hours?",
    )
    yield afternoon(20, "md")
    _publish(player)
    dealer = _publish(dealer)
    yield afternoon(18, "md")
    moderation.answer(
        actor=_administrator("md"),
        consultation_id=row.pk,
        comment_ids=[dealer.pk],
        text="Thank you. Twelve hours are counted from the opening of the table, so a table that opens "
        "at noon changes its dice at midnight. We will say so in the final text.",
    )
    yield afternoon(10, "md")
    services.extend(
        actor=_administrator("md"),
        consultation_id=row.pk,
        closes_on=jurisdiction("md").today() + timedelta(days=16),
        reason="Two casinos asked for more time because of the holidays.",
    )
    yield afternoon(6, "md")
    angry = _confirmed(
        row,
        about="question-1",
        name="Walt Pruitt",
        email="walt@example.org",
        text="A hundred times odds are why I drive to Maryland. Ask Jim Hollis on the night shift, who "
        "laughs at this. Ten times is what everybody else has.",
    )
    yield afternoon(5, "md")
    moderation.publish(
        actor=_administrator("md"),
        comment_id=angry.pk,
        marked=angry.text.replace("Jim Hollis on the night shift", "[[Jim Hollis on the night shift]]"),
    )
    yield afternoon(1, "md")
    _confirmed(
        row,
        about="clause-11/B(1)(b)",
        name="Priya Natarajan",
        on_behalf_of="Bayside Players’ Club",
        email="priya@example.org",
        text="A fire bet of ten dollars pays ten thousand on six points. Has the Agency looked at what "
        "the casinos then hold at the cage?",
    )
    yield afternoon(1, "md", hour=16)
    _send(row, name="Glenn Mabry", email="glenn@example.org", text="I am for it.")


def bc_asked_about_midi_tables() -> Story:
    """Closed and answered before the edition is published."""
    yield afternoon(85, "bc")
    editions.bc_drafts_a_larger_midi_table()
    yield afternoon(80, "bc")
    row = _open(
        "bc-midi",
        title="Ten players at a midi table",
        introduction="Midi tables built today have room for five players at each end. We propose to "
        "allow ten players instead of eight.",
        questions=["Is one dealer at each end enough for five players?"],
        days=30,
    )
    yield afternoon(70, "bc")
    staff = _confirmed(
        row,
        about="question-1",
        name="Anjali Deol",
        on_behalf_of="Table Games Staff Union, Local 12",
        email="local12@example.org",
        text="Five players at one end are fine while the base dealer does not also pay the field. "
        "Please keep the number of dealers as it is.",
    )
    yield afternoon(66, "bc")
    player = _confirmed(
        row,
        name="Tom Arsenault",
        name_withheld=True,
        email="tom@example.org",
        text="On weekends I wait half an hour for a place. I am in favour.",
    )
    yield afternoon(64, "bc")
    staff, player = _publish(staff), _publish(player)
    yield datetime.combine(row.closes_on + timedelta(days=1), time(0, 1), jurisdiction("bc").zone)
    services.close_due(consultation_id=row.pk)
    yield afternoon(40, "bc")
    moderation.answer(
        actor=_administrator("bc"),
        consultation_id=row.pk,
        comment_ids=[staff.pk],
        text="The number of dealers is a matter of each casino’s staffing plan, which this change "
        "leaves as it is.",
    )
    services.publish_statement(
        actor=_administrator("bc"),
        consultation_id=row.pk,
        text="Two comments reached us, both in favour of larger tables or without objection to them. We "
        "keep the proposal: ten players, five at each end. Staffing plans are looked at with each "
        "application.",
    )


def nz_asks_about_hard_ways() -> Story:
    """Just opened: nobody has written yet."""
    yield afternoon(2, "nz")
    editions.nz_drafts_better_hard_ways()
    yield afternoon(1, "nz")
    _open(
        "nz-revised",
        title="Half a unit more for a hard way",
        introduction="A hard 4 or 10 pays 7 to 1 today and a hard 6 or 8 pays 9 to 1. We propose 15 to 2 and "
        "19 to 2. A bet of one chip is then paid to the half chip, so casinos would need half chips or "
        "take hard ways in even amounts only. Please tell us which you would prefer.",
        questions=["Should hard ways be taken in even amounts only?"],
        days=42,
    )


STORIES: tuple[Callable[[], Story], ...] = (
    md_asks_about_lower_odds,
    bc_asked_about_midi_tables,
    nz_asks_about_hard_ways,
)


def _administrator(code: str) -> User:
    return people_with(Role.REGULATOR_ADMIN, jurisdiction=code).order_by("pk")[0]


def _open(parent_id: str, *, days: int, **words: Any) -> Consultation:
    draft = Edition.objects.get(parent=parent_id, state=EditionState.DRAFT)
    row = services.open_consultation(
        actor=_administrator(draft.jurisdiction),
        edition_id=draft.pk,
        digest=draft.contents_digest,
        closes_on=jurisdiction(draft.jurisdiction).today() + timedelta(days=days),
        **words,
    )
    services.count_affected(snapshot_id=row.snapshot.pk)
    return row


def _send(row: Consultation, **fields: Any) -> None:
    given = {"about": comments.WHOLE, "name_withheld": False, "on_behalf_of": "", **fields}
    comments.send(slug=row.slug, **given)


def _confirmed(row: Consultation, **fields: Any) -> Comment:
    """Send a comment and use the link of its e-mail."""
    tokens: list[str] = []

    def note(*, token: str, **_: Any) -> None:
        tokens.append(token)

    events.confirmation_needed.connect(note, weak=False)
    try:
        _send(row, **fields)
    finally:
        events.confirmation_needed.disconnect(note)
    waiting = comments.pending(tokens[0]).comments
    return comments.confirm(token=tokens[0], comment_ids=[comment.pk for comment in waiting])[0]


def _publish(comment: Comment) -> Comment:
    return moderation.publish(actor=_administrator(comment.jurisdiction), comment_id=comment.pk)
