"""A frozen snapshot as the finished HTML of a document. What people wrote is escaped by the templates."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from craps import Edition, load_ruleset
from craps.drawing import draw
from craps.layouts import layout_of
from portal.documents.models import DocumentKind
from portal.text import and_list, format_day, format_moment

Snapshot = dict[str, Any]

LETTER_SIZE = ("bc", "md")  # where paper is not A4
TITLES = {
    DocumentKind.CERTIFICATE: "Approval certificate",
    DocumentKind.GUIDE: "Player’s guide",
    DocumentKind.SIGN: "Table sign",
    DocumentKind.REFUSAL: "Refusal of table rules",
    DocumentKind.REVOCATION: "Revocation of an approval",
    DocumentKind.QUERY: "A question on your table rules",
}
TEMPLATES = {
    DocumentKind.CERTIFICATE: "pdf/certificate.html",
    DocumentKind.GUIDE: "pdf/guide.html",
    DocumentKind.SIGN: "pdf/sign.html",
}
# On the sign: what a player at the rail has to know of the terms.
ON_THE_SIGN = ("odds", "vig", "come_out")
# Their headings name the subject: a row need only name the bets.
HEADED = (*ON_THE_SIGN, "limits")
# Lines of the sign: so few of terms and of payouts leave room for larger type, so many overflow a column.
FEW_TERMS, FEW_PAYOUTS, MOST_TERMS = 10, 24, 17
# Bets and rules of the guide, above which its two pages have no room for the drawing too.
MOST_BESIDE_A_DRAWING = 43


def render_html(kind: str, snapshot: Snapshot, edition: Edition | None = None) -> str:
    """All of the document, ready to be typeset. `edition` is its own where that is not built in."""
    kind = DocumentKind(kind)
    context = _shared(kind, snapshot)
    if kind == DocumentKind.CERTIFICATE:
        context |= _certificate(snapshot, edition)
    elif kind == DocumentKind.GUIDE:
        context |= _guide(snapshot, edition)
    elif kind == DocumentKind.SIGN:
        context |= _sign(snapshot)
    return render_to_string(TEMPLATES.get(kind, "pdf/letter.html"), context)


def _shared(kind: DocumentKind, snapshot: Snapshot) -> dict[str, Any]:
    decided = datetime.fromisoformat(snapshot["decided_at"])
    local = decided.astimezone(ZoneInfo(snapshot["time_zone"]))
    address = snapshot.get("case_url") or snapshot["public_url"]
    return {
        "kind": kind.value,
        "title": TITLES[kind],
        "doc": snapshot,
        "letter": snapshot["jurisdiction"] in LETTER_SIZE,
        "created": decided.isoformat(timespec="seconds"),
        "decided": format_day(local.date()),
        "decided_at": format_moment(local),
        "due": _day_of(snapshot.get("due_on")),
        "digest": _in_groups(snapshot["ruleset_digest"]),
        "qr": _qr(address, f"QR code that leads to {address}"),
    }


def _certificate(snapshot: Snapshot, edition: Edition | None) -> dict[str, Any]:
    rules = snapshot["rules"]
    groups = [
        {"id": f"group-{place}", "title": group["title"]}
        for place, group in enumerate(rules["groups"], start=1)
    ]
    subjects = [{"id": f"subject-{s['key']}", "title": s["title"]} for s in rules["subjects"]]
    return {
        "effective": _day_of(snapshot["effective_on"]),
        "ends": _day_of(snapshot["ends_on"]),
        "conditions": [{"text": c["text"], "due": _day_of(c["due_on"])} for c in snapshot["conditions"]],
        "waived": [_waiver(waiver, snapshot["chosen"]) for waiver in snapshot["waivers"]],
        "drawing": _drawing(snapshot, edition),
        "chapters": [
            {"id": "choices", "title": "What this property chose", "parts": subjects},
            {"id": "wagers", "title": "The wagers, clause by clause", "parts": groups},
            {"id": "layout", "title": "The table layout"},
            {"id": "edges", "title": "What each wager keeps"},
            {"id": "examples", "title": "Worked examples"},
            {"id": "findings", "title": "Findings, and how each was resolved"},
            {"id": "checking", "title": "How to check this document"},
        ],
    }


def _waiver(waiver: dict[str, str], chosen: list[dict[str, Any]]) -> dict[str, str]:
    """What stands although the clause says otherwise: the choice that the waived finding is about."""
    path = waiver["path"]
    of = [
        row
        for row in chosen
        if path == row["path"] or path.startswith((f"{row['path']}.", f"{row['path']}["))
    ]
    what = f"{of[0]['label']}: {of[0]['value']}" if of else path.replace("_", " ")
    return {"what": what, "clause": waiver["clause"]}


def _guide(snapshot: Snapshot, edition: Edition | None) -> dict[str, Any]:
    # What is printed where is for the drawing to show.
    house = [_for_players(s) for s in snapshot["rules"]["subjects"] if s["key"] != "layout"]
    bets = sum(len(group["wagers"]) for group in snapshot["rules"]["groups"])
    room = bets + sum(len(subject["rows"]) for subject in house) <= MOST_BESIDE_A_DRAWING
    return {
        "effective": _day_of(snapshot["effective_on"]),
        "ends": _day_of(snapshot["ends_on"]),
        "doc": _with_edges(snapshot),
        "house": house,
        "drawing": _drawing(snapshot, edition) if room else "",
    }


def _sign(snapshot: Snapshot) -> dict[str, Any]:
    subjects = {subject["key"]: _for_players(subject) for subject in snapshot["rules"]["subjects"]}
    stated = snapshot["ruleset"].get("limits")
    limits = subjects["limits"]["rows"] if stated and "limits" in subjects else []
    terms = [subjects[key] for key in ON_THE_SIGN if key in subjects]
    pays = _what_each_pays(snapshot["rules"]["groups"])
    lines = len(limits) + len(snapshot["rules"]["signs"]) + sum(len(subject["rows"]) for subject in terms)
    fit = "long" if lines > MOST_TERMS else ""
    if lines <= FEW_TERMS and len(pays) <= FEW_PAYOUTS:
        fit = "roomy"
    return {"limits": limits, "terms": terms, "pays": pays, "fit": fit}


def _for_players(subject: dict[str, Any]) -> dict[str, Any]:
    """A subject of the rules without its clauses: bets that share a rule share a row, wherever it stands."""
    bets: dict[str, list[str]] = {}
    for row in subject["rows"]:
        names = row.get("names") if subject["key"] in HEADED else None
        bets.setdefault(row["value"], []).extend(names or [row["label"]])
    return subject | {"rows": [{"bets": and_list(names), "value": value} for value, names in bets.items()]}


def _what_each_pays(groups: list[dict[str, Any]]) -> list[dict[str, str]]:
    """A row for each bet; those made of several parts need one between them."""
    rows, combined = [], []
    for group in groups:
        for wager in group["wagers"]:
            if group["key"] == "combined":
                combined.append(wager["name"])
                continue
            pays = [f"{pay['odds']} on {pay['on']}" if pay["on"] else pay["odds"] for pay in wager["pays"]]
            rows.append({"bets": wager["name"], "value": ", ".join(pays)})
    if combined:
        rows.append({"bets": and_list(combined), "value": "each part like a bet of its own"})
    return rows


def _with_edges(snapshot: Snapshot) -> Snapshot:
    """The rules with what the house keeps of each wager: one figure, or the least and the most."""
    kept: dict[str, list[str]] = {}
    for row in snapshot["edges"]:
        kept.setdefault(row["bet"], []).append(row["edge"])
    groups = [
        group | {"wagers": [w | {"keeps": _range(kept.get(w["wager"], []))} for w in group["wagers"]]}
        for group in snapshot["rules"]["groups"]
    ]
    return snapshot | {"rules": snapshot["rules"] | {"groups": groups}}


def _range(figures: list[str]) -> str:
    ordered = sorted(dict.fromkeys(figures), key=lambda figure: (len(figure), figure))
    if len(ordered) < 2:
        return "".join(ordered).replace("0.00%", "nothing")
    return f"{ordered[0]} to {ordered[-1]}"


def _drawing(snapshot: Snapshot, edition: Edition | None) -> SafeString:
    """The approved layout; where none was stated, the edition's standard one with the wagers offered."""
    ruleset = load_ruleset(snapshot["ruleset"], edition)
    title = f"Drawing of the craps table layout at {snapshot['property']}, with the area of each wager"
    return mark_safe(draw(layout_of(ruleset), title=title, edition=ruleset.edition, printing=True))  # noqa: S308  # escaped there


def _qr(url: str, title: str) -> SafeString:
    code = segno.make(url, error="m", micro=False)
    drawn = code.svg_inline(border=0, dark="#0a3d2b", svgclass="qr", lineclass=None, title=title)
    return mark_safe(drawn)  # noqa: S308  # drawn from the modules of the code


def _day_of(iso: str | None) -> str:
    return format_day(date.fromisoformat(iso)) if iso else ""


def _in_groups(digest: str) -> list[str]:
    """Eight characters at a time, so that two people can compare it aloud."""
    return [digest[i : i + 8] for i in range(0, len(digest), 8)]
