"""The next editions: drafts, one proposed, one sent back with remarks, one published, and one in force."""

from datetime import date, timedelta

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.editions import clauses, drafting, publishing, starting, test_runs
from portal.editions.models import Edition, EditionState
from portal.editions.slip_services import Typed, explain
from portal.editions.slips import open_slips
from portal.review import impact_runs


def md_drafts_lower_odds() -> None:
    """Odds of at most ten times, an eleven at 16 to 1, dice changed twice as often, a larger fire bet.

    Odds and dice are explained, the fire bet has its new sentence; nobody explained the eleven yet.
    """
    actor = _administrator("md")
    row = _start(actor, "md-craps", "Maryland craps")
    for flat, clause in (
        ("pass_line", "6/E"),
        ("come", "6/E"),
        ("dont_pass", "6/E(1)"),
        ("dont_come", "6/E(1)"),
    ):
        _change(actor, row, f"odds.{flat}.most.all", "10", clause)
    _change(actor, row, "wagers.eleven.pays.all", "16:1", "5/A(28)")
    _change(actor, row, "table.dice_change_hours", "12", "7/E")
    _change(actor, row, "wagers.fire.max", "10", "11/B(1)(b)")
    sentence = clauses.clause_entry(row, "11/B(1)(b)")
    clauses.change_clause(
        actor=actor,
        edition_id=row.pk,
        clause_id="11/B(1)(b)",
        fields={**sentence, "text": sentence["text"].replace("$5", "$10")},
    )
    _explain(
        actor, row, "odds.", "The Commission lowers the odds on all four line bets from 100 to 10 times."
    )
    _explain(actor, row, "table.", "Dice are changed twice a day, as the casinos do already.")
    _pass_tests(actor, row)


def md_looks_at_lower_odds() -> None:
    """Whom the draft affects, now that all approvals are there."""
    draft = Edition.objects.get(parent="md-craps", state=EditionState.DRAFT)
    impact_runs.ask(actor=_administrator("md"), edition_id=draft.pk)


def bc_drafts_a_larger_midi_table() -> None:
    """Ten players at a midi table instead of eight."""
    actor = _administrator("bc")
    row = _start(actor, "bc-midi", "British Columbia midi craps")
    _change(actor, row, "table.players", "10", "4/4.1")
    _change(actor, row, "table.players_per_end", "5", "4/4.1")


def nz_drafts_better_hard_ways() -> None:
    """Half a unit more for a hard way."""
    actor = _administrator("nz")
    row = _start(actor, "nz-revised", "New Zealand craps")
    _change(actor, row, "wagers.hardway.pays.4 10", "15:2", "4.14")
    _change(actor, row, "wagers.hardway.pays.6 8", "19:2", "4.14")


def bc_publishes_a_larger_midi_table() -> None:
    """After the consultation, from the first day of a month to come."""
    actor = _administrator("bc")
    row = Edition.objects.get(parent="bc-midi", state=EditionState.DRAFT)
    _explain(
        actor,
        row,
        "table.",
        "The new midi tables of 2026 are a foot longer and seat five at each end. The clause follows with "
        "the next print of the rules.",
    )
    later = jurisdiction("bc").today() + timedelta(days=75)
    _propose(actor, row, later.replace(day=1))
    publishing.publish(actor=_approver("bc"), edition_id=row.pk, digest=row.proposed_digest)
    impact_runs.ask(actor=actor, edition_id=row.pk)  # otherwise operators are notified by the worker


def bc_drafts_another_reading_of_vigorish() -> None:
    """One vigorish for a buy or lay bet that comes down after its win, not two."""
    actor = _administrator("bc")
    row = _start(actor, "bc-craps", "British Columbia craps")
    _read_otherwise(
        actor,
        row,
        "vig-coming-down",
        "paid-if-left-up",
        "Players who take the bet down after a win have paid for it once. Casinos in the province take "
        "the second charge for the next decision only.",
    )
    impact_runs.ask(actor=actor, edition_id=row.pk)


def nz_proposes_triple_odds() -> None:
    """Three times odds instead of two, proposed by the administrator and waiting for a second person."""
    actor = _administrator("nz")
    row = _start(actor, "nz-revised", "New Zealand craps, triple odds")
    for flat, clause in (
        ("pass_line", "4.1(e)(i)"),
        ("dont_pass", "4.1(f)(i)"),
        ("come", "4.1(g)(i)"),
        ("dont_come", "4.1(h)(i)"),
    ):
        row = _change(actor, row, f"odds.{flat}.most.all", "3", clause)
    impact_runs.ask(actor=actor, edition_id=row.pk)
    _explain(
        actor, row, "", "Casinos asked for triple odds; the Office found no more disputes where they apply."
    )
    _propose(actor, row, jurisdiction("nz").today() + timedelta(days=60))


def bc_has_amended_casino_war() -> None:
    """Eight decks are allowed, and a tied war pays on one wager: published by the approver, in force."""
    actor = _administrator("bc")
    year = jurisdiction("bc").today().year
    row = starting.start(
        actor=actor,
        parent_id="bc-war",
        edition_id=f"bc-war-{year}",
        title=f"British Columbia Casino War, as amended {year}",
    )
    row = _change(actor, row, "cards.most", "8", "7/1.1")
    row = _read_otherwise(
        actor,
        row,
        "war-tied",
        "war-wager-only",
        "The payout table has one line for a tied war. Dealers have paid one wager since the first week.",
    )
    _explain(
        actor, row, "", "Shoes of eight decks have been sold since last year, and casinos use them already."
    )
    _propose(actor, row, jurisdiction("bc").today())
    publishing.publish(actor=_approver("bc"), edition_id=row.pk, digest=row.proposed_digest)
    impact_runs.ask(actor=actor, edition_id=row.pk)  # otherwise operators are notified by the worker


def sg_has_to_look_at_its_dice_again() -> None:
    """Proposed, and sent back by the approver with remarks."""
    actor = _administrator("sg")
    row = _start(actor, "sg-mbs-v2", "Singapore craps, Marina Bay Sands")
    row = _change(actor, row, "table.fewest_dice", "5", "3.8")
    _explain(actor, row, "", "Five dice are offered at every table since the last inspection.")
    impact_runs.ask(actor=actor, edition_id=row.pk)
    _propose(actor, row, jurisdiction("sg").today() + timedelta(days=45))
    publishing.send_back(
        actor=_approver("sg"),
        edition_id=row.pk,
        remarks="Clause 3.8 speaks of the dice that are offered, and clause 3.11.7 of the bowl for the rest. "
        "If five are offered, say in 3.11.7 how many stay in the bowl. Otherwise I am content.",
    )


NEXT_EDITIONS = (
    nz_proposes_triple_odds,
    bc_has_amended_casino_war,
    sg_has_to_look_at_its_dice_again,
    md_looks_at_lower_odds,
    bc_publishes_a_larger_midi_table,
    bc_drafts_another_reading_of_vigorish,
)


def _pass_tests(actor: User, row: Edition) -> None:
    """Run the tests of a draft to their end: there is no worker yet."""
    run = test_runs.ask(actor=actor, edition_id=row.pk)
    while test_runs.work_on(run.pk):
        pass


def _administrator(code: str) -> User:
    return people_with(Role.REGULATOR_ADMIN, jurisdiction=code).order_by("pk")[0]


def _approver(code: str) -> User:
    return people_with(Role.REGULATOR_APPROVER, jurisdiction=code).order_by("pk")[0]


def _propose(actor: User, row: Edition, on: date) -> None:
    _pass_tests(actor, row)
    publishing.propose(actor=actor, edition_id=row.pk, digest=row.contents_digest, on=on)
    row.refresh_from_db()


def _start(actor: User, parent_id: str, name: str) -> Edition:
    parent = Edition.objects.get(pk=parent_id)
    year = jurisdiction(parent.jurisdiction).today().year + 1
    return starting.start(
        actor=actor,
        parent_id=parent_id,
        edition_id=starting.suggested_id(parent),
        title=f"{name}, {year}",
        in_force_from=date(year, 7, 1),
    )


def _explain(actor: User, row: Edition, paths: str, text: str) -> None:
    """Explain the possible errors of the values below a path."""
    latest = Edition.objects.get(pk=row.pk)
    slips = [each.slip for each in open_slips(latest) if each.slip.mend.startswith(paths)]
    texts = {slip.id: Typed(text, slip.digest) for slip in slips}
    explain(actor=actor, edition_id=row.pk, texts=texts)


def _read_otherwise(actor: User, row: Edition, reading: str, option: str, why: str) -> Edition:
    return drafting.change_value(
        actor=actor, edition_id=row.pk, path=f"readings.{reading}", value=option, why=why
    )


def _change(actor: User, row: Edition, path: str, value: object, clause: str) -> Edition:
    return drafting.change_value(actor=actor, edition_id=row.pk, path=path, value=value, clause=clause)
