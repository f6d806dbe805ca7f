"""The steps of the editor for craps."""

from portal.operator.step_kinds import CHOSEN, OWN_PAGES, PageStep, RulesStep
from portal.operator.subjects import come_out, game, layout, limits, odds, payouts, table, vig, wagers

STEPS: tuple[PageStep | RulesStep, ...] = (
    RulesStep(
        "game",
        "Game and edition",
        ("edition", "operator", "currency", "chip_unit", "making"),
        game.groups,
        intro=CHOSEN,
    ),
    RulesStep(
        "wagers",
        "Wagers offered",
        ("wagers", "numbers"),
        wagers.groups,
        wagers.read,
        preset=wagers.preset,
        intro="Which of the rulebook’s wagers a player can make at your tables.",
    ),
    RulesStep(
        "odds",
        "Odds multiples",
        ("odds",),
        odds.groups,
        odds.read,
        presets=odds.presets,
        preset=odds.preset,
        intro="How many times the flat bet a player may take or lay as odds, for each point.",
        has_costs=True,
    ),
    RulesStep(
        "vig",
        "Vigorish",
        ("vig",),
        vig.groups,
        intro="The charge on buy and lay bets: when it is taken, how much, and of what.",
        has_costs=True,
    ),
    RulesStep(
        "payouts",
        "Payouts and pay tables",
        ("payouts", "paytables"),
        payouts.groups,
        drops_hidden=True,
        intro="What each winning bet pays. The fields show the rulebook’s figures: change only what differs.",
        has_costs=True,
    ),
    RulesStep(
        "come-out",
        "On a come-out roll",
        ("come_out",),
        come_out.groups,
        drops_hidden=True,
        intro="Which bets are on while no point is set.",
    ),
    RulesStep(
        "limits",
        "Limits",
        ("limits",),
        limits.groups,
        intro="The smallest and the largest bet. Leave a field empty to state no limit.",
    ),
    RulesStep(
        "table",
        "Table and equipment",
        ("table",),
        table.groups,
        presets=table.presets,
        preset=table.preset,
        presets_title="Fill in",
        intro="The table, its dice and its equipment.",
    ),
    layout.step("What is printed on the table: areas for bets, legends, and the places of the side bets."),
    *OWN_PAGES,
)
