"""`make states`: draws the table of transitions into docs/states.svg and writes it out in docs/states.md.

Where a state stands and which way a line takes is said here; what states and moves there are is read from
the table. A move that has no line yet stops the drawing, and a test fails when the files are not the table's.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal.accounts.models import Role
from portal.accounts.permissions import PERMISSIONS
from portal.review.transitions import TRANSITIONS, Transition
from portal.submissions.models import CLOCK_RUNS, State

SVG, PAGE = settings.BASE_DIR / "docs" / "states.svg", settings.BASE_DIR / "docs" / "states.md"
WIDTH, HEIGHT = 1450, 560
BOX = (132, 44)

# The middle of each state's box.
PLACES: dict[str, tuple[int, int]] = {
    State.DRAFT: (100, 250),
    State.RETURNED: (320, 90),
    State.SUBMITTED: (320, 250),
    State.QUERY_OPEN: (560, 90),
    State.IN_REVIEW: (560, 250),
    State.REFUSED: (800, 90),
    State.RECOMMENDED: (800, 250),
    State.APPROVED: (1020, 250),
    State.SUSPENDED: (1240, 90),
    State.IN_FORCE: (1240, 250),
    State.WITHDRAWN: (440, 460),
    State.SURRENDERED: (850, 460),
    State.REVOKED: (1020, 460),
    State.SUPERSEDED: (1190, 460),
    State.EXPIRED: (1350, 460),
}

# The way of each move from each of its sources. Moves with many sources gather on a line of their own.
WAYS: dict[tuple[str, str], str] = {
    ("submit", State.DRAFT): "M166 250 H252",
    ("submit", State.RETURNED): "M320 112 V226",
    ("claim", State.SUBMITTED): "M386 250 H492",
    ("claim", State.IN_REVIEW): "M590 272 C602 318 518 318 530 274",
    ("open_query", State.IN_REVIEW): "M544 228 V114",
    ("answer_query", State.QUERY_OPEN): "M576 112 V226",
    ("return_for_amendment", State.IN_REVIEW): "M494 240 L388 108",
    ("recommend", State.IN_REVIEW): "M626 240 H732",
    ("send_back", State.RECOMMENDED): "M734 262 H628",
    ("refuse", State.RECOMMENDED): "M800 228 V114",
    ("approve", State.RECOMMENDED): "M866 250 H952",
    ("come_into_force", State.APPROVED): "M1086 250 H1172",
    ("suspend", State.IN_FORCE): "M1224 228 V114",
    ("lift_suspension", State.SUSPENDED): "M1256 112 V226",
    ("withdraw", State.DRAFT): "M100 272 V360 H440 V436",
    ("withdraw", State.SUBMITTED): "M320 272 V360 H440 V436",
    ("withdraw", State.RETURNED): "M254 90 H210 V360 H440 V436",
    ("withdraw", State.IN_REVIEW): "M560 272 V360 H440 V436",
    ("withdraw", State.QUERY_OPEN): "M626 90 H680 V360 H440 V436",
    ("withdraw", State.RECOMMENDED): "M786 272 V360 H440 V436",
    ("surrender", State.APPROVED): "M1006 272 V340 H850 V436",
    ("surrender", State.IN_FORCE): "M1196 272 V340 H850 V436",
    ("surrender", State.SUSPENDED): "M1306 82 H1424 V340 H850 V436",
    ("revoke", State.APPROVED): "M1034 272 V366 H1020 V436",
    ("revoke", State.IN_FORCE): "M1214 272 V366 H1020 V436",
    ("revoke", State.SUSPENDED): "M1306 90 H1410 V366 H1020 V436",
    ("supersede", State.IN_FORCE): "M1240 272 V392 H1190 V436",
    ("supersede", State.SUSPENDED): "M1306 98 H1396 V392 H1190 V436",
    ("expire", State.IN_FORCE): "M1270 272 V412 H1350 V436",
    ("expire", State.SUSPENDED): "M1306 106 H1382 V412 H1350 V436",
}

# Where each move's name stands: middle, or start or end of the text.
NAMES: dict[str, tuple[int, int, str]] = {
    "submit": (210, 240, "middle"),
    "claim": (439, 240, "middle"),
    "open_query": (536, 176, "end"),
    "answer_query": (584, 176, "start"),
    "return_for_amendment": (442, 160, "middle"),
    "recommend": (680, 230, "middle"),
    "send_back": (680, 282, "middle"),
    "refuse": (808, 176, "start"),
    "approve": (909, 240, "middle"),
    "come_into_force": (1129, 240, "middle"),
    "suspend": (1216, 176, "end"),
    "lift_suspension": (1264, 176, "start"),
    "withdraw": (448, 404, "start"),
    "surrender": (858, 404, "start"),
    "revoke": (1028, 404, "start"),
    "supersede": (1182, 416, "end"),
    "expire": (1308, 428, "middle"),
}

# Fewer words where the whole would run into its neighbours.
SHORT = {
    "claim": "Take case",
    "open_query": "Ask",
    "answer_query": "Answer",
    "return_for_amendment": "Return",
    "send_back": "Send back",
    "come_into_force": "Take effect",
    "lift_suspension": "Lift",
}

HANDS = {
    "operator": ("#1d5fa8", "the operator"),
    "officer": ("#1b6e46", "an officer"),
    "approver": ("#8a3b12", "an approver"),
    "baize": ("#555b58", "Baize, when a day comes"),
}


PAGE_TEXT = """\
# The states of a submission

![The states of a submission and the moves between them](states.svg)

Drawn from `portal/review/transitions.py` with `make states`. Only `portal/review/workflow.py` writes a state.
“Approved with conditions” is an outcome of the move “Approve” and no state of its own: the decision says it,
and each condition is met or open.

| move | from | to | who | what must hold |
|---|---|---|---|---|
{rows}

- The regulator's clock runs while a submission is {running}.
  It stands still in “{query_open}” and “{returned}”.
- A query is answered by the move back to “{in_review}”. A returned submission comes back as a new version:
  one that was handed in before is refused.
- Submit, return, recommend, approve and refuse carry the digest of the version the person had before them.
  If it has changed, nothing happens and both versions are shown.
- An approval whose day has come takes force; whatever held for the same game at the same casino is superseded
  in the same transaction.
- A move that is turned away is in the audit trail like one that is made.
"""


class Command(BaseCommand):
    help = "Draws the states of a submission and the moves between them into docs/."

    def handle(self, *args: Any, **options: Any) -> None:
        SVG.write_text(drawing())
        PAGE.write_text(page())
        self.stdout.write(f"Wrote {SVG.name} and {PAGE.name}.")


def drawing() -> str:
    """The table as a picture."""
    _check()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-labelledby="title about" font-family="system-ui, sans-serif" font-size="14">',
        '<title id="title">The states of a submission and the moves between them</title>',
        f'<desc id="about">{escape(_told())}</desc>',
        "<defs>"
        + "".join(
            f'<marker id="to-{hand}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            f'orient="auto"><path d="M0 0 L8 4 L0 8 Z" fill="{colour}"/></marker>'
            for hand, (colour, _) in HANDS.items()
        )
        + "</defs>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for (name, _), way in WAYS.items():
        colour, hand = HANDS[_hand(TRANSITIONS[name])][0], _hand(TRANSITIONS[name])
        dashes = ' stroke-dasharray="6 4"' if hand == "baize" else ""
        parts.append(
            f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="1.6"{dashes} '
            f'marker-end="url(#to-{hand})"/>'
        )
    parts += [_state(State(state), x, y) for state, (x, y) in PLACES.items()]
    for name, (x, y, anchor) in NAMES.items():
        colour = HANDS[_hand(TRANSITIONS[name])][0]
        words = escape(SHORT.get(name, TRANSITIONS[name].label))
        parts.append(
            f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" stroke="#ffffff" '
            f'stroke-width="5" paint-order="stroke">{words}</text>'
        )
    parts.append(_legend())
    return "\n".join([*parts, "</svg>"]) + "\n"


def page() -> str:
    """The table in words."""
    rows = []
    for transition in TRANSITIONS.values():
        sources = ", ".join(source.label for source in transition.sources)
        holds = "; ".join(guard.__name__.replace("_", " ") for guard in transition.guards)
        rows.append(
            f"| {transition.label} | {sources} | {transition.target.label} | {_who(transition)} | {holds} |"
        )
    running = ", ".join(f"“{state.label}”" for state in CLOCK_RUNS)
    return PAGE_TEXT.format(
        rows="\n".join(rows),
        running=running,
        query_open=State.QUERY_OPEN.label,
        returned=State.RETURNED.label,
        in_review=State.IN_REVIEW.label,
    )


def _check() -> None:
    """The drawing shows every state and every move of the table, and no other."""
    wanted = {(name, str(source)) for name, t in TRANSITIONS.items() for source in t.sources}
    drawn = {(name, str(source)) for name, source in WAYS}
    if wanted != drawn or set(NAMES) != set(TRANSITIONS) or set(PLACES) != set(State):
        raise CommandError(f"draw_states.py and the table of transitions differ: {sorted(wanted ^ drawn)}")


def _state(state: State, x: int, y: int) -> str:
    width, height = BOX
    begins = not any(transition.target == state for transition in TRANSITIONS.values())
    ends = not any(state in transition.sources for transition in TRANSITIONS.values())
    fill = "#eef1ef" if ends else "#0d4a38"
    ink = "#1c2421" if ends else "#ffffff"
    lines = state.label.split(" for ")
    spoken = [lines[0], f"for {lines[1]}"] if len(lines) > 1 else [state.label]
    text = "".join(
        f'<text x="{x}" y="{y + 5 + 16 * (at - (len(spoken) - 1) / 2):g}" text-anchor="middle" fill="{ink}" '
        f'font-weight="600">{escape(line)}</text>'
        for at, line in enumerate(spoken)
    )
    mark = f'<circle cx="{x - width // 2 - 14}" cy="{y}" r="6" fill="#1c2421"/>' if begins else ""
    return (
        f'<rect x="{x - width // 2}" y="{y - height // 2}" width="{width}" height="{height}" rx="8" '
        f'fill="{fill}" stroke="#0d4a38" stroke-width="1.5"/>{text}{mark}'
    )


def _legend() -> str:
    parts, x = [], 34
    for hand, (colour, words) in HANDS.items():
        dashes = ' stroke-dasharray="6 4"' if hand == "baize" else ""
        parts.append(
            f'<path d="M{x} 530 H{x + 34}" stroke="{colour}" stroke-width="2"{dashes} '
            f'marker-end="url(#to-{hand})"/><text x="{x + 44}" y="535" fill="#1c2421">{words}</text>'
        )
        x += 70 + 8 * len(words)
    return "".join(parts)


def _told() -> str:
    return " ".join(
        f"{t.label}: from {', '.join(s.label for s in t.sources)} to {t.target.label}, by {_who(t)}."
        for t in TRANSITIONS.values()
    )


def _who(transition: Transition) -> str:
    if transition.permission is None:
        return HANDS["baize"][1]
    return " or ".join(sorted(role.label.lower() for role in PERMISSIONS[transition.permission]))


def _hand(transition: Transition) -> str:
    if transition.permission is None:
        return "baize"
    roles = PERMISSIONS[transition.permission]
    if Role.REGULATOR_APPROVER in roles:
        return "approver"
    return "officer" if Role.REGULATOR_OFFICER in roles else "operator"
