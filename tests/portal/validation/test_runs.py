"""Runs: what the core found, stored once with a version."""

import pytest
from django.db import IntegrityError, transaction

import craps
from portal.audit.append_only import AppendOnlyError
from portal.errors import BadValue, Conflict
from portal.submissions.models import Version
from portal.validation import drafts, services
from portal.validation.models import Finding, Run
from portal.validation.selectors import run_of
from tests.factories import House, digest, draft, odds, present, submitted


def test_a_live_check_stores_nothing(house: House) -> None:
    report = services.live_check(odds(4))
    assert report.verdict == "breach"
    assert {finding.path.split(".")[0] for finding in report.findings if finding.severity == "breach"} == {
        "odds"
    }
    assert not Run.objects.exists()


def test_a_live_check_names_what_it_cannot_read(house: House) -> None:
    with pytest.raises(BadValue) as refusal:
        services.live_check({"edition": "nz-revised", "odds": {"pass_line": {"multiples": "many"}}})
    assert refusal.value.field == "odds.pass_line.multiples"


def test_a_saved_draft_has_its_run_with_digests(house: House) -> None:
    made = draft(house, odds(4))
    run = run_of(made.current_version)
    assert run is not None
    assert (run.verdict, run.core_version) == ("breach", craps.core_version())
    assert run.ruleset_digest == digest(made)
    assert run.edition_digest == house.edition.digest
    assert run.breaches == len([f for f in run.findings.all() if f.severity == "breach"]) > 0
    assert run.edges
    severities = [f.severity for f in run.findings.all()]
    assert severities == sorted(severities, key=["breach", "refer", "info"].index)


def test_a_run_is_made_once_for_a_core_and_an_edition(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    version = draft(house).current_version
    assert version is not None
    first = services.ensure_run(version=version)
    assert services.ensure_run(version=version) == first
    monkeypatch.setattr(services, "core_version", lambda: "next")
    second = services.ensure_run(version=version)
    assert second != first
    assert run_of(version) == second


def test_examples_are_stored_on_submission(house: House) -> None:
    run = run_of(draft(house).current_version)
    assert run is not None
    assert run.examples == []
    made = submitted(house)
    full = run_of(made.submitted_version)
    assert full is not None
    assert {example["verdict"] for example in full.examples} <= {"same", "differs", "not offered"}
    assert all(example["run"]["steps"] for example in full.examples)
    assert services.ensure_full_run(version=present(made.submitted_version)) == full


def test_the_database_holds_a_run_to_one(house: House) -> None:
    version = present(draft(house).current_version)
    run = run_of(version)
    assert run is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.create(
            version=version,
            verdict="ok",
            checked=1,
            breaches=0,
            refers=0,
            infos=0,
            edges=[],
            core_version=run.core_version,
            edition_digest=run.edition_digest,
            ruleset_digest=run.ruleset_digest,
        )
    with pytest.raises(AppendOnlyError):
        Finding.objects.all().delete()


def test_a_conflict_leaves_neither_version_nor_run(house: House) -> None:
    made = draft(house)
    runs = Run.objects.count()
    with pytest.raises(Conflict):
        drafts.save_draft(
            actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=1
        )
    assert (Run.objects.count(), made.versions.count()) == (runs, 2)


def test_a_rule_set_altered_behind_our_back_is_not_judged(house: House) -> None:
    made = draft(house)
    altered = Version.objects.create(
        submission=made, number=3, ruleset=odds(1), digest="0" * 64, author=house.submitter
    )
    with pytest.raises(RuntimeError, match="no longer has the digest"):
        services.ensure_run(version=altered)


def test_no_version_no_run() -> None:
    assert run_of(None) is None
