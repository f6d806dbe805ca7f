"""Each step of the editor, for every edition: untouched forms change nothing, breaches find their field."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict

from craps import check, edition_ids, load_edition, load_ruleset
from portal.operator.craps_steps import STEPS
from portal.operator.step_kinds import RulesStep
from portal.operator.steps import attach, unattached
from tests.factories import House, draft
from tests.portal.doors import signed_in, text
from tests.portal.operator.versions import current_version

RULES_STEPS = {step.slug: step for step in STEPS if isinstance(step, RulesStep)}
SLUGS = list(RULES_STEPS)


def shown_as_posted(slug: str, edition_id: str, ruleset: dict[str, Any]) -> QueryDict:
    """The step's form for a rule set, as a browser would send it untouched."""
    posted = QueryDict(mutable=True)
    for group in RULES_STEPS[slug].groups(load_edition(edition_id), ruleset):
        for field in group.fields:
            if field.kind == "ticks":
                chosen = [value for value, _ in field.choices if value in field.value]
                posted.setlist(field.path, [*posted.getlist(field.path), *chosen])
            else:
                posted[field.path] = str(field.value)
    return posted


def read(slug: str, posted: QueryDict, ruleset: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    return RULES_STEPS[slug].read(load_edition(ruleset["edition"]), posted, ruleset)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("slug", SLUGS)
def test_an_untouched_form_changes_no_rule(slug: str, edition: str) -> None:
    before = {"edition": edition}
    after, errors = read(slug, shown_as_posted(slug, edition, before), before)
    assert not errors
    was, now = load_ruleset(before), load_ruleset(after)
    assert now.payouts == was.payouts
    assert now.offered == was.offered
    assert [now.vig(wager) for wager in ("buy", "lay")] == [was.vig(wager) for wager in ("buy", "lay")]
    assert [now.multiple(flat, 6) for flat in now.edition.odds] == [
        was.multiple(flat, 6) for flat in was.edition.odds
    ]
    assert check(now).verdict == "ok"


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("slug", SLUGS)
def test_reading_a_form_twice_says_the_same(slug: str, edition: str) -> None:
    once, _ = read(slug, shown_as_posted(slug, edition, {"edition": edition}), {"edition": edition})
    twice, _ = read(slug, shown_as_posted(slug, edition, once), once)
    assert load_ruleset(twice).digest == load_ruleset(once).digest


# A change in one field, and the field where its finding must stand ("" for on top of the step).
BREACHES = [
    ("md-craps", "odds", "odds.pass_line.multiples.4", "150", "odds.pass_line.multiples.4"),
    ("nz-1998", "odds", "odds.pass_line.excess", "no", "odds.pass_line.excess"),
    ("nz-revised", "game", "making.called_with_cash", "yes", "making.called_with_cash"),
    ("sg-mbs-v2", "game", "making.called_with_cash", "yes", "making.called_with_cash"),
    ("md-craps", "limits", "limits.table.max", "3", "limits.table.max"),
    ("md-craps", "vig", "vig.buy.rate", "6%", "vig.buy.rate"),
    ("nz-revised", "vig", "vig.lay.base", "wager", "vig.lay.base"),
    ("nz-revised", "vig", "vig.buy.refund_on_removal", "no", "vig.buy.refund_on_removal"),
    ("md-craps", "payouts", "payouts.field:12", "3:1", "payouts.field:12"),
    ("bc-craps", "payouts", "payouts.any_seven", "4 for 1", "payouts.any_seven"),
    ("bc-craps", "come-out", "come_out.hardway", "off", "come_out.hardway"),
    ("md-craps", "limits", "limits.fire.max", "10", "limits.fire.max"),
    ("md-mini", "table", "table.length_ft", "14", "table.length_ft"),
    ("nz-revised", "table", "table.shape", "other", "table.shape"),
    ("md-craps", "table", "table.rounded_corners", "no", "table.rounded_corners"),
    ("nz-1998", "table", "table.dice_casino_name", "no", "table.dice_casino_name"),
    ("nz-1998", "table", "table.discs", "1", "table.discs"),
    ("bc-midi", "table", "table.counts_as_tables", "1", "table.counts_as_tables"),
    ("md-craps", "table", "table.limits_posted", "no", "table.limits_posted"),
    ("md-craps", "table", "table.stickperson", "no", "table.stickperson"),
    ("bc-craps", "table", "table.off_for_removal", "yes", "table.off_for_removal"),
    ("sg-mbs-v2", "table", "table.dice", "2", "table.dice"),
    ("bc-craps", "layout", "layout.fire.positions", "17", "layout.fire.positions"),
    ("bc-craps", "layout", "layout.fire.schedule_place", "elsewhere", "layout.fire.schedule_place"),
    ("bc-craps", "layout", "layout.sharpshooter.place", "players", "layout.sharpshooter.place"),
    ("md-craps", "layout", "layout.fire.relocation_numbered", "no", "layout.fire.relocation_numbered"),
    ("md-craps", "layout", "layout.bonus.markers_distinct", "no", "layout.bonus.markers_distinct"),
]


@pytest.mark.parametrize(("edition", "slug", "path", "typed", "beside"), BREACHES)
def test_a_breach_stands_at_its_field_and_the_nearest_value_mends_it(
    edition: str, slug: str, path: str, typed: str, beside: str
) -> None:
    base = {"edition": edition}
    posted = shown_as_posted(slug, edition, base)
    posted[path] = typed
    ruleset, errors = read(slug, posted, base)
    assert not errors
    findings = [finding for finding in check(load_ruleset(ruleset)).findings if finding.severity != "info"]
    groups = attach(RULES_STEPS[slug].groups(load_edition(edition), ruleset), findings, {})
    at = {field.path: field.findings for group in groups for field in group.fields if field.findings}
    assert list(at) == [beside]
    nearest = at[beside][0].nearest
    posted[path] = ("yes" if nearest else "no") if isinstance(nearest, bool) else str(nearest)
    mended, _ = read(slug, posted, base)
    assert check(load_ruleset(mended)).verdict == "ok"


def hints(edition: str, ruleset: dict[str, Any] | None = None) -> dict[str, str]:
    """What the table step says above each of its fields."""
    shown = RULES_STEPS["table"].groups(load_edition(edition), {"edition": edition} | (ruleset or {}))
    return {field.path: field.hint for group in shown for field in group.fields if field.kind != "ticks"}


def test_the_table_is_asked_only_what_the_edition_speaks_of_and_with_its_clause() -> None:
    nz, sg, midi, mini = (hints(e) for e in ("nz-1998", "sg-mbs-v2", "bc-midi", "md-mini"))
    assert nz["table.shape"] == "oblong (3.1)"
    assert nz["table.high_walls"].endswith("(3.1)")
    assert nz["table.dice_casino_name"] == "Each die shows the casino’s name (3.3)"
    assert nz["table.discs"] == "2 (3.4(d))"
    assert midi["table.counts_as_tables"] == "2 tables (4/1.7)"
    assert midi["table.off_for_removal"].endswith("(4/4.7.4.c)")
    assert mini["table.limits_posted"].endswith("(3/C)")
    assert mini["table.stickperson"].startswith("A stickperson is optional")
    assert hints("md-craps")["table.stickperson"] == "A stickperson controls the dice (7/A(1))"
    assert sg == {"table.length_ft": "", "table.players": "", "table.dice": "at least 3 (3.8)"}
    assert "table.shape" not in midi
    assert hints("sg-mbs-v2", {"table": {"shape": "round"}})["table.shape"] == ""


def test_a_shape_in_words_of_old_stays_until_another_is_chosen() -> None:
    stored = {"edition": "md-craps", "table": {"shape": "Oblong, rounded corners, high walls"}}
    posted = shown_as_posted("table", "md-craps", stored)
    assert read("table", posted, stored)[0]["table"] == stored["table"]
    posted["table.shape"] = "oblong"
    assert read("table", posted, stored)[0]["table"]["shape"] == "oblong"


@pytest.mark.parametrize(
    ("slug", "path", "stated"),
    [
        ("odds", "odds.pass_line.multiples.4", {"odds": {"pass_line": {"multiples": {"4": "3"}}}}),
        ("vig", "vig.buy.rate", {"vig": {"buy": {"rate": "3/100"}}}),
        ("payouts", "payouts.any_seven", {"payouts": {"any_seven": "5:1"}}),
    ],
)
def test_an_emptied_figure_is_the_rulebooks_again(slug: str, path: str, stated: dict[str, Any]) -> None:
    changed = {"edition": "md-craps"} | stated
    posted = shown_as_posted(slug, "md-craps", changed)
    posted[path] = " "
    ruleset, errors = read(slug, posted, changed)
    assert not errors
    rulebook = shown_as_posted(slug, "md-craps", {"edition": "md-craps"})
    assert shown_as_posted(slug, "md-craps", ruleset) == rulebook


def test_a_wager_left_out_is_found_on_top_of_its_step() -> None:
    base = {"edition": "md-craps"}
    posted = shown_as_posted("wagers", "md-craps", base)
    posted.setlist("wagers", [wager for wager in posted.getlist("wagers") if wager != "come"])
    ruleset, _ = read("wagers", posted, base)
    findings = check(load_ruleset(ruleset)).findings
    groups = RULES_STEPS["wagers"].groups(load_edition("md-craps"), ruleset)
    assert [finding.clause for finding in unattached(groups, findings) if finding.severity == "breach"] == [
        "3/A(3)"
    ]


def test_single_numbers_are_stated_where_some_are_unticked() -> None:
    base: dict[str, Any] = {
        "edition": "md-craps",
        "wagers": list(load_edition("md-craps").baseline_wagers),
    }
    posted = shown_as_posted("wagers", "md-craps", base)
    assert posted.getlist("numbers.hardway") == ["4", "6", "8", "10"]
    posted.setlist("numbers.buy", ["10", "4"])
    posted.setlist("numbers.hop", ["2-5"])
    ruleset, errors = read("wagers", posted, base)
    assert (ruleset, errors) == (base | {"numbers": {"buy": ["4", "10"], "hop": ["2-5"]}}, {})
    assert shown_as_posted("wagers", "md-craps", ruleset).getlist("numbers.buy") == ["4", "10"]
    posted.setlist("numbers.buy", ["4", "5", "6", "8", "9", "10"])
    assert read("wagers", posted, ruleset)[0]["numbers"] == {"hop": ["2-5"]}


def test_a_wager_on_no_number_is_asked_about_and_one_not_offered_has_none() -> None:
    base: dict[str, Any] = {"edition": "md-craps", "numbers": {"buy": ["4"]}}
    posted = shown_as_posted("wagers", "md-craps", base)
    posted.setlist("numbers.buy", [])
    _, errors = read("wagers", posted, base)
    assert errors == {"numbers.buy": "Tick at least one, or stop offering the Buy Bet."}
    posted.setlist("wagers", [wager for wager in posted.getlist("wagers") if wager != "buy"])
    ruleset, errors = read("wagers", posted, base)
    assert (ruleset.get("numbers"), errors) == (None, {})
    shown = RULES_STEPS["wagers"].groups(load_edition("md-craps"), ruleset)
    assert "numbers.buy" not in {group.path for group in shown}


def test_a_number_left_out_is_judged_at_its_list() -> None:
    ruleset = {"edition": "nz-1998", "numbers": {"hardway": ["6", "8"]}}
    found = check(load_ruleset(ruleset)).findings
    groups = attach(RULES_STEPS["wagers"].groups(load_edition("nz-1998"), ruleset), found, {})
    [hardway] = [group for group in groups if group.path == "numbers.hardway"]
    assert [f.path for f in (*hardway.findings, *hardway.fields[0].findings)] == ["numbers.hardway"]


def test_all_and_none_of_a_group_of_wagers() -> None:
    preset, edition = RULES_STEPS["wagers"].preset, load_edition("md-craps")
    assert preset is not None
    without = preset(edition, "none:side", {"edition": "md-craps"})
    assert "fire" not in without["wagers"]
    assert "pass_line" in without["wagers"]
    assert "fire" in preset(edition, "all:side", without)["wagers"]


@pytest.mark.parametrize(
    ("slug", "path", "typed", "said"),
    [
        ("vig", "vig.buy.rate", "five", "Enter the rate as a percentage"),
        ("payouts", "payouts.any_seven", "lots", "Enter the payout like 4:1"),
        ("limits", "limits.fire.min", "a dollar", "Enter an amount in figures, such as 25, 2.50 or 1,500."),
        ("limits", "limits.fire.min", "3,5", "Enter an amount in figures, such as 25, 2.50 or 1,500."),
        ("limits", "limits.fire.min", "1,00", "Enter an amount in figures, such as 25, 2.50 or 1,500."),
        ("limits", "limits.fire.min", "1.500,00", "Enter an amount in figures, such as 25, 2.50 or 1,500."),
        ("limits", "limits.fire.max", "-5", ", maximum should be 0 or more, not -5."),
        ("game", "operator", "x" * 201, "Operator’s name is longer than 200 characters."),
        ("table", "table.dice", "some", "Enter a number in figures, such as 12."),
        ("game", "chip_unit", "-5", "above 0"),
    ],
)
def test_invalid_values_are_reported_at_their_field(
    house: House, slug: str, path: str, typed: str, said: str
) -> None:
    made = draft(house)
    if slug == "limits":
        path = path.replace("fire", "field")
    posted = shown_as_posted(slug, "nz-revised", current_version(made).ruleset)
    posted[path] = typed
    posted["expected_version"] = "2"
    where = f"/operator/submissions/{made.reference}/draft/{slug}/"
    client = signed_in(house.submitter)
    for address in (where, f"{where}check/"):
        answer = client.post(address, posted.dict() | {"wagers": posted.getlist("wagers")})
        assert said in text(answer), text(answer)
    assert current_version(made).number == 2


def test_commas_between_thousands_are_understood() -> None:
    posted = shown_as_posted("limits", "nz-revised", {"edition": "nz-revised"})
    posted["limits.field.max"] = "1,500"
    posted["limits.come.max"] = "1,250,000.50"
    rules, errors = RULES_STEPS["limits"].read(load_edition("nz-revised"), posted, {"edition": "nz-revised"})
    assert not errors
    assert rules["limits"] == {"field": {"max": "1500"}, "come": {"max": "1250000.50"}}


@pytest.mark.parametrize("slug", SLUGS)
def test_ids_on_a_step_are_unique_and_labels_find_their_control(house: House, slug: str) -> None:
    made = draft(house)
    page = signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/draft/{slug}/")
    assert page.status_code == 200
    ids, labels = _ids(page.content.decode())
    assert len(ids) == len(set(ids))
    assert labels <= set(ids)


def _ids(page: str) -> tuple[list[str], set[str]]:
    ids: list[str] = []
    labels: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            given = dict(attrs)
            if given.get("id"):
                ids.append(str(given["id"]))
            if tag == "label":
                labels.add(str(given.get("for")))

    Reader().feed(page)
    return ids, labels
