"""The editor for games played in rounds: every step of every such game, from its data."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from craps import all_edition_ids, check, game_of, load_edition, load_ruleset
from craps.edition import Edition
from portal.operator.fields import Ruleset
from portal.operator.step_costs import step_costs
from portal.operator.steps import attach, rules_steps, steps_of, unattached

EDITIONS = [name for name in all_edition_ids() if game_of(load_edition(name)).in_rounds]
STEPS = [(name, slug) for name in EDITIONS for slug in rules_steps(load_edition(name)) if slug != "layout"]


def begun(edition: Edition) -> Ruleset:
    return game_of(edition).first_draft(edition)


def shown_as_posted(slug: str, ruleset: Ruleset) -> QueryDict:
    """The step's form for a rule set, as a browser would send it untouched."""
    edition = load_edition(ruleset["edition"])
    posted = QueryDict(mutable=True)
    for group in rules_steps(edition)[slug].groups(edition, ruleset):
        for field in group.fields:
            if field.kind == "ticks":
                posted.setlist(field.name, [value for value, _ in field.choices if value in field.value])
            elif field.kind != "tick":
                posted.appendlist(field.name, str(field.value))
    return posted


def read(slug: str, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    edition = load_edition(ruleset["edition"])
    return rules_steps(edition)[slug].read(edition, posted, ruleset)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_steps_are_those_of_the_game(name: str) -> None:
    titles = [step.title for step in steps_of(load_edition(name))]
    own = {"bc-wheel": ["The wheel"], "bc-red-dog": ["Decks", "Payouts"], "bc-war": ["Decks", "Payouts"]}[
        name
    ]
    assert titles == [
        "Game and edition",
        "Wagers offered",
        *own,
        "Limits",
        "Table",
        "Layout",
        "Worked examples",
        "Documents",
        "Which tables",
        "Declaration",
    ]


def test_every_field_of_a_rule_set_has_its_step() -> None:
    for name in EDITIONS:
        edition = load_edition(name)
        sections = [section for step in rules_steps(edition).values() for section in step.sections]
        assert sorted(sections) == sorted(game_of(edition).ruleset_form.fields), name


@pytest.mark.parametrize(("name", "slug"), STEPS)
def test_an_untouched_form_changes_no_rule(name: str, slug: str) -> None:
    before = begun(load_edition(name))
    after, errors = read(slug, shown_as_posted(slug, before), before)
    assert not errors
    was, now = load_ruleset(before), load_ruleset(after)
    assert dict(now.payouts) == dict(was.payouts)
    assert now.offered == was.offered
    assert {row.key: row.edge for row in game_of(now.edition).edges(now)} == {
        row.key: row.edge for row in game_of(was.edition).edges(was)
    }
    assert check(now).verdict == "ok"
    twice, _ = read(slug, shown_as_posted(slug, after), after)
    assert load_ruleset(twice).digest == now.digest


# A change in one field, and what its finding offers.
BREACHES = [
    ("bc-war", "decks", "decks", "8", "6"),
    ("bc-red-dog", "decks", "decks", "3", "4"),
    ("bc-red-dog", "decks", "decks", "7", "6"),
    ("bc-war", "payouts", "payouts.tie", "9 to 1", "10:1"),
    ("bc-war", "payouts", "payouts.go_to_war", "2:1", "1:1"),
    ("bc-red-dog", "payouts", "payouts.spread:1", "4:1", "5:1"),
    ("bc-red-dog", "payouts", "payouts.three_of_a_kind", "10 for 1", "11:1"),
    ("bc-red-dog", "table", "table.players", "8", "7"),
    ("bc-red-dog", "table", "table.positions_per_player", "1", "2"),
    ("bc-red-dog", "table", "table.positions_per_player", "8", "7"),
    ("bc-red-dog", "table", "table.back_betting", "yes", False),
    ("bc-red-dog", "table", "table.conversion_from", "1:1", "2:1"),
    ("bc-war", "table", "table.burn_cards", "1", "3"),
    ("bc-war", "table", "table.dealer_bet_at_war", "yes", False),
    ("bc-wheel", "table", "table.revolutions", "2", "3"),
    ("bc-wheel", "table", "table.alternate_direction", "no", True),
    ("bc-wheel", "table", "table.dealer_bets", "no", True),
]


@pytest.mark.parametrize(("name", "slug", "path", "typed", "nearest"), BREACHES)
def test_a_breach_stands_at_its_field_and_the_nearest_value_mends_it(
    name: str, slug: str, path: str, typed: str, nearest: Any
) -> None:
    edition = load_edition(name)
    base = begun(edition)
    posted = shown_as_posted(slug, base)
    posted[path] = typed
    ruleset, errors = read(slug, posted, base)
    assert not errors
    findings = [finding for finding in check(load_ruleset(ruleset)).findings if finding.severity != "info"]
    groups = attach(rules_steps(edition)[slug].groups(edition, ruleset), findings, {})
    assert not unattached(groups, findings)
    at = {field.path: field.findings for group in groups for field in group.fields if field.findings}
    assert list(at) == [path]
    assert at[path][0].nearest == nearest
    posted[path] = ("yes" if nearest else "no") if isinstance(nearest, bool) else nearest
    mended, _ = read(slug, posted, base)
    assert check(load_ruleset(mended)).verdict == "ok"


def test_wagers_left_out_are_found_at_their_list() -> None:
    edition = load_edition("bc-war")
    posted = QueryDict("wagers=war&wagers=go_to_war")
    ruleset, _ = read("wagers", posted, {"edition": "bc-war"})
    assert ruleset["wagers"] == ["war", "go_to_war"]
    findings = check(load_ruleset(ruleset)).findings
    (group,) = attach(rules_steps(edition)["wagers"].groups(edition, ruleset), findings, {})
    assert [finding.clause for finding in group.findings] == ["7/4.1"]
    assert [label for _, label in group.fields[0].choices] == [
        "Casino War (7/4.1.1)",
        "Tie (7/4.1.2)",
        "Go to War (7/4.2.1)",
    ]


def test_each_payout_is_beside_the_documents_figure_and_clause() -> None:
    edition = load_edition("bc-red-dog")
    (group,) = rules_steps(edition)["payouts"].groups(edition, {"edition": "bc-red-dog"})
    shown = {field.label: (field.value, field.hint) for field in group.fields}
    assert len(shown) == 12
    assert shown["A spread of 1"] == ("5:1", "5 to 1 (6/5.1)")
    assert shown["Three of a kind"] == ("11:1", "11 to 1 (6/6.11)")


def test_payouts_go_back_to_the_rulebooks_by_one_button() -> None:
    step, edition = rules_steps(load_edition("bc-war"))["payouts"], load_edition("bc-war")
    stated = {"edition": "bc-war", "payouts": {"tie": "9:1"}, "decks": "6"}
    assert step.groups(edition, stated)[0].presets
    assert step.preset and step.preset(edition, "rulebook", stated) == {"edition": "bc-war", "decks": "6"}


def test_limits_say_which_wager_is_as_much_as_another() -> None:
    edition = load_edition("bc-war")
    (table,) = rules_steps(edition)["limits"].groups(edition, {})
    shown = {row.title: row for row in table.grid}
    assert list(shown) == ["Casino War", "Tie", "Go to War"]
    assert (shown["Go to War"].clause, shown["Casino War"].allowed) == ("7/4.2.1", "")
    assert (shown["Tie"].clause, shown["Tie"].allowed) == (
        "7/4.1.2.a",
        "Alone, without Casino War, it is at least that wager’s minimum.",
    )
    assert "as much as Casino War" in shown["Go to War"].allowed
    ruleset, errors = read(
        "limits", QueryDict("limits.war.max=500&limits.go_to_war.max=100"), {"edition": "bc-war"}
    )
    assert not errors
    findings = check(load_ruleset(ruleset)).findings
    groups = attach(rules_steps(edition)["limits"].groups(edition, ruleset), findings, {})
    at = {field.path: field.findings[0].nearest for g in groups for field in g.fields if field.findings}
    assert at == {"limits.go_to_war.max": "500"}


@pytest.mark.parametrize(
    ("slug", "path", "typed", "says"),
    [
        ("decks", "decks", "six", "Enter a number in figures"),
        ("payouts", "payouts.tie", "ten", "Enter the payout like 10:1"),
        ("limits", "limits.war.min", "five", "Enter an amount in figures"),
        ("table", "table.burn_cards", "three", "Enter a number in figures"),
    ],
)
def test_a_value_that_is_not_valid_is_told_at_its_field(slug: str, path: str, typed: str, says: str) -> None:
    posted = shown_as_posted(slug, {"edition": "bc-war"})
    posted[path] = typed
    _, errors = read(slug, posted, {"edition": "bc-war"})
    assert list(errors) == [path]
    assert errors[path].startswith(says)


# What it costs a player ----------------------------------------------------------------------------------


def test_decks_and_payouts_show_each_way_of_playing_beside_the_rulebook() -> None:
    costs = step_costs("decks", {"edition": "bc-red-dog", "decks": "4"})
    assert costs is not None
    # 7993/277173 with four decks, 17533/626665 with the baseline of six.
    assert [(row.bet, row.on, row.edge, row.rulebook) for row in costs.rows] == [
        ("Red Dog", "raised when a raise is worth it", "2.88%", "2.80%"),
        ("Red Dog", "never raised", "8.14%", "7.97%"),
    ]
    assert costs.example is not None
    war = step_costs("payouts", {"edition": "bc-war", "payouts": {"tie": "9:1"}})
    assert war is not None
    changed = [(row.bet, row.edge, row.rulebook) for row in war.rows if row.differs]
    assert changed == [("Tie", "26.05%", "18.65%")]
    assert war.summary == "Tie: the house keeps 26.05%, under the rulebook 18.65%."
    assert war.example is not None
    assert war.example.verdict == "differs"
    assert {row.on for row in war.rows} == {"to war after a tie", "surrendered after a tie", ""}


def test_a_wheel_has_no_figures_of_the_rulebook_to_compare_with() -> None:
    wheel = {"spaces": {"1": "3", "joker": "1"}, "payouts": {"1": "1:3", "joker": "2:1"}}
    costs = step_costs("wheel", {"edition": "bc-wheel", "wheel": wheel})
    assert costs is not None
    assert not costs.has_rulebook
    assert costs.summary == "On average the house keeps 0.00% to 25.00% of a bet."
    assert costs.story == "10 on 1 wins"
    assert costs.example_lines[-1].endswith("Space 1 wins on 1: 10 at 1 to 3 pays 3 and 1/3.")


def test_costs_are_not_worked_out_for_rules_that_cannot_be_read() -> None:
    assert step_costs("decks", {"edition": "bc-war", "decks": "many"}) is None


def test_limits_and_chips_do_not_spoil_the_story_of_a_step() -> None:
    wheel = {"spaces": {"1": "3"}, "payouts": {"1": "1:3"}}
    limits = {"space": {"min": "25"}}
    costs = step_costs("wheel", {"edition": "bc-wheel", "wheel": wheel, "limits": limits, "chip_unit": "25"})
    assert costs is not None
    assert not any("Refused" in line for line in costs.example_lines)
