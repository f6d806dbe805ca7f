"""A run is repeated when the core or the edition changed, and the difference is kept."""

from __future__ import annotations

import pytest

import craps
from portal.notices.models import Notice
from portal.validation import recheck, services
from portal.validation.models import Run
from tests.factories import House, approved, draft, in_review, odds, present, submitted

pytestmark = pytest.mark.slow


def newer_core(monkeypatch: pytest.MonkeyPatch, version: str = "9.9.9") -> None:
    for module in (services, recheck):
        monkeypatch.setattr(module, "core_version", lambda: version)


def blind_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core that no longer finds anything."""
    real = craps.check

    class Clean:
        def __init__(self, ruleset: craps.RuleSet) -> None:
            report = real(ruleset)
            self.verdict, self.checked, self.findings = "ok", report.checked, ()

    monkeypatch.setattr(services, "check", Clean)
    newer_core(monkeypatch)


def test_nothing_is_repeated_while_nothing_changed(house: House) -> None:
    draft(house)
    in_review(house)
    runs = Run.objects.count()
    recheck.repeat_outdated()
    assert recheck.repeat_outdated() == 0
    assert Run.objects.count() >= runs


def test_a_new_core_checks_again_what_is_open_or_in_force(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [draft(house), submitted(house), approved(house).submission]
    newer_core(monkeypatch)
    assert recheck.repeat_outdated() == len(cases)
    for case in cases:
        case.refresh_from_db()
        run = present(present(case.current_version).runs.first())
        assert run.core_version == "9.9.9"
        assert bool(run.examples) == (case.submitted_version_id is not None)
        assert present(recheck.change_of(case.current_version)).is_none
    assert not Notice.objects.filter(topic="check").exists()


def test_the_difference_is_stored_and_the_operator_notified(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = draft(house, odds(5))
    before = present(case.current_version).runs.get()
    assert before.breaches
    blind_core(monkeypatch)
    recheck.repeat_outdated()
    change = present(recheck.change_of(case.current_version))
    assert (change.before.verdict, change.now.verdict) == ("breach", "ok")
    assert len(change.gone) == before.findings.count()
    assert not change.appeared
    assert change.because == f"the rules core was updated from {before.core_version} to 9.9.9"
    told = Notice.objects.get(user=house.submitter, topic="check")
    assert case.reference in told.text


def test_one_that_cannot_be_checked_holds_up_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = draft(house), draft(house, odds(1))
    newer_core(monkeypatch)
    real = craps.check

    def check(ruleset: craps.RuleSet) -> object:
        if ruleset.digest == present(broken.current_version).digest:
            raise RuntimeError("no")
        return real(ruleset)

    monkeypatch.setattr(services, "check", check)
    assert recheck.repeat_outdated() == 1
    assert present(sound.current_version).runs.count() == 2


def test_a_single_run_has_no_difference(house: House) -> None:
    assert recheck.change_of(draft(house).current_version) is None
    assert recheck.change_of(None) is None
