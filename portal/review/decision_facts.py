"""What a decision says, gathered once: for the register, which drops what is not public, and the document."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects

from craps.games import game_words
from portal.accounts.jurisdictions import Jurisdiction, jurisdiction
from portal.accounts.models import Organisation, Table, User
from portal.documents.rule_tables import build_rule_tables, edge_rows, example_rows
from portal.editions.readings import reading_behind
from portal.review.findings import explanations_by_key, keyed
from portal.review.models import Decision
from portal.submissions.models import Submission, Version
from portal.submissions.tables import facts_of_tables
from portal.submissions.wording import describe_choices
from portal.validation.models import Finding, Run, Severity


def facts_of_decision(decision: Decision, tables: Sequence[Table]) -> dict[str, Any]:
    """What was decided, and for which tables."""
    submission, version = decision.submission, decision.version
    prefetch_related_objects([decision], "waivers__explanation")
    decided_on = decision.decided_at.astimezone(jurisdiction(submission.jurisdiction).zone).date()
    return {
        "reference": submission.reference,
        "jurisdiction": submission.jurisdiction,
        "outcome": decision.outcome,
        "operator": submission.organisation.name,
        "property": submission.property.name,
        "edition": submission.edition_id,
        "edition_title": submission.edition.title,
        "edition_digest": submission.edition.digest,
        "game": submission.game,
        "ruleset_digest": decision.digest,
        "decided_on": decided_on.isoformat(),
        "effective_on": decision.effective_on.isoformat() if decision.effective_on else None,
        "ends_on": decision.ends_on.isoformat() if decision.ends_on else None,
        "conditions": [
            {"text": c.text, "due_on": c.due_on.isoformat() if c.due_on else None}
            for c in decision.conditions.all()
        ],
        "waivers": [
            {
                "rule": w.explanation.rule,
                "path": w.explanation.path,
                "clause": w.explanation.clause,
                "message": w.explanation.message,
            }
            for w in sorted(decision.waivers.all(), key=lambda w: w.pk)
        ],
        "chosen": describe_choices(version.rules),
        "all_tables": submission.all_tables,
        "tables": facts_of_tables(tables),
    }


def facts_of_status(
    submission: Submission, outcome: str, tables: Sequence[Table] = (), last_day: date | None = None
) -> dict[str, Any]:
    """What became of an approval after it was given, as a whole or at some tables.

    In the latter case `standing` is the state of the approval after it.
    """
    version = submission.current_version
    part: dict[str, Any] = {"tables": facts_of_tables(tables), "standing": submission.state} if tables else {}
    if last_day:
        part["last_day"] = last_day.isoformat()
    return part | {
        "reference": submission.reference,
        "jurisdiction": submission.jurisdiction,
        "outcome": outcome,
        "operator": submission.organisation.name,
        "property": submission.property.name,
        "ruleset_digest": version.digest if version else "",
        "decided_on": jurisdiction(submission.jurisdiction).today().isoformat(),
    }


def snapshot(decision: Decision, run: Run, decided: dict[str, Any]) -> dict[str, Any]:
    """All that the documents of an approval will say, frozen with it: rendering looks nowhere else.

    `decided` are the facts of the decision, as they were entered in the register.
    """
    ruleset = decision.version.rules
    return (
        decided
        | heading(
            decision.submission,
            decision.version,
            decision.decided_by.organisation,
            decision.decided_at,
        )
        | {
            "outcome_label": decision.get_outcome_display(),
            "document_authority": decision.submission.edition.authority,
            "roles": {
                "recommended": ", ".join(decision.recommended_by.role_names),
                "decided": ", ".join(decision.decided_by.role_names),
            },
            "checked": run.checked,
            "verdict": run.verdict,
            "core_version": run.core_version,
            "rules": build_rule_tables(ruleset),
            "edges": edge_rows(ruleset, run.edges),
            "examples": example_rows(ruleset, run.examples),
            "findings": _findings(decision, run),
        }
    )


def letter(
    *,
    submission: Submission,
    version: Version,
    actor: User,
    at: datetime,
    text: str,
    due_on: date | None = None,
    run: Run | None = None,
    tables: Sequence[dict[str, str]] = (),
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """All that a letter to the operator will say, with the findings of a run where it is about them.

    `tables` are those it concerns, if it concerns only some; `more` is what only letters of its kind say.
    """
    return (
        heading(submission, version, actor.organisation, at)
        | dict(more or {})
        | {
            "text": text,
            "tables": list(tables),
            "points": _points(run) if run else [],
            "due_on": due_on.isoformat() if due_on else None,
            "role": ", ".join(actor.role_names),
            "case_url": f"{settings.SITE_URL}/operator/submissions/{submission.reference}/",
        }
    )


def letters_head(where: Jurisdiction, regulator: Organisation | None) -> dict[str, Any]:
    """What documents say of the jurisdiction; without an authority they name the regulator."""
    return {
        "jurisdiction": where.code,
        "jurisdiction_name": where.name,
        "currency": where.currency,
        "time_zone": where.time_zone,
        "paper": where.paper,
        "authority": where.authority or (regulator.name if regulator else where.name),
        "contact": {
            "postal_address": where.postal_address,
            "email": where.email,
            "phone": where.phone,
        },
        "under_signature": where.under_signature,
        "appeal": where.appeal_text,
    }


def heading(
    submission: Submission, version: Version, regulator: Organisation | None, at: datetime
) -> dict[str, Any]:
    """What every document of a case starts with, frozen at a moment."""
    return letters_head(jurisdiction(submission.jurisdiction), regulator) | {
        "reference": submission.reference,
        "operator": submission.organisation.name,
        "property": submission.property.name,
        "address": submission.property.address,
        "edition": submission.edition_id,
        "edition_title": submission.edition.title,
        "game": submission.game,
        "game_name": game_words(submission.game),
        "decided_at": at.isoformat(),
        "version": version.number,
        "ruleset": version.ruleset,
        "ruleset_digest": version.digest,
        "public_url": f"{settings.SITE_URL}/register/{submission.reference}/",
        "verify_url": f"{settings.SITE_URL}/verify/",
        "demo": not settings.PRODUCTION,
    }


def _findings(decision: Decision, run: Run) -> list[dict[str, str]]:
    """Each finding and how it was resolved. What the operator wrote about it stays with the case."""
    granted = {waiver.explanation_id for waiver in decision.waivers.all()}
    explained = explanations_by_key(run, run.version.explanations.all())
    rows = []
    for key, finding in keyed(run.findings.all()).items():
        if key in explained and explained[key].pk in granted:
            resolved = "Waived with this decision, at the operator’s request."
        elif key in explained:
            resolved = "Accepted with this decision, on the reasons the operator gave."
        else:
            resolved = "For information; it called for no decision."
        rows.append(
            {
                "severity": finding.severity,
                "label": finding.get_severity_display(),
                "clause": finding.clause,
                "message": finding.report_sentence,
                "reading": _reading(run, finding),
                "resolved": resolved,
            }
        )
    return rows


def _points(run: Run) -> list[dict[str, str]]:
    """The breaches and the points for judgement, as a letter lists them."""
    return [
        {"clause": finding.clause, "message": finding.report_sentence, "reading": _reading(run, finding)}
        for finding in run.findings.all()
        if finding.severity != Severity.INFO
    ]


def _reading(run: Run, finding: Finding) -> str:
    behind = reading_behind(run.version.rules.edition, finding.reading, finding.severity)
    return behind.sentence if behind else ""
