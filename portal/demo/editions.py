"""The next editions: drafts of Maryland's and British Columbia's regulators, and one that is published."""

from datetime import date, timedelta

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.editions import drafting
from portal.editions.models import Edition


def md_drafts_lower_odds() -> None:
    """Odds of at most ten times, dice changed twice as often, a fire bet of up to ten dollars."""
    actor = _administrator("md")
    row = _start(actor, "md-craps", "Maryland craps")
    for flat, clause in (
        ("pass_line", "6/E"),
        ("come", "6/E"),
        ("dont_pass", "6/E(1)"),
        ("dont_come", "6/E(1)"),
    ):
        _change(actor, row, f"odds.{flat}.most.all", "10", clause)
    _change(actor, row, "table.dice_change_hours", "12", "7/E")
    _change(actor, row, "wagers.fire.max", "10", "11/B(1)(b)")


def bc_publishes_a_larger_midi_table() -> None:
    """Ten players at a midi table instead of eight, from the first day of a month to come."""
    actor = _administrator("bc")
    row = _start(actor, "bc-midi", "British Columbia midi craps")
    _change(actor, row, "table.players", "10", "4/4.1")
    row = _change(actor, row, "table.players_per_end", "5", "4/4.1")
    later = jurisdiction("bc").today() + timedelta(days=75)
    drafting.publish(actor=actor, edition_id=row.pk, digest=row.digest, on=later.replace(day=1))


def bc_drafts_another_reading_of_vigorish() -> None:
    """One vigorish for a buy or lay bet that comes down after its win, not two."""
    actor = _administrator("bc")
    row = _start(actor, "bc-craps", "British Columbia craps")
    drafting.change_value(
        actor=actor,
        edition_id=row.pk,
        path="readings.vig-coming-down",
        value="paid-if-left-up",
        why="Players who take the bet down after a win have paid for it once. Casinos in the province take "
        "the second charge for the next decision only.",
    )


NEXT_EDITIONS = (
    md_drafts_lower_odds,
    bc_publishes_a_larger_midi_table,
    bc_drafts_another_reading_of_vigorish,
)


def _administrator(code: str) -> User:
    return people_with(Role.REGULATOR_ADMIN, jurisdiction=code).order_by("pk")[0]


def _start(actor: User, parent_id: str, name: str) -> Edition:
    parent = Edition.objects.get(pk=parent_id)
    year = jurisdiction(parent.jurisdiction).today().year + 1
    return drafting.start(
        actor=actor,
        parent_id=parent_id,
        edition_id=drafting.suggested_id(parent),
        title=f"{name}, {year}",
        in_force_from=date(year, 7, 1),
    )


def _change(actor: User, row: Edition, path: str, value: object, clause: str) -> Edition:
    return drafting.change_value(actor=actor, edition_id=row.pk, path=path, value=value, clause=clause)
