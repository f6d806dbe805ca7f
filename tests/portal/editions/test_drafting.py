"""Drafting an edition, changing it value by value, publishing it from a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from craps import BadInput, all_edition_ids, check, edges, load_edition, load_ruleset
from portal.accounts.models import Role, User
from portal.audit.models import AuditEntry
from portal.editions import draft_store, drafting, publishing, starting, withdrawing
from portal.editions.models import Edition, EditionState
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import (
    core_edition,
    core_edition_for,
    core_editions,
    edition_visible_to,
    editions_for,
    editions_visible_to,
    published,
    successor,
)
from portal.editions.services import load_built_in_editions
from portal.editions.tasks import keep_dates
from portal.errors import BadValue, Conflict, NotFound, NotPermitted, NotPossible
from tests.factories import create_property, create_regulator, create_user
from tests.portal.editions.drafts import (
    a_draft,
    an_administrator,
    called_back,
    change,
    in_days,
    lower_odds,
    publish,
    published_draft,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def loaded(db: None) -> None:
    load_built_in_editions()


def actions(row: Edition) -> list[str]:
    return list(AuditEntry.objects.filter(object_id=row.pk).order_by("pk").values_list("action", flat=True))


def by(row: Edition) -> User:
    assert row.drafted_by is not None
    return row.drafted_by


def test_a_draft_says_what_its_parent_says_under_its_own_name() -> None:
    row = a_draft("md-craps", "md-craps-2030")
    parent = load_edition("md-craps")
    core = core_edition_for(row)
    assert (core.id, core.supersedes, row.state) == ("md-craps-2030", "md-craps", EditionState.DRAFT)
    assert draft_store.changes(row) == []
    assert (core.wagers, core.odds, core.layout) == (parent.wagers, parent.odds, parent.layout)
    assert actions(row) == ["edition.draft"]


@pytest.mark.parametrize(
    "bad", ["craps-2030", "md_craps", "MD-craps", "md-", "md--x", "nz-craps-2030", "x" * 41]
)
def test_an_id_that_does_not_fit_is_refused_with_one_that_does(bad: str) -> None:
    with pytest.raises(BadValue, match=r"md-craps-20|40 characters") as refused:
        a_draft("md-craps", bad)
    assert refused.value.field == "edition_id"


def test_an_id_is_used_once() -> None:
    first = a_draft("md-craps")
    with pytest.raises(BadValue, match="already"):
        a_draft("md-craps", first.pk)
    assert starting.suggested_id(Edition.objects.get(pk="md-craps")) != first.pk


def test_a_value_is_changed_with_its_clause_and_recorded() -> None:
    row = change(a_draft("md-craps"), "odds.pass_line.most.all", "20", "6/E")
    [found] = draft_store.changes(row)
    assert (found.was.json, found.now.json) == ([100, "6/E"], ["20", "6/E"])  # type: ignore[union-attr]
    entry = AuditEntry.objects.get(object_id=row.pk, action="edition.change")
    assert entry.before == {"odds.pass_line.most.all": "as in the parent edition"}
    assert entry.after == {"odds.pass_line.most.all": "20× (6/E)"}
    assert entry.actor == row.drafted_by and entry.jurisdiction == "md"


def test_setting_it_back_by_hand_is_no_change() -> None:
    row = change(a_draft("md-craps"), "odds.pass_line.most.all", "20", "6/E")
    row = change(row, "odds.pass_line.most.all", "100", "6/E")
    assert draft_store.changes(row) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("odds.pass_line.most.all", "20"),
        ("odds.pass_line.basis", "winnings"),
        ("odds.pass_line.below", "refer"),
        ("vig.buy.rate", ["exactly", "1/25"]),
        ("vig.buy.collect", ["placement"]),
        ("wagers.place.pays.6", "6:5"),
        ("wagers.fire.raise", True),
        ("wagers.world.name", "World Bet"),
        ("wagers.field.clause", None),
        ("layout.bonus.marker_spots", [2, 3, 4]),
        ("table.dice", "6"),
    ],
)
def test_every_kind_of_value_can_be_changed_and_undone(path: str, value: object) -> None:
    row = a_draft("md-craps")
    digest = row.digest
    row = change(row, path, value, "9/Z")
    assert [found.path for found in draft_store.changes(row)] == [path]
    row = drafting.undo(actor=by(row), edition_id=row.pk, path=path)
    assert (draft_store.changes(row), row.digest) == ([], digest)
    assert actions(row) == ["edition.draft", "edition.change", "edition.undo"]


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("odds.pass_line.most.all", "ten", "ten"),
        ("odds.pass_line.most.all", "-1", "-1"),
        ("wagers.place.pays.6", "6 to 5", "7:6"),
        ("vig.buy.rate", ["at most", "5%"], "5%"),
        ("table.dice", "2.5", "whole number"),
        ("odds.come.basis", "nothing", "wager, winnings"),
    ],
)
def test_a_value_that_cannot_be_read_is_refused_and_nothing_stored(
    path: str, value: object, says: str
) -> None:
    row = a_draft("md-craps")
    with pytest.raises(BadValue, match=says) as refused:
        change(row, path, value, "6/E")
    assert refused.value.field == "value"
    row.refresh_from_db()
    assert draft_store.changes(row) == []


def test_a_value_needs_its_clause() -> None:
    with pytest.raises(BadValue, match="Enter the clause") as refused:
        change(a_draft("md-craps"), "odds.pass_line.most.all", "20", " ")
    assert refused.value.field == "clause"


def test_what_someone_else_changed_meanwhile_is_not_overwritten() -> None:
    row = change(a_draft("md-craps"), "table.dice", "6", "7/A")
    with pytest.raises(Conflict, match="It is now 6"):
        drafting.change_value(
            actor=by(row), edition_id=row.pk, path="table.dice", value="8", clause="7/A", seen=[5, "7/A"]
        )


def test_a_part_is_rewritten_as_json() -> None:
    row = a_draft("md-craps")
    text = '{"state": ["on", "3/A(41)(a)"], "call": [["off"], "3/A(41)(a)"]}'
    row = drafting.rewrite_part(actor=by(row), edition_id=row.pk, path="come_out.buy", text=text)
    assert [found.path for found in draft_store.changes(row)] == [
        "come_out.buy.state",
        "come_out.buy.call",
    ]


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("come_out.hardway", "{", "Not JSON"),
        ("come_out.hardway", '{"state": ["on"]}', r"come_out\.hardway"),
        ("come_out.hardway", '{"stat": ["on", "x"], "call": [[], "x"]}', "stat"),
        ("come_out.hardway", "", r"come_out\.hardway: is missing, while hardway is listed"),
        ("vig.buyy", "{}", "buy"),
        ("title", '"x"', "not a section"),
        ("odds", "[1.5]", "should be an object"),
    ],
)
def test_a_part_that_cannot_be_read_says_where(path: str, text: str, says: str) -> None:
    row = a_draft("md-craps")
    with pytest.raises(BadValue, match=says) as refused:
        drafting.rewrite_part(actor=by(row), edition_id=row.pk, path=path, text=text)
    assert refused.value.field == "text"


def test_a_wager_is_dropped_and_brought_back() -> None:
    row = a_draft("md-craps")
    row = drafting.rewrite_part(actor=by(row), edition_id=row.pk, path="wagers.hop", text="")
    assert "hop" not in core_edition_for(row).wagers
    report = check(load_ruleset({"edition": row.pk, "wagers": ["pass_line", "hop"]}, core_edition_for(row)))
    assert report.verdict == "breach"
    for found in draft_store.changes(row):
        assert found.now is None


# Publishing ----------------------------------------------------------------------------------------------


def test_published_from_a_later_day_it_is_public_and_not_yet_chosen() -> None:
    prop = create_property(jurisdiction="md")
    row = publish(lower_odds(a_draft("md-craps")), days=30)
    assert row.state == EditionState.SCHEDULED
    assert published().filter(pk=row.pk).exists()
    assert {each.pk for each in editions_for(prop)} == {"md-craps", "md-mini"}
    assert core_edition(row.pk).in_force_from == in_days("md", 30)
    assert actions(row)[-1] == "edition.publish"


def test_on_its_day_it_takes_the_place_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    prop = create_property(jurisdiction="md")
    row = publish(lower_odds(a_draft("md-craps")), days=2)
    keep_dates()
    row.refresh_from_db()
    assert row.state == EditionState.SCHEDULED
    day = in_days("md", 2)
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    keep_dates()
    keep_dates()
    row.refresh_from_db()
    assert row.state == EditionState.IN_FORCE
    assert {each.pk for each in editions_for(prop)} == {row.pk, "md-mini"}
    assert successor("md-craps") == row and successor(row.pk) is None
    assert actions(row).count("edition.in_force") == 1


def test_published_from_today_it_is_in_force_at_once() -> None:
    row = publish(lower_odds(a_draft("md-craps")), days=0)
    assert row.state == EditionState.IN_FORCE
    report = check(parse_ruleset({"edition": row.pk, "odds": {"come": {"multiples": 50}}}))
    assert [(f.clause, f.nearest) for f in report.findings if f.severity == "breach"] == [("6/E", "10")]
    assert edges(parse_ruleset({"edition": row.pk}))


def test_a_draft_is_found_by_no_id() -> None:
    row = lower_odds(a_draft("md-craps"))
    with pytest.raises(BadInput, match="not a known edition"):
        parse_ruleset({"edition": row.pk})
    with pytest.raises(NotFound):
        core_edition(row.pk)
    assert row.pk not in {each.id for each in core_editions()}


def test_an_unpublished_edition_is_changed_and_published_again_without_a_trace_of_the_old_one() -> None:
    row = publish(lower_odds(a_draft("md-craps"), 10), days=30)
    assert core_edition(row.pk).odds["come"].most[4].value == 10
    row = called_back(row)
    with pytest.raises(NotFound):
        core_edition(row.pk)
    row = publish(lower_odds(row, 15), days=30)
    assert core_edition(row.pk).odds["come"].most[4].value == 15
    assert parse_ruleset({"edition": row.pk}).edition.odds["come"].most[4].value == 15


def test_it_binds_to_what_was_looked_at() -> None:
    row = lower_odds(a_draft("md-craps"))
    seen = row.contents_digest
    row = change(row, "table.dice", "6", "7/A")
    with pytest.raises(Conflict, match="nothing was proposed"):
        publishing.propose(actor=by(row), edition_id=row.pk, digest=seen, on=in_days("md", 3))
    row.refresh_from_db()
    assert row.is_draft


def test_nothing_to_change_nothing_to_publish() -> None:
    with pytest.raises(NotPossible) as refused:
        publish(a_draft("md-craps"))
    assert "Change at least one value" in refused.value.problems[0]["message"]


def test_one_that_speaks_against_itself_is_not_published() -> None:
    row = change(a_draft("md-craps"), "odds.come.least.all", "2", "6/C")
    with pytest.raises(NotPossible) as refused:
        publish(row)
    assert "odds.come.baseline" in refused.value.problems[0]["message"]


def test_rules_do_not_begin_in_the_past() -> None:
    row = lower_odds(a_draft("md-craps"))
    with pytest.raises(BadValue, match="later day") as refused:
        publish(row, days=-1)
    assert refused.value.field == "on"


def test_one_parent_one_follower() -> None:
    first, second = lower_odds(a_draft("md-craps")), lower_odds(a_draft("md-craps"), 5)
    publish(first)
    with pytest.raises(NotPossible) as refused:
        publish(second)
    assert first.title in refused.value.problems[0]["message"]


def test_the_next_one_is_drafted_from_the_last() -> None:
    first = publish(lower_odds(a_draft("md-craps")), days=10)
    second = lower_odds(a_draft(first.pk), 5)
    with pytest.raises(NotPossible, match="cannot be proposed"):
        publish(second, days=5)
    second = publish(second, days=20)
    ids = [each.id for each in core_editions()]
    assert ids[ids.index("md-craps") : ids.index("md-mini")] == ["md-craps", first.pk, second.pk]


# Who, and what may never change --------------------------------------------------------------------------


def test_only_an_administrator_of_the_jurisdiction_drafts() -> None:
    row = a_draft("md-craps")
    regulator = by(row).organisation
    officer = create_user(organisation=regulator, roles=[Role.REGULATOR_OFFICER])
    stranger = an_administrator("nz")
    assert edition_visible_to(officer, row.pk) == row
    with pytest.raises(NotPermitted):
        change(row, "table.dice", "6", "7/A", actor=officer)
    for act in (
        lambda: change(row, "table.dice", "6", "7/A", actor=stranger),
        lambda: publishing.propose(actor=stranger, edition_id=row.pk, digest="", on=in_days("md", 1)),
        lambda: publishing.publish(actor=stranger, edition_id=row.pk, digest=""),
        lambda: drafting.delete(actor=stranger, edition_id=row.pk),
        lambda: a_draft("md-craps", "md-craps-2040", actor=stranger),
        lambda: edition_visible_to(stranger, row.pk),
    ):
        with pytest.raises(NotFound):
            act()
    assert row not in editions_visible_to(stranger)
    operator = create_user(organisation=create_property().organisation, roles=[Role.OPERATOR_SUBMITTER])
    assert not editions_visible_to(operator).exists()


@pytest.mark.parametrize("edition_id", ["md-craps", "md-mini"])
def test_a_built_in_edition_is_not_edited_by_code(edition_id: str) -> None:
    row = Edition.objects.get(pk=edition_id)
    admin = an_administrator("md")
    for act in (
        lambda: change(row, "table.dice", "6", "7/A", actor=admin),
        lambda: drafting.undo(actor=admin, edition_id=row.pk, path="table.dice"),
        lambda: drafting.rewrite_part(actor=admin, edition_id=row.pk, path="vig", text="{}"),
        lambda: drafting.change_head(actor=admin, edition_id=row.pk, title="x", in_force_from=None),
        lambda: publishing.propose(actor=admin, edition_id=row.pk, digest="", on=date(2040, 1, 1)),
        lambda: publishing.publish(actor=admin, edition_id=row.pk, digest=""),
        lambda: withdrawing.ask_withdrawal(actor=admin, edition_id=row.pk, reason="It is old."),
        lambda: drafting.delete(actor=admin, edition_id=row.pk),
    ):
        with pytest.raises(NotPossible):
            act()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE editions_edition SET title = 'x' WHERE id = 'md-craps'",
        "UPDATE editions_edition SET document = '{}' WHERE id = 'md-craps'",
        "UPDATE editions_edition SET built_in = %(no)s WHERE id = 'md-craps'",
        "DELETE FROM editions_edition WHERE id = 'md-mini'",
        "UPDATE editions_edition SET digest = 'x' WHERE id = '{published}'",
        "UPDATE editions_edition SET document = '{}' WHERE id = '{published}'",
        "UPDATE editions_edition SET in_force_from = '2050-01-01' WHERE id = '{published}'",
        "UPDATE editions_edition SET state = 'draft' WHERE id = '{in_force}'",
        "DELETE FROM editions_edition WHERE id = '{published}'",
    ],
)
def test_the_database_refuses_too(statement: str) -> None:
    later, now = published_draft("md-mini", days=9), published_draft("md-craps", days=0)
    sql = statement.replace("{published}", later.pk).replace("{in_force}", now.pk)
    sql = sql.replace("%(no)s", "false" if connection.vendor == "postgresql" else "0")
    with (
        pytest.raises(IntegrityError, match="not changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)


def test_a_draft_can_be_deleted_and_its_trail_stays() -> None:
    row = lower_odds(a_draft("md-craps"))
    drafting.delete(actor=by(row), edition_id=row.pk)
    assert not Edition.objects.filter(pk=row.pk).exists()
    last = AuditEntry.objects.filter(object_id=row.pk).latest("pk")
    assert last.action == "edition.delete" and len((last.before or {})["changes"]) == 4
    with pytest.raises(NotPossible, match="cannot be edited"):
        published_row = published_draft("md-mini")
        drafting.delete(actor=by(published_row), edition_id=published_row.pk)


def test_a_draft_needs_a_published_parent() -> None:
    row = a_draft("md-craps")
    with pytest.raises(NotPossible, match="is a draft"):
        a_draft(row.pk, "md-craps-2050", actor=by(row))


def test_loading_the_built_in_ones_again_leaves_drafts_alone() -> None:
    row = lower_odds(a_draft("md-craps"))
    assert load_built_in_editions()["same"] == len(all_edition_ids())
    row.refresh_from_db()
    assert len(draft_store.changes(row)) == 4


def test_a_regulator_of_two_jurisdictions_sees_both() -> None:
    both = create_user(
        organisation=create_regulator(jurisdictions=["md", "nz"]), roles=[Role.REGULATOR_ADMIN]
    )
    assert {row.jurisdiction for row in editions_visible_to(both)} == {"md", "nz"}
    assert in_days("md", 1) - in_days("md", 0) == timedelta(days=1)


def test_a_drafted_edition_costs_one_query_and_is_read_once(django_assert_num_queries: Any) -> None:
    row = published_draft("md-craps", days=0)
    parse_ruleset({"edition": row.pk})
    with django_assert_num_queries(1):
        parse_ruleset({"edition": row.pk})
    with django_assert_num_queries(0):
        parse_ruleset({"edition": "md-craps"})
