"""A draft opened for comment: what the public sees stays as it was, until the regulator says otherwise."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.append_only import AppendOnlyError
from portal.audit.models import AuditEntry
from portal.consultations import selectors, services, tasks
from portal.consultations.facts import facts_of
from portal.consultations.models import AffectedCount, Consultation, Step
from portal.demo.clock import freeze_time
from portal.editions import drafting, publishing
from portal.editions.models import Edition
from portal.errors import BadValue, Conflict, DomainError, NotFound, NotPermitted, NotPossible
from portal.notices.models import Delivery, Notice
from portal.notices.webhooks import services as webhooks
from tests.consulting import (
    MORE,
    changed_draft,
    closed,
    concluded,
    confirmed,
    opened,
    published,
)
from tests.factories import House, approved, make_house
from tests.portal.editions.drafts import a_draft, change

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def in_days(house: House, days: int) -> Any:
    return jurisdiction(house.edition.jurisdiction).today() + timedelta(days=days)


def draft_of(row: Consultation) -> Edition:
    assert row.edition_id
    return Edition.objects.get(pk=row.edition_id)


def test_a_snapshot_says_what_changes_in_words_and_in_money(house: House) -> None:
    facts = opened(house).snapshot.facts
    [value] = facts["values"]
    assert (value["was"], value["now"], value["clause"]) == ("2 to 1", "3 to 1", "4.14")
    [clause] = [text for text in facts["texts"] if text["id"] == "4.14"]
    assert clause["was"] != clause["now"]
    assert "Hardways: 7:1; not offered; 9:1" in clause["was"] and "|" not in clause["was"]
    [edge] = facts["edges"]
    assert (edge["bet"], edge["was"], edge["now"]) == ("Field", "1/18", "0")
    assert facts["examples"]
    assert all(example["was"] != example["now"] for example in facts["examples"])


def test_every_paytable_is_part_of_the_money(db: None) -> None:
    make_house("md", "md-craps")
    draft = change(a_draft("md-craps"), "paytables.fire.B.fire.6", "999:1", "5/F(2)(c)")
    edges = {edge["bet"]: edge for edge in facts_of(draft)["edges"]}
    assert len(edges) == 1
    [edge] = edges.values()
    assert edge["bet"].endswith("table B") and edge["was"] != edge["now"]


def test_bets_that_are_new_or_no_longer_offered_are_part_of_the_money(house: House, client: Any) -> None:
    draft = changed_draft(house)
    draft = drafting.rewrite_part(
        actor=house.regulator_admin, edition_id=draft.pk, path="wagers.any_seven", text=""
    )
    row = opened(house, draft)
    gone = {edge["bet"]: edge for edge in row.snapshot.facts["edges"]}["Any seven"]
    assert (gone["was"], gone["now"]) == ("1/6", "")
    page = client.get(f"/consultations/{row.slug}/").content.decode()
    assert "no longer offered" in page
    assert client.get(f"/api/v1/consultations/{row.slug}").status_code == 200


def test_what_the_public_sees_stays_while_the_draft_goes_on(house: House) -> None:
    row = opened(house)
    before = row.snapshot
    change(draft_of(row), *MORE, actor=house.regulator_admin)
    after = selectors.consultation(row.slug).snapshot
    assert (after.digest, after.contents, after.facts) == (before.digest, before.contents, before.facts)
    with pytest.raises(AppendOnlyError):
        before.save()


def test_a_changed_draft_is_published_as_a_dated_update_with_what_changed(house: House) -> None:
    row = opened(house)
    with pytest.raises(NotPossible, match="has not changed"):
        services.update(
            actor=house.regulator_admin,
            consultation_id=row.pk,
            digest=draft_of(row).contents_digest,
            text="Nothing.",
        )
    draft = change(draft_of(row), *MORE, actor=house.regulator_admin)
    with pytest.raises(Conflict):
        services.update(actor=house.regulator_admin, consultation_id=row.pk, digest="0" * 64, text="More.")
    services.update(
        actor=house.regulator_admin, consultation_id=row.pk, digest=draft.contents_digest, text="More dice."
    )
    assert row.snapshot.number == 2
    [since] = row.snapshot.facts["since"]
    assert (since["was"], since["now"]) == ("5", "6")
    assert len(row.snapshot.facts["values"]) == 2
    assert row.steps.latest("pk").kind == Step.Kind.UPDATED


def test_each_step_is_recorded(house: House) -> None:
    row = opened(house)
    admin = house.regulator_admin
    services.extend(actor=admin, consultation_id=row.pk, closes_on=in_days(house, 40), reason="Holidays.")
    concluded(house, row)
    services.reopen(actor=admin, consultation_id=row.pk, closes_on=in_days(house, 9), reason="A mistake.")
    closed(house, row)
    actions = AuditEntry.objects.filter(object_type="consultations.consultation").order_by("pk")
    assert [entry.action.removeprefix("consultation.") for entry in actions] == [
        "open", "extend", "close", "statement", "reopen", "close",
    ]  # fmt: skip
    assert {entry.actor for entry in actions} == {admin}


@pytest.mark.parametrize("days", [0, -1, 400])
def test_the_last_day_is_after_today_and_within_a_year(house: House, days: int) -> None:
    with pytest.raises(BadValue, match="Choose a day after today") as refused:
        opened(house, closes_on=in_days(house, days))
    assert refused.value.field == "closes_on"


def test_what_is_not_possible_says_why(house: House) -> None:
    row = opened(house)
    admin = house.regulator_admin
    cases: list[tuple[Any, type[DomainError], str]] = [
        (lambda: opened(house, draft_of(row)), NotPossible, "open for comment already"),
        (lambda: opened(house, digest="x"), Conflict, "was changed after you opened"),
        (lambda: opened(house, changed_draft(house), introduction=" "), BadValue, "Enter what the draft"),
        (lambda: opened(house, changed_draft(house), questions=["?"] * 11), BadValue, "at most 10"),
        (
            lambda: services.extend(
                actor=admin, consultation_id=row.pk, closes_on=in_days(house, 5), reason="x"
            ),
            BadValue,
            "To end it sooner",
        ),
        (
            lambda: services.publish_statement(actor=admin, consultation_id=row.pk, text="x"),
            NotPossible,
            "Close the consultation first",
        ),
        (
            lambda: services.reopen(
                actor=admin, consultation_id=row.pk, closes_on=in_days(house, 5), reason="x"
            ),
            NotPossible,
            "is open",
        ),
        (lambda: drafting.delete(actor=admin, edition_id=draft_of(row).pk), NotPossible, "open for comment"),
    ]
    for act, error, words in cases:
        with pytest.raises(error, match=words):
            act()


def test_only_the_regulators_administrator_opens_a_draft(house: House) -> None:
    draft = changed_draft(house)
    row = opened(house, draft)
    for actor, error in ((house.officer, NotPermitted), (house.foreign_officer, NotFound)):
        with pytest.raises(error):
            services.close_early(actor=actor, consultation_id=row.pk, reason="x")
        with pytest.raises(error):
            services.open_consultation(
                actor=actor,
                edition_id=draft.pk,
                digest=draft.contents_digest,
                title="x",
                introduction="x",
                closes_on=in_days(house, 5),
            )


def test_it_closes_after_its_last_day_in_its_own_time_zone(house: House) -> None:
    row = opened(house, closes_on=in_days(house, 2))
    tasks.keep_dates()
    row.refresh_from_db()
    assert row.is_open
    with freeze_time(timezone.now() + timedelta(days=3)):
        assert not row.is_open  # before the clock has closed it
        tasks.keep_dates()
        row.refresh_from_db()
        assert row.state == "closed"
        with pytest.raises(NotPossible):
            services.close_due(consultation_id=row.pk)
    assert "publish your statement" in Notice.objects.filter(user=house.regulator_admin).latest("pk").text


def test_an_edition_is_published_only_after_its_consultation_is_concluded(house: House) -> None:
    row = opened(house)
    draft = draft_of(row)

    def problem() -> str:
        problems = publishing.obstacles(draft)
        return " ".join(each["message"] for each in problems if each["path"] == "consultation")

    assert "Close it first" in problem()
    comment = confirmed(row)
    closed(house, row)
    assert "1 comment is waiting for moderation" in problem()
    comment.delete()
    assert "has no statement yet" in problem()
    services.publish_statement(actor=house.regulator_admin, consultation_id=row.pk, text="Thank you.")
    assert not problem()


def test_a_draft_that_was_consulted_on_can_be_deleted_later_and_its_consultation_stays(house: House) -> None:
    row = opened(house)
    comment = published(house, row)
    closed(house, row)
    drafting.delete(actor=house.regulator_admin, edition_id=draft_of(row).pk)
    kept = selectors.consultation(row.slug)
    assert kept.edition is None
    assert kept.snapshot.facts["values"]
    assert list(selectors.published_comments(kept)) == [comment]


def test_approvals_are_counted_without_names_and_their_operators_are_told_their_own(house: House) -> None:
    approved(house)
    row = opened(house)
    services.count_affected(snapshot_id=row.snapshot.pk)
    services.count_affected(snapshot_id=row.snapshot.pk)
    counted = AffectedCount.objects.get()
    assert counted.counts == {
        "looked_at": 1, "breaching": 0, "referred": 0, "relieved": 0, "with_other_money": 1, "untouched": 0,
    }  # fmt: skip
    stored = json.dumps([counted.counts, row.snapshot.facts])
    for name in (house.operator.name, house.property.name, house.submitter.name):
        assert name not in stored
    [notice] = Notice.objects.filter(user=house.submitter, text__contains=row.title)
    assert "1 of your approvals would be judged" in notice.text
    assert not Notice.objects.filter(user=house.outsider, text__contains=row.title)


def test_webhooks_identify_a_consultation_without_its_words(house: House) -> None:
    webhooks.add(actor=house.operator_admin, url="https://hooks.example.org/", events=["consultation.moved"])
    row = opened(house)
    closed(house, row)
    first, second = (json.loads(each.body)["data"] for each in Delivery.objects.order_by("pk"))
    assert (first["step"], second["step"], second["state"]) == ("opened", "closed_early", "closed")
    assert first["digest"] == row.snapshot.digest
    assert row.introduction not in str([first, second])


def test_the_stamp_changes_with_everything_that_is_public(house: House) -> None:
    seen = [selectors.stamp()]

    def changed() -> bool:
        seen.append(selectors.stamp())
        return seen[-1] != seen[-2]

    row = opened(house)
    assert changed()
    confirmed(row)
    assert not changed()  # nobody sees it yet
    published(house, row)
    assert changed()
    services.count_affected(snapshot_id=row.snapshot.pk)
    assert changed()
    closed(house, row)
    assert changed()
