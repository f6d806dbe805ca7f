"""Builds the template context of a document from its frozen snapshot, and renders its HTML.

Text that people wrote is escaped by the templates.
"""

from collections import Counter
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from craps import Edition, game_of, load_ruleset
from craps.vocabulary import path_words
from portal.documents.models import DocumentKind
from portal.text import and_list, format_day, format_moment

Snapshot = dict[str, Any]

# Who printed on US Letter instead of A4 before snapshots named their paper.
LETTER_SIZE = ("bc", "md")
TITLES = {
    DocumentKind.CERTIFICATE: "Approval certificate",
    DocumentKind.GUIDE: gettext_noop("Player’s guide"),
    DocumentKind.SIGN: gettext_noop("Table sign"),
    DocumentKind.REFUSAL: "Refusal of table rules",
    DocumentKind.REVOCATION: "Revocation of an approval",
    DocumentKind.QUERY: "A question on your table rules",
    DocumentKind.RECEIPT: "Receipt for your submission",
    DocumentKind.SUSPENSION: "Suspension of an approval",
    DocumentKind.INTENT: "Notice of intent to revoke",
}
TEMPLATES = {
    DocumentKind.CERTIFICATE: "pdf/certificate.html",
    DocumentKind.GUIDE: "pdf/guide.html",
    DocumentKind.SIGN: "pdf/sign.html",
    DocumentKind.RECEIPT: "pdf/receipt.html",
}
GUIDE_IN_ROUNDS = "pdf/guide_in_rounds.html"
# The subjects a player at the table needs, printed on the sign.
SIGN_SUBJECTS = ("odds", "vig", "come_out")
# Subjects whose heading says enough: their rows only name the bets.
HEADED_SUBJECTS = (*SIGN_SUBJECTS, "limits")
# Sign: up to ROOMY_* lines the type is larger; above LONG_TERMS it is smaller, so that the column fits.
ROOMY_TERMS, ROOMY_PAYOUTS, LONG_TERMS = 10, 24, 17
# A game played in rounds has few lines, but a wheel can have sixty kinds of spaces.
LARGE_PAYOUTS, LONG_PAYOUTS = 13, 38
HUGE_TERMS, HUGE_PAYOUTS = 4, 8
# Guide: with more bets and rules than this, its two pages have no room for the drawing.
MAX_LINES_WITH_DRAWING = 43


def render_html(kind: str, snapshot: Snapshot, edition: Edition | None = None) -> str:
    """Return the complete HTML of a document. `edition` is required if it is not built in."""
    kind = DocumentKind(kind)
    context = _shared_context(kind, snapshot)
    if kind == DocumentKind.CERTIFICATE:
        context |= _certificate_context(snapshot, edition)
    elif kind == DocumentKind.GUIDE:
        context |= _guide_context(snapshot, edition)
    elif kind == DocumentKind.SIGN:
        context |= _sign_context(snapshot)
    elif kind == DocumentKind.RECEIPT:
        context |= _receipt_context(snapshot, edition)
    template = TEMPLATES.get(kind, "pdf/letter.html")
    if kind == DocumentKind.GUIDE and snapshot["rules"].get("in_rounds"):
        template = GUIDE_IN_ROUNDS
    return render_to_string(template, context)


def _shared_context(kind: DocumentKind, snapshot: Snapshot) -> dict[str, Any]:
    decided = datetime.fromisoformat(snapshot["decided_at"])
    local = decided.astimezone(ZoneInfo(snapshot["time_zone"]))
    address = snapshot.get("case_url") or snapshot["public_url"]
    if kind == DocumentKind.SIGN and "table" in snapshot:
        address = snapshot["table"]["url"]
    return {
        "kind": kind.value,
        "title": _(TITLES[kind]),
        "doc": snapshot,
        "game": _game(snapshot),
        "letter": _on_letter_paper(snapshot),
        "created": decided.isoformat(timespec="seconds"),
        "decided": format_day(local.date()),
        "decided_at": format_moment(local),
        "due": _day_of(snapshot.get("due_on")),
        "last_day": _day_of(snapshot.get("last_day")),
        "at_tables": and_list([table["label"] for table in snapshot.get("tables", [])]),
        "notice": _notice(snapshot.get("notice")),
        "digest": _in_groups(snapshot["ruleset_digest"]),
        # The code of a table's sign carries a signed statement behind the address.
        "qr": _qr(snapshot.get("qr_text") or address, _("QR code for {address}").format(address=address)),
    }


def _notice(notice: dict[str, str] | None) -> dict[str, str]:
    """When the operator was told of the intent, could reply and replied; nothing without a notice."""
    if not notice:
        return {}
    return {
        "given": _day_of(notice["given_on"]),
        "reply_by": _day_of(notice["reply_by"]),
        "replied": _day_of(notice["replied_on"]),
    }


def _certificate_context(snapshot: Snapshot, edition: Edition | None) -> dict[str, Any]:
    rules = snapshot["rules"]
    groups = [
        {"id": f"group-{place}", "title": group["title"]}
        for place, group in enumerate(rules["groups"], start=1)
    ]
    subjects = [{"id": f"subject-{s['key']}", "title": s["title"]} for s in rules["subjects"]]
    if rules.get("in_rounds"):
        groups.insert(0, {"id": "course", "title": f"How a {rules['round']} goes"})
    readings = [{"id": "readings", "title": "How open questions are read"}] if rules.get("readings") else []
    waived = [_waiver(waiver, snapshot["chosen"], edition) for waiver in snapshot["waivers"]]
    named = Counter(waiver["what"] for waiver in waived)
    return {
        "effective": _day_of(snapshot["effective_on"]),
        "ends": _day_of(snapshot["ends_on"]),
        "conditions": [{"text": c["text"], "due": _day_of(c["due_on"])} for c in snapshot["conditions"]],
        # Where several waivers are about one choice, the breaches tell them apart.
        "waived": [
            waiver | {"what": waiver["message"] if named[waiver["what"]] > 1 else waiver["what"]}
            for waiver in waived
        ],
        "drawing": _drawing(snapshot, edition),
        "chapters": [
            {"id": "choices", "title": "What this casino chose", "parts": subjects},
            {"id": "wagers", "title": "The wagers, clause by clause", "parts": groups},
            {"id": "layout", "title": "The table layout"},
            {"id": "edges", "title": "House edge of each wager"},
            {"id": "examples", "title": "Worked examples"},
            *readings,
            {"id": "findings", "title": "Findings and their resolution"},
            {"id": "checking", "title": "How to check this document"},
        ],
    }


def _waiver(waiver: dict[str, str], chosen: list[dict[str, Any]], edition: Edition | None) -> dict[str, str]:
    """The approved choice that the waived finding is about, with the clause it departs from."""
    path = waiver["path"]
    for row in chosen:
        if path == row["path"] or path.startswith((f"{row['path']}.", f"{row['path']}[")):
            what = f"{row['label']}: {row['value']}"
            break
    else:
        what = path_words(path, edition)
    return {"what": what, "clause": waiver["clause"], "message": waiver.get("message") or what}


def _guide_context(snapshot: Snapshot, edition: Edition | None) -> dict[str, Any]:
    # The drawing shows the layout.
    house = [
        _for_players(s)
        for s in snapshot["rules"]["subjects"]
        if s["key"] != "layout" and not s.get("compared")  # payouts stand with their bets
    ]
    bets = sum(len(group["wagers"]) for group in snapshot["rules"]["groups"])
    lines = bets + sum(len(subject["rows"]) for subject in house)
    return {
        "effective": _day_of(snapshot["effective_on"]),
        "ends": _day_of(snapshot["ends_on"]),
        "doc": _with_edges(snapshot),
        "wagers": _wagers_in_rounds(snapshot) if snapshot["rules"].get("in_rounds") else [],
        "house": house,
        "drawing": _drawing(snapshot, edition) if lines <= MAX_LINES_WITH_DRAWING else "",
    }


def _receipt_context(snapshot: Snapshot, edition: Edition | None) -> dict[str, Any]:
    explanations = snapshot["explanations"]
    return {
        "waivers": [row for row in explanations if row["kind"] == "waiver"],
        "reasons": [row for row in explanations if row["kind"] != "waiver"],
        "uploads": [row | {"hash": _in_groups(row["sha256"])} for row in snapshot["uploads"]],
        "drawing": _drawing(snapshot, edition) if "layout" in snapshot["ruleset"] else "",
    }


def _sign_context(snapshot: Snapshot) -> dict[str, Any]:
    subjects = {subject["key"]: _for_players(subject) for subject in snapshot["rules"]["subjects"]}
    stated = snapshot["ruleset"].get("limits")
    limits = subjects["limits"]["rows"] if stated and "limits" in subjects else []
    terms = [subjects[key] for key in SIGN_SUBJECTS if key in subjects]
    rules = snapshot["rules"]
    pays = _counted_payouts(rules["subjects"]) if rules.get("in_rounds") else _payout_rows(rules["groups"])
    lines = len(limits) + len(snapshot["rules"]["signs"]) + sum(len(subject["rows"]) for subject in terms)
    fit = "long" if lines > LONG_TERMS else ""
    if lines <= ROOMY_TERMS and len(pays) <= ROOMY_PAYOUTS:
        fit = "roomy"
        if rules.get("in_rounds") and len(pays) <= LARGE_PAYOUTS:
            fit = "large huge" if len(pays) <= HUGE_PAYOUTS and lines <= HUGE_TERMS else "large"
    elif len(pays) > LONG_PAYOUTS and rules.get("in_rounds"):
        fit = "long dense"
    return {"limits": limits, "terms": terms, "pays": pays, "fit": fit}


def _for_players(subject: dict[str, Any]) -> dict[str, Any]:
    """A subject of the rules without its clauses, one row for all bets with the same rule."""
    bets: dict[str, list[str]] = {}
    for row in subject["rows"]:
        names = row.get("names") if subject["key"] in HEADED_SUBJECTS else None
        bets.setdefault(row["value"], []).extend(names or [row["label"]])
    return subject | {"rows": [{"bets": and_list(names), "value": value} for value, names in bets.items()]}


def _payout_rows(groups: list[dict[str, Any]]) -> list[dict[str, str]]:
    """A row for each bet, and one row for all combination bets."""
    rows, combined = [], []
    for group in groups:
        for wager in group["wagers"]:
            if group["key"] == "combined":
                combined.append(wager["name"])
                continue
            text = _("{pays} on {what}")
            pays = [
                text.format(pays=pay["odds"], what=pay["on"]) if pay["on"] else pay["odds"]
                for pay in wager["pays"]
            ]
            rows.append({"bets": wager["name"], "value": ", ".join(pays)})
    if combined:
        rows.append({"bets": and_list(combined), "value": _("each part as a separate bet")})
    return rows


def _counted_payouts(subjects: list[dict[str, Any]]) -> list[dict[str, str]]:
    """A row for each payout of a game played in rounds, with how often it is there."""
    rows: list[dict[str, Any]] = next((s["rows"] for s in subjects if s.get("compared")), [])
    return [
        {"bets": f"{row['label']} ({row['among']})" if row["among"] else row["label"], "value": row["pays"]}
        for row in rows
    ]


def _wagers_in_rounds(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Each wager with what it pays and costs: by what it pays on, or by the way it is played."""
    wagers = [wager for group in snapshot["rules"]["groups"] for wager in group["wagers"]]
    told: list[dict[str, Any]] = []
    for wager in wagers:
        costs = [row for row in snapshot["edges"] if row["bet"] == wager["wager"]]
        by_space = {row["on"]: row["edge"] for row in costs if row["on"]}
        slots = [pay | {"edge": by_space.get(pay["on"], "")} for pay in wager["pays"] if pay["on"]]
        like = next((other["name"] for other in told if slots and _pays_on(wager) <= _pays_on(other)), "")
        if like:
            slots = []
        told.append(
            wager
            | {
                "single": _pays_in_words(wager, like) if not slots else "",
                "slots": slots,
                "counted": any(slot["among"] for slot in slots),
                "costed": bool(by_space),
                "costs": [row for row in costs if not row["on"]],
            }
        )
    return told


def _pays_on(wager: dict[str, Any]) -> set[tuple[str, str]]:
    return {(pay["on"], pay["odds"]) for pay in wager["pays"]}


def _pays_in_words(wager: dict[str, Any], like: str) -> str:
    return (
        _("the same as {bet}").format(bet=like) if like else ", ".join(pay["odds"] for pay in wager["pays"])
    )


def _with_edges(snapshot: Snapshot) -> Snapshot:
    """The snapshot with the house edge of each wager: one figure, or the lowest and the highest."""
    edges: dict[str, list[str]] = {}
    for row in snapshot["edges"]:
        edges.setdefault(row["bet"], []).append(row["edge"])
    groups = [
        group | {"wagers": [w | {"keeps": edge_range(edges.get(w["wager"], []))} for w in group["wagers"]]}
        for group in snapshot["rules"]["groups"]
    ]
    return snapshot | {"rules": snapshot["rules"] | {"groups": groups}}


def edge_range(figures: list[str]) -> str:
    ordered = sorted(dict.fromkeys(figures), key=lambda figure: (len(figure), figure))
    if len(ordered) < 2:
        return "0%" if ordered == ["0.00%"] else "".join(ordered)
    return _("{least} to {most}").format(least=ordered[0], most=ordered[-1])


def _drawing(snapshot: Snapshot, edition: Edition | None) -> SafeString:
    """The approved layout; if none was submitted, the edition's standard layout with the wagers offered."""
    ruleset = load_ruleset(snapshot["ruleset"], edition)
    game = game_of(ruleset.edition)
    title = _("Drawing of the {game} table layout at {casino}, with the area of each wager")
    title = title.format(game=_game(snapshot), casino=snapshot["property"])
    return mark_safe(game.draw(ruleset, title=title, printing=True))  # noqa: S308  # draw escapes its text


def _qr(url: str, title: str) -> SafeString:
    code = segno.make(url, error="m", micro=False)
    svg = code.svg_inline(border=0, dark="#0a3d2b", svgclass="qr", lineclass=None, title=title)
    return mark_safe(svg)  # noqa: S308  # segno escapes the title


def _on_letter_paper(snapshot: Snapshot) -> bool:
    return bool(
        snapshot["paper"] == "letter" if "paper" in snapshot else snapshot["jurisdiction"] in LETTER_SIZE
    )


def _game(snapshot: Snapshot) -> str:
    """The game's name in a sentence; a snapshot of an earlier version has what the edition calls it."""
    return str(snapshot.get("game_name") or snapshot["game"])


def _day_of(iso: str | None) -> str:
    return format_day(date.fromisoformat(iso)) if iso else ""


def _in_groups(digest: str) -> list[str]:
    """Groups of eight characters, so that two people can compare a digest aloud."""
    return [digest[i : i + 8] for i in range(0, len(digest), 8)]
