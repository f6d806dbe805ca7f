"""The JSON Schema of everything the API answers, by name. tests/portal/api/ holds the answers to it."""

from __future__ import annotations

from functools import cache

from craps import ruleset_schema
from portal.api.case_schemas import cases, people
from portal.api.codecs import MAX_EVENTS
from portal.api.problems import CODES
from portal.api.schema_helpers import (
    ADDRESS,
    ANY,
    DAY,
    EXACT,
    FACES,
    FLAG,
    JURISDICTION,
    MOMENT,
    OBJECT,
    REFERENCE,
    SHA256,
    TEXT,
    WAGER,
    WHOLE,
    Schema,
    either,
    fields,
    listed,
    one_of,
    or_null,
    paged,
    ref,
)
from portal.documents.models import DocumentKind, DocumentState
from portal.register.public_fields import DECISION_OUTCOMES
from portal.submissions.models import State
from portal.validation.models import Severity, Verdict


@cache
def schemas() -> dict[str, Schema]:
    """Every component by its name."""
    lists = {f"{item}Page": paged(item) for item in PAGED}
    return {**_problem(), **_rules(), **_computed(), **_public(), **_log(), **cases(), **people(), **lists}


PAGED = ("Edition", "Entry", "Checkpoint", "Submission", "AuditEntry", "Version")


def _problem() -> dict[str, Schema]:
    return {
        "Problem": fields(
            "What went wrong, as RFC 9457 says it. `code` never changes; `errors` names each place.",
            type=ADDRESS,
            title=TEXT,
            status=WHOLE,
            code=one_of(CODES),
            detail=TEXT,
            instance=ADDRESS,
            request_id=TEXT,
            optional={"errors": listed(fields(path=TEXT, message=TEXT))},
        )
    }


def _rules() -> dict[str, Schema]:
    ruleset = {key: value for key, value in ruleset_schema().items() if key not in ("$schema", "title")}
    amount = ruleset["properties"]["chip_unit"]
    number = {"type": "integer", "minimum": 2, "maximum": 12}
    yes: Schema = {"type": "boolean", "enum": [True]}
    event = either(
        fields(roll=FACES),
        fields(bet=WAGER, amount=amount, optional={"number": number, "dice": FACES, "stay": FLAG}),
        fields(remove=WAGER, optional={"number": number, "dice": FACES, "amount": amount}),
        fields(turn=one_of(("on", "off")), bet=WAGER, optional={"number": number, "dice": FACES}),
        fields(pass_dice=yes),
    )
    return {
        "RuleSet": {
            "description": "What an operator submits, as the contract has it. Only `edition` is required.",
            **ruleset,
        },
        "Event": {"description": "A bet, a roll, or another thing that happens at the table.", **event},
        "Scenario": fields(
            "A rule set and what is played under it.",
            ruleset=ref("RuleSet"),
            events=listed(ref("Event")) | {"maxItems": MAX_EVENTS},
        ),
        **{
            f"{part.capitalize()}Part": {
                "description": f"The part `{part}` of a rule set.",
                **ruleset["properties"][part],
            }
            for part in ("layout", "limits")
        },
        "File": {"type": "string", "description": "The bytes of a file."},
        "Start": fields(
            "An address for each part.",
            docs=ADDRESS,
            openapi=ADDRESS,
            editions=ADDRESS,
            matrix=ADDRESS,
            register=ADDRESS,
            log=ADDRESS,
            submissions=ADDRESS,
        ),
        "OpenApi": {"type": "object", "description": "An OpenAPI 3.1 document."},
    }


def _computed() -> dict[str, Schema]:
    settlement = fields(
        bet=WAGER,
        outcome=one_of(("win", "lose", "push", "returned", "point")),
        stake=EXACT,
        clause=TEXT,
        message=TEXT,
        optional={"number": WHOLE, "dice": FACES, "paid": EXACT, "returned": EXACT, "vig": EXACT},
    )
    step = fields(
        event=WHOLE,
        balance=EXACT,
        on_table=EXACT,
        point=or_null(WHOLE),
        optional={
            "settlements": listed(settlement),
            "vig": EXACT,
            "error": fields(code=TEXT, message=TEXT, clause=TEXT),
        },
    )
    cited = or_null(fields(clause=TEXT, optional={"text": TEXT, "value": ANY}))
    side = fields(edition=TEXT, digest=SHA256)
    return {
        "Settled": fields(steps=listed(step), balance=EXACT, on_table=EXACT, vig_paid=EXACT),
        "Finding": fields(
            severity=one_of(Severity.values),
            rule=TEXT,
            path=TEXT,
            clause=TEXT,
            message=TEXT,
            submitted=ANY,
            allowed=ANY,
            optional={"nearest": ANY, "demonstration": ANY},
        ),
        "Report": fields(
            edition=TEXT, verdict=one_of(Verdict.values), findings=listed(ref("Finding")), checked=WHOLE
        ),
        "Edge": fields(
            "One such bet, left alone until it is decided; `edge` is what the house keeps of it.",
            bet=WAGER,
            win=EXACT,
            lose=EXACT,
            push=EXACT,
            edge=EXACT,
            edge_resolved=EXACT,
            rolls=EXACT,
            variance=EXACT,
            optional={"number": WHOLE, "dice": FACES},
        ),
        "Edges": fields(wagers=listed(ref("Edge"))),
        "Comparison": fields(
            a=side,
            b=side,
            clauses=listed(fields(clause=TEXT, a=or_null(TEXT), b=or_null(TEXT))),
            rules=listed(fields(rule=TEXT, a=cited, b=cited)),
            values=listed(fields(path=TEXT, a=cited, b=cited)),
            settlements=listed(
                fields(title=TEXT, events=listed(OBJECT), a=OBJECT, b=OBJECT, difference=EXACT)
            ),
            edges=listed(fields(bet=WAGER, a=EXACT, b=EXACT, optional={"number": WHOLE, "dice": FACES})),
        ),
        "Elsewhere": fields(
            submitted_under=TEXT,
            editions=listed(
                fields(
                    edition=TEXT, title=TEXT, verdict=one_of(Verdict.values), changes=listed(ref("Finding"))
                )
            ),
        ),
        "Digest": fields(
            "The canonical form and its SHA-256, which a decision binds to.", canonical=TEXT, digest=SHA256
        ),
    }


def _public() -> dict[str, Schema]:
    edition = {
        "id": TEXT,
        "title": TEXT,
        "jurisdiction": JURISDICTION,
        "authority": TEXT,
        "game": TEXT,
        "in_force_from": or_null(DAY),
        "digest": SHA256,
    }
    clause = {
        "id": TEXT,
        "number": TEXT,
        "heading": TEXT,
        "text": TEXT,
        "parent": or_null(TEXT),
        "depth": WHOLE,
        "slip": TEXT,
    }
    rule = {
        "rule": TEXT,
        "subject": TEXT,
        "severity": one_of(Severity.values),
        "clause": TEXT,
        "clauses": listed(TEXT),
        "text": TEXT,
    }
    cell = fields(pays=TEXT, edge=EXACT, edge_percent=TEXT, clause=TEXT, optional={"note": TEXT})
    entry = {
        "reference": REFERENCE,
        "jurisdiction": JURISDICTION,
        "outcome": one_of(DECISION_OUTCOMES),
        "standing": one_of(State.values),
        "operator": TEXT,
        "property": TEXT,
        "edition": TEXT,
        "edition_title": TEXT,
        "decided_on": or_null(DAY),
        "in_force_from": or_null(DAY),
        "in_force_to": or_null(DAY),
        "position": WHOLE,
        "leaf_hash": SHA256,
    }
    paper = fields(
        kind=one_of(DocumentKind.values),
        title=TEXT,
        state=one_of(DocumentState.values),
        sha256=TEXT,
        size=or_null(WHOLE),
        address=ADDRESS,
    )
    return {
        "Edition": fields(**edition),
        "WholeEdition": fields(
            "An edition with every value and its clause.", **edition, source=TEXT, document=OBJECT
        ),
        "Clauses": fields(edition=TEXT, title=TEXT, clauses=listed(ref("Clause"))),
        "Clause": fields("One clause, in words of our own.", **clause),
        "OneClause": fields(
            "A clause with the checks that enforce it and the worked examples that show it.",
            **clause,
            edition=TEXT,
            terms=listed(TEXT),
            checks=listed(TEXT),
            examples=listed(TEXT),
        ),
        "Rule": fields(**rule),
        "Rules": fields(edition=TEXT, title=TEXT, rules=listed(ref("Rule"))),
        "ExplainedRule": fields(rule=TEXT, editions=listed(fields(edition=TEXT, title=TEXT, **rule))),
        "Matrix": fields(
            "What each wager pays and costs under each edition.",
            editions=listed(fields(id=TEXT, title=TEXT, digest=SHA256, currency=TEXT)),
            wagers=listed(
                fields(wager=WAGER, label=TEXT, cells={"type": "object", "additionalProperties": cell})
            ),
        ),
        "Entry": fields("A decision in the public register.", **entry),
        "WholeEntry": fields(
            "`leaf` is all that is published of it and what its hash is taken of.", **entry, leaf=OBJECT
        ),
        "History": fields(reference=REFERENCE, entries=listed(ref("LogEntry"))),
        "PublicDocuments": fields(reference=REFERENCE, documents=listed(paper)),
        "Verified": fields(
            "Whether a document is genuine, and whether it still holds.",
            verdict=one_of(("genuine", "altered", "unknown")),
            why=TEXT,
            reference=TEXT,
            document=TEXT,
            standing=TEXT,
            in_force=FLAG,
            superseded_by=TEXT,
            signer=TEXT,
            key=TEXT,
            signed_at=or_null(MOMENT),
            sha256=TEXT,
            ruleset_digest=TEXT,
        ),
    }


def _log() -> dict[str, Schema]:
    entry = {"position": WHOLE, "kind": TEXT, "outcome": TEXT, "label": TEXT, "entered_at": MOMENT}
    proof = {"proof": listed(SHA256)}
    return {
        "LogEntry": fields(**entry, leaf=OBJECT, leaf_hash=SHA256),
        "LogEntries": fields(entries=listed(ref("LogEntry"))),
        "Checkpoint": fields(size=WHOLE, root=SHA256, note=TEXT, signed_at=MOMENT),
        "LogState": fields(
            origin=TEXT,
            size=WHOLE,
            waiting=WHOLE,
            checkpoint=or_null(ref("Checkpoint")),
            examined_at=or_null(MOMENT),
            problems=listed(TEXT),
            keys=listed(TEXT),
        ),
        "Inclusion": fields(position=WHOLE, size=WHOLE, leaf_hash=SHA256, checkpoint=TEXT, **proof),
        "Consistency": fields(old=WHOLE, new=WHOLE, old_checkpoint=TEXT, new_checkpoint=TEXT, **proof),
        "Proof": fields(checkpoint=TEXT, leaf=TEXT, position=WHOLE, size=WHOLE, **proof),
    }
