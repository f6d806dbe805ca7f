"""What a draft changes, in words and in money, as it is stored with the text that is consulted on."""

from collections import Counter
from fractions import Fraction
from typing import Any

from craps.comparing import Comparison, SettlementRow, compare
from craps.edition import Edition as CoreEdition
from craps.edition_values import differences
from craps.messages import cached
from craps.rulebook import Clause, book
from craps.ruleset import with_every_wager
from craps.slips import edge_table
from portal.consultations.models import Snapshot
from portal.editions.changes import changed_value, clause_pairs, clause_words
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.review.impact import EditionPair, concerned
from portal.review.impact_selectors import impact_counts, impact_of

COUNTED = ("looked_at", "breaching", "referred", "relieved", "with_other_money", "untouched")
# The columns of an edition that make up its contents.
CONTENTS = ("document", "book", "examples")


def contents_of(row: Edition) -> dict[str, Any]:
    return {name: getattr(row, name) for name in CONTENTS}


def edition_of(snapshot: Snapshot) -> Edition:
    """The draft as it was, for what reads an edition. It is not a row of the database."""
    return Edition(
        pk=snapshot.edition_key,
        title=snapshot.title,
        jurisdiction=snapshot.consultation.jurisdiction,
        parent=snapshot.parent,
        contents_digest=snapshot.digest,
        **snapshot.contents,
    )


def facts_of(row: Edition, before: Snapshot | None = None) -> dict[str, Any]:
    """Changed values and clauses, edges and worked examples, each before and after.

    `since` has the values that changed since the text that was consulted on before.
    """
    now = core_edition_for(row)
    clauses = book(now).clauses
    facts: dict[str, Any] = {
        "clauses": [{"id": clause.id, "label": _label(clause)} for clause in clauses],
        "since": _values(core_edition_for(edition_of(before)), now) if before else [],
    }
    if row.parent is None:
        new = [
            {"id": each.id, "label": _cited(each), "was": "", "now": clause_words(each)} for each in clauses
        ]
        return facts | {"values": [], "texts": new, "edges": _edges(now, None), "examples": []}
    was = core_edition_for(row.parent)
    money = _compared(was, now)
    rows = sorted(money.settlements, key=lambda each: abs(Fraction(each.difference)), reverse=True)
    return facts | {
        "values": _values(was, now),
        "texts": _texts(was, now),
        "edges": _edges(now, was),
        "examples": [_example(each) for each in rows],
    }


def count_approvals(snapshot: Snapshot) -> tuple[dict[str, int], dict[int, int]]:
    """How many approvals are affected in which way, and how many of each operator, by its id.

    A finished run about the draft and the approvals as they still are answers at once; otherwise each
    approval is looked at.
    """
    row = edition_of(snapshot)
    draft = snapshot.consultation.edition
    if row.parent is None:
        return dict.fromkeys(COUNTED, 0), {}
    if draft is not None and draft.contents_digest == snapshot.digest and (known := impact_counts(draft)):
        rows = impact_of(draft).rows.filter(changes__isnull=False)
        return {name: getattr(known, name) for name in COUNTED}, dict(
            Counter(rows.order_by().values_list("submission__organisation_id", flat=True))
        )
    counts, by_operator = Counter({"looked_at": 0}), Counter[int]()
    comparison = EditionPair.of(core_edition_for(row.parent), core_edition_for(row))
    approvals = concerned(row).prefetch_related("own_examples")
    for submission in approvals.iterator(chunk_size=50):
        each = comparison.look_at(submission)
        counts["looked_at"] += 1
        counts["breaching"] += bool(each.breaches)
        counts["referred"] += bool(each.refers and not each.breaches)
        counts["relieved"] += each.is_relieved
        counts["with_other_money"] += each.has_other_money
        counts["untouched"] += not each.is_affected
        if each.is_affected:
            by_operator[submission.organisation_id] += 1
    return {name: counts[name] for name in COUNTED}, dict(by_operator)


@cached(32)
def _compared(was: CoreEdition, now: CoreEdition) -> Comparison:
    return compare(with_every_wager(was), with_every_wager(now))


def _values(was: CoreEdition, now: CoreEdition) -> list[dict[str, str]]:
    return [changed_value(now, each)._asdict() for each in differences(was.data, now.data)]


def _texts(was: CoreEdition, now: CoreEdition) -> list[dict[str, str]]:
    """The clauses that read differently; "" on the side that has none."""
    rows = []
    for before, after in clause_pairs(book(was), book(now)):
        clause = after or before
        old, new = (clause_words(each) if each else "" for each in (before, after))
        if clause is not None and old != new:
            rows.append({"id": clause.id, "label": _cited(clause), "was": old, "now": new})
    return rows


def _cited(clause: Clause) -> str:
    """The clause as it is cited, "6/E"; one without a number by its heading."""
    return clause.id if clause.number else clause.heading


def _label(clause: Clause) -> str:
    return f"{clause.id} {clause.heading}".strip() if clause.number else clause.heading


def _edges(now: CoreEdition, was: CoreEdition | None) -> list[dict[str, str]]:
    """The bets whose edge changes on any paytable, then those that are new ("" before) and gone ("" now)."""
    rows = []
    for line in edge_table(now, (was,) if was else ()):
        edge, *beside = ("" if each is None else str(each) for each in line.edges)
        rows.append({"bet": line.label, "was": "".join(beside), "now": edge})
    changed = [row for row in rows if row["was"] != row["now"]]
    return sorted(changed, key=lambda row: (bool(was and not row["was"]), not row["now"]))


def _example(row: SettlementRow) -> dict[str, Any]:
    """`difference` is what the player has more under the draft."""
    sides = ([str(line) for line in side["told"]] for side in (row.a, row.b))
    return dict(zip(("was", "now"), sides, strict=True)) | {
        "title": row.title,
        "difference": str(-row.difference),
    }
