"""The same fact rests on the same clauses in a finding, the form, the certificate and the rulebook."""

import pytest

from craps import check, load_edition, load_ruleset
from portal.operator.steps import rules_steps
from portal.public.rulebook_figures import subjects
from portal.submissions.wording import describe_choices, differences
from tests.craps.checks.broken import broken
from tests.craps.checks.stated import whole
from tests.craps.checks.test_every_rule import EVERY
from tests.craps.play import EDITIONS

FACTS = ("limits.", "vig.", "payouts.", "numbers.", "come_out.")
ANOTHER_FACT = ("vig.procedure", "vig.two_ways")  # about both bets together


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_choice_cites_the_clause_that_a_finding_on_it_cites(edition_id: str) -> None:
    wrong = []
    for rule in (rule for of, rule in EVERY if of == edition_id and rule.startswith(FACTS)):
        ruleset = load_ruleset({"edition": edition_id, **broken(edition_id, rule)})
        rows = {row["path"]: row["clause"] for row in describe_choices(ruleset)}
        for finding in check(ruleset).findings:
            if finding.rule.partition(".")[2] != rule or rule in ANOTHER_FACT:
                continue
            near = [path for path in rows if finding.path == path or finding.path.startswith(f"{path}.")]
            said = rows[max(near, key=len)] if near else None
            if said and finding.clause not in said.split(", "):
                wrong.append((rule, finding.path, finding.clause, said))
    assert wrong == []


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_form_certificate_and_rulebook_cite_limits_and_vigorish_alike(edition_id: str) -> None:
    edition = load_edition(edition_id)
    ruleset = load_ruleset({"edition": edition_id, **whole(edition_id)})
    chosen = {row["path"]: row["clause"] for row in describe_choices(ruleset)}
    groups = [
        group for step in rules_steps(edition).values() for group in step.groups(edition, ruleset.to_json())
    ]
    form = {group.path: group.clause for group in groups if group.clause}
    form |= {row.path: row.clause for group in groups for row in group.grid if row.clause}
    printed = {
        f"{section}.{row.key}": row.clause
        for subject in subjects(edition)
        if (section := {"limits": "limits", "vigorish": "vig"}.get(subject.slug))
        for row in subject.rows
    }
    paths = [path for path in chosen if path.startswith(("limits.", "vig.")) and path in form]
    assert paths
    assert {path: form[path] for path in paths} == {path: chosen[path] for path in paths}
    assert printed.items() >= {(path, chosen[path]) for path in paths if path in printed}


def test_the_limits_of_the_fire_bet_cite_the_clause_that_sets_them() -> None:
    ruleset = load_ruleset({"edition": "md-craps", "limits": {"fire": {"min": "1", "max": "5"}}})
    [row] = [row for row in describe_choices(ruleset) if row["path"] == "limits.fire"]
    assert row["clause"] == "11/B(1)(a), 11/B(1)(b), 11/B(1)(c)"


def test_choices_leave_out_what_is_stated_for_a_wager_that_is_not_offered() -> None:
    wagers = [wager for wager in load_edition("md-craps").baseline_wagers if wager != "field"]
    stated = {"payouts": {"field:12": "3:1"}, "limits": {"field": {"max": "50"}}}
    with_it, without = (
        load_ruleset({"edition": "md-craps", **stated} | offered) for offered in ({}, {"wagers": wagers})
    )
    paths = {row["path"] for row in describe_choices(with_it)}
    assert {"payouts.field:12", "limits.field"} <= paths
    assert not {"payouts.field:12", "limits.field"} & {row["path"] for row in describe_choices(without)}
    gone = {row["path"]: row["now"] for row in differences(with_it, without)}
    assert gone["limits.field"] == gone["payouts.field:12"] == ""


def test_the_form_asks_for_no_payout_of_a_wager_that_is_not_offered() -> None:
    edition = load_edition("md-craps")
    step = rules_steps(edition)["payouts"]

    def asked(wagers: list[str]) -> set[str]:
        groups = step.groups(edition, {"edition": "md-craps", "wagers": wagers})
        return {field.path for group in groups for field in group.fields}

    every = list(edition.baseline_wagers)
    assert {"payouts.field:12", "paytables.fire", "payouts.craps_2"} <= asked(every)
    few = asked(["pass_line", "dont_pass", "horn"])
    assert not {"payouts.field:12", "paytables.fire", "payouts.any_seven"} & few
    assert "payouts.craps_2" in few  # a part of the Horn Bet
