"""Each step of the editor, for every edition: untouched forms change nothing, breaches find their field."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict

from craps import check, edition_ids, load_edition, load_ruleset
from portal.operator.steps import RULES_STEPS, attach, unattached
from tests.factories import House, draft
from tests.portal.doors import signed_in, text
from tests.portal.operator.versions import current_version

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
    ("md-craps", "vig", "vig.buy.rate", "6%", "vig.buy.rate"),
    ("nz-revised", "vig", "vig.lay.base", "wager", "vig.lay.base"),
    ("nz-revised", "vig", "vig.buy.refund_on_removal", "no", "vig.buy.refund_on_removal"),
    ("md-craps", "payouts", "payouts.field:12", "3:1", "payouts.field:12"),
    ("bc-craps", "payouts", "payouts.any_seven", "4 for 1", "payouts.any_seven"),
    ("bc-craps", "come-out", "come_out.hardway", "off", "come_out.hardway"),
    ("md-craps", "limits", "limits.fire.max", "10", "limits.fire.max"),
    ("md-mini", "table", "table.length_ft", "14", "table.length_ft"),
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
        ("limits", "limits.fire.min", "a dollar", "Enter an amount in figures, such as 25 or 2.50."),
        ("limits", "limits.fire.max", "-5", ", maximum should be 0 or more, not -5."),
        ("game", "operator", "x" * 201, "Operator’s name is longer than 200 characters."),
        ("table", "table.dice", "some", "Enter a number in figures, such as 12."),
        ("game", "chip_unit", "-5", "above 0"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(
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
