"""Making and saving drafts."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from craps import load_ruleset
from portal.accounts.jurisdictions import jurisdiction
from portal.audit.append_only import AppendOnlyError
from portal.audit.models import AuditEntry
from portal.editions.selectors import editions_for, successor
from portal.errors import BadValue, Conflict, NotFound, NotPermitted, NotPossible
from portal.submissions import selectors
from portal.submissions.models import OfferedWager, State, Submission, Version
from portal.validation.drafts import create_draft, save_draft
from tests.factories import House, draft, make_house, odds, present, submitted
from tests.portal.editions.drafts import published_draft
from tests.portal.regulator.test_ending_pages import signed_in


def new(house: House, **given: Any) -> Submission:
    return create_draft(
        **{
            "actor": house.submitter,
            "property_id": house.property.pk,
            "edition_id": "nz-revised",
            **given,
        }
    )


def test_a_draft_starts_with_a_reference_and_the_baseline(house: House) -> None:
    made = new(house)
    year = jurisdiction("nz").today().year
    assert made.reference == f"NZ-{year}-0001"
    assert new(house).reference == f"NZ-{year}-0002"
    version = made.current_version
    assert version is not None
    assert (made.state, version.number, version.author) == (State.DRAFT, 1, house.submitter)
    assert version.ruleset == {"edition": "nz-revised", "operator": house.operator.name, "currency": "NZD"}
    assert version.digest == load_ruleset(version.ruleset).digest
    row = AuditEntry.objects.get(action="draft.create", object_label=made.reference)
    assert present(row.after)["digest"] == version.digest


def test_references_run_by_jurisdiction(db: None) -> None:
    assert new(make_house("md", "md-craps"), edition_id="md-craps").reference.startswith("MD-")
    assert new(make_house("nz")).reference.endswith("-0001")


@pytest.mark.parametrize("who", ["viewer", "operator_admin"])
def test_drafting_takes_a_submitter(house: House, who: str) -> None:
    with pytest.raises(NotPermitted):
        new(house, actor=getattr(house, who))


def test_a_draft_is_for_an_own_property(house: House) -> None:
    with pytest.raises(NotFound):
        new(house, actor=house.outsider)
    with pytest.raises(NotFound):
        new(house, property_id=999_999)


def test_the_edition_is_one_of_the_propertys_jurisdiction(house: House) -> None:
    for edition in ("md-craps", "atlantis-1"):
        with pytest.raises(BadValue, match="nz-revised") as refusal:
            new(house, edition_id=edition)
        assert refusal.value.field == "edition"
    assert not Submission.objects.exists()


def test_an_edition_that_a_built_in_one_supersedes_is_not_offered(house: House) -> None:
    assert [edition.pk for edition in editions_for(house.property)] == ["nz-revised"]
    with pytest.raises(BadValue, match="nz-1998 was replaced by nz-revised"):
        new(house, edition_id="nz-1998")
    page = signed_in(house.submitter).get("/operator/submissions/new/").content.decode()
    assert "nz-revised" in page
    assert "nz-1998" not in page


def test_what_a_regulator_published_in_its_place_is_offered_beside_it(house: House) -> None:
    amended = published_draft("nz-1998", days=0, edition_id="nz-1998-amended")
    assert {edition.pk for edition in editions_for(house.property)} == {"nz-revised", amended.pk}
    assert successor("nz-1998") == amended


def test_a_save_is_a_new_version_with_its_search_columns(house: House) -> None:
    made = new(house)
    rules = odds(2) | {"wagers": ["pass_line", "pass_odds", "buy", "lay"]}
    version = save_draft(actor=house.submitter, reference=made.reference, ruleset=rules, expected_version=1)
    assert (version.number, version.odds_max) == (2, 200)
    assert (version.vig_buy_collect, version.vig_buy_rate) == ("placement", 50_000)
    assert (version.paytable_fire, version.paytable_bonus) == ("", "")
    assert set(version.wager_rows.values_list("wager", flat=True)) == set(rules["wagers"])
    made.refresh_from_db()
    assert made.current_version == version


def test_search_columns_know_paytables_and_areas(db: None) -> None:
    house = make_house("md", "md-craps")
    area = {"wager": "field", "x": 0, "y": 0, "w": 4, "h": 2}
    rules = {
        "edition": "md-craps",
        "paytables": {"fire": "B"},
        "layout": {"areas": [area, area | {"x": 9}]},
        "odds": {"pass_line": {"multiples": "7/2"}},
    }
    version = draft(house, rules).current_version
    assert version is not None
    assert (version.paytable_fire, version.paytable_bonus, version.odds_max) == ("B", "A", 350)
    assert [row.wager for row in version.area_rows.all()] == ["field"]


def test_an_absurd_multiple_still_fits_the_database(house: House) -> None:
    version = draft(house, {"edition": "nz-revised", "odds": {"come": {"multiples": 10**20}}}).current_version
    assert version is not None
    assert version.odds_max == 2_147_483_647


def test_saving_the_same_again_makes_no_version(house: House) -> None:
    made = draft(house)
    version = made.current_version
    assert version is not None
    again = save_draft(
        actor=house.submitter, reference=made.reference, ruleset=version.ruleset, expected_version=2
    )
    assert again == version
    assert made.versions.count() == 2
    assert AuditEntry.objects.filter(action="draft.save").count() == 1


def test_a_stale_save_shows_both_and_stores_nothing(house: House) -> None:
    made = draft(house)
    with pytest.raises(Conflict) as conflict:
        save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=1)
    assert conflict.value.theirs == made.current_version
    assert conflict.value.mine == odds(1)
    assert made.versions.count() == 2


@pytest.mark.parametrize("who", ["outsider", "officer", "foreign_officer"])
def test_others_have_no_such_draft(house: House, who: str) -> None:
    made = draft(house)
    actor = getattr(house, who)
    with pytest.raises(NotFound):
        selectors.submission(actor, made.reference)
    with pytest.raises((NotFound, NotPermitted)):
        save_draft(actor=actor, reference=made.reference, ruleset=odds(1), expected_version=2)


def test_a_made_up_reference_is_the_same_as_someone_elses(house: House) -> None:
    made = draft(house)
    for reference in ("NZ-1999-0001", made.reference):
        with pytest.raises(NotFound, match=f"There is no submission {reference}"):
            selectors.submission(house.outsider, reference)


@pytest.mark.parametrize(
    ("ruleset", "field"),
    [
        ({"edition": "nz-revised", "odds": {"pass_line": {"multiples": 1.5}}}, "odds.pass_line.multiples"),
        ({"edition": "nz-revised", "colour": "green"}, "colour"),
        ({"edition": "md-craps"}, "edition"),
        ({}, "edition"),
    ],
)
def test_what_cannot_be_read_is_not_stored_and_names_its_place(
    house: House, ruleset: dict[str, object], field: str
) -> None:
    made = draft(house)
    with pytest.raises(BadValue) as refusal:
        save_draft(actor=house.submitter, reference=made.reference, ruleset=ruleset, expected_version=2)
    assert refusal.value.field == field
    assert made.versions.count() == 2


def test_a_submitted_version_is_frozen(house: House) -> None:
    made = submitted(house)
    with pytest.raises(NotPossible, match="can no longer be edited"):
        save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)


def test_a_version_is_never_changed(house: House) -> None:
    version = draft(house).current_version
    assert version is not None
    version.digest = "0" * 64
    with pytest.raises(AppendOnlyError):
        version.save()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as sql:
        sql.execute("UPDATE submissions_version SET digest = 'x'")
    with pytest.raises(AppendOnlyError):
        OfferedWager.objects.filter(version=version).delete()


def test_version_numbers_are_given_once(house: House) -> None:
    made = draft(house)
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.create(submission=made, number=2, ruleset={}, digest="0" * 64, author=house.submitter)


def test_a_regulator_sees_only_submitted_versions(house: House) -> None:
    made = submitted(house)
    assert selectors.submission(house.officer, made.reference) == made
    assert selectors.version(house.officer, made.reference, 2).number == 2
    with pytest.raises(NotFound):
        selectors.submission(house.foreign_officer, made.reference)
    with pytest.raises(NotFound):
        selectors.version(house.officer, made.reference, 9)
