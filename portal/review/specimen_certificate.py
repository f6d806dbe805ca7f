"""A specimen of the certificate under a draft of an edition: a PDF, neither signed nor entered anywhere."""

from typing import Any

from django.conf import settings
from django.utils import timezone

from craps import check, core_version, edges, game_of, load_ruleset, run_examples
from craps.games import game_words
from craps.ruleset import RuleSet
from portal.accounts.jurisdictions import jurisdiction
from portal.documents.models import DocumentKind
from portal.documents.pdf import render
from portal.documents.rule_tables import build_rule_tables, edge_rows, example_rows
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.review.decision_facts import letters_head
from portal.submissions.wording import describe_choices

REFERENCE = "SPECIMEN"


def specimen_ruleset(row: Edition) -> RuleSet:
    """The rule set that an operator starts with: nothing but the edition's own values."""
    core = core_edition_for(row)
    return load_ruleset(game_of(core).first_draft(core), core)


def specimen_certificate(row: Edition) -> bytes:
    """The certificate of the edition's own rules, marked as a specimen on its cover."""
    rules = specimen_ruleset(row)
    return render(DocumentKind.CERTIFICATE, _snapshot(row, rules), rules.edition)


def _snapshot(row: Edition, rules: RuleSet) -> dict[str, Any]:
    where, now = jurisdiction(row.jurisdiction), timezone.now()
    report = check(rules)
    today = where.today(now).isoformat()
    head = letters_head(where, None)
    return head | {
        "specimen": True,
        "authority": where.authority or row.authority or where.name,
        "reference": REFERENCE,
        "document_authority": row.authority,
        "operator": "An operator",
        "property": "A casino",
        "address": "",
        "edition": row.pk,
        "edition_title": row.title,
        "edition_digest": row.digest,
        "game": row.game,
        "game_name": game_words(row.game),
        "outcome": "approved",
        "outcome_label": "Approved",
        "decided_on": today,
        "decided_at": now.isoformat(),
        "effective_on": today,
        "ends_on": None,
        "conditions": [],
        "waivers": [],
        "chosen": describe_choices(rules),
        "all_tables": True,
        "tables": [],
        "roles": {"recommended": "An officer", "decided": "An approver"},
        "checked": report.checked,
        "verdict": report.verdict,
        "core_version": core_version(),
        "version": 1,
        "ruleset": rules.to_json(),
        "ruleset_digest": rules.digest,
        "rules": build_rule_tables(rules),
        "edges": edge_rows(rules, [line.to_json() for line in edges(rules)]),
        "examples": example_rows(rules, [result.to_json() for result in run_examples(rules)]),
        "findings": [],
        "public_url": f"{settings.SITE_URL}/register/",
        "verify_url": f"{settings.SITE_URL}/verify/",
        "demo": not settings.PRODUCTION,
    }
