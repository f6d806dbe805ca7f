"""The steps of the editor for a game played in rounds, from what the game says of itself."""

from functools import lru_cache, partial

from craps.edition import Edition
from craps.games.round_game import RoundGame, Section
from portal.operator.fields import Ruleset
from portal.operator.step_kinds import CHOSEN, OWN_PAGES, PageStep, RulesStep
from portal.operator.subjects import game as head
from portal.operator.subjects import layout, rounds


@lru_cache
def round_steps(game: RoundGame) -> tuple[PageStep | RulesStep, ...]:
    """The same steps for every such game; between wagers and limits what is its own."""
    return (
        RulesStep(
            "game",
            "Game and edition",
            ("edition", "operator", "currency", "chip_unit"),
            head.groups,
            intro=CHOSEN,
        ),
        RulesStep(
            "wagers",
            "Wagers offered",
            ("wagers",),
            rounds.wagers,
            rounds.read_wagers,
            intro=f"Which wagers of {game.name} a player can make at your tables.",
        ),
        *(_own(section) for section in game.sections),
        *_payouts(game),
        RulesStep(
            "limits",
            "Limits",
            ("limits",),
            partial(rounds.limits, game),
            intro="The smallest and the largest bet. Leave a field empty to state no limit.",
        ),
        RulesStep(
            "table",
            "Table",
            ("table",),
            rounds.table,
            intro="Who may play, and how the dealer runs the game.",
        ),
        layout.step("What is printed on the table: areas for bets, and legends."),
        *OWN_PAGES,
    )


def _own(section: Section) -> RulesStep:
    return RulesStep(
        section.slug,
        section.title,
        section.keys,
        partial(rounds.section_groups, section),
        partial(rounds.read_section, section),
        typed=partial(rounds.section_as_typed, section),
        preset=_unchanged,
        picture=rounds.picture if section.drawn else None,
        intro=section.intro,
        has_costs=True,
    )


def _payouts(game: RoundGame) -> tuple[RulesStep, ...]:
    """None where the game's own sections state what is paid."""
    if not game.paid:
        return ()
    step = RulesStep(
        "payouts",
        "Payouts",
        ("payouts",),
        partial(rounds.payouts, game),
        preset=rounds.rulebook_payouts,
        intro="What each winning bet pays. The fields show the rulebook’s figures: change only what differs.",
        has_costs=True,
    )
    return (step,)


def _unchanged(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """A preset that only shows more rows."""
    return ruleset
