"""`make states`: writes the table of transitions into docs/states.md, as a Mermaid diagram and in words.

A test fails when the file is not the table's.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from portal.accounts.permissions import PERMISSIONS
from portal.review.transitions import TRANSITIONS, Transition
from portal.submissions.models import CLOCK_RUNS, State

PAGE = settings.BASE_DIR / "docs" / "states.md"

PAGE_TEXT = """\
# The states of a submission

```mermaid
{diagram}
```

Written from `portal/review/transitions.py` by `make states`. Only `portal/review/workflow.py` sets a state.
“Approved with conditions” is an outcome of the move “Approve”, not a state: the decision says it, and each
condition is met or open.

| move | from | to | who | what must hold |
|---|---|---|---|---|
{rows}

- The regulator's clock runs while a submission is {running}.
  It is paused in “{query_open}” and “{returned}”.
- A query is answered by the move back to “{in_review}”. A returned submission comes back as a new version:
  one that was submitted before is refused.
- Submit, return, recommend, approve and refuse carry the digest of the version that the person read.
  If it has changed, nothing happens and both versions are shown.
- An approval comes into force on its day, at the tables it covers; the approvals that these tables were under
  end there in the same transaction. One that holds at no other table is superseded.
- Suspend, lift, surrender and revoke can be made at some tables of an approval. It is in force while it is in
  force at one of them, and suspended while it is suspended at all of them.
- A move that is refused is in the audit trail like one that is made.
"""


class Command(BaseCommand):
    help = "Writes the states of a submission and the moves between them into docs/states.md."

    def handle(self, *args: Any, **options: Any) -> None:
        PAGE.write_text(page())
        self.stdout.write(f"Wrote {PAGE.name}.")


def page() -> str:
    """The table as a diagram and in words."""
    return PAGE_TEXT.format(
        diagram=diagram(),
        rows="\n".join(_row(transition) for transition in TRANSITIONS.values()),
        running=", ".join(f"“{state.label}”" for state in CLOCK_RUNS),
        query_open=State.QUERY_OPEN.label,
        returned=State.RETURNED.label,
        in_review=State.IN_REVIEW.label,
    )


def diagram() -> str:
    """The table as a Mermaid state diagram, which GitHub draws."""
    targets = {transition.target for transition in TRANSITIONS.values()}
    sources = {source for transition in TRANSITIONS.values() for source in transition.sources}
    return "\n".join(
        [
            "stateDiagram-v2",
            *(f'    state "{state.label}" as {state.value}' for state in State),
            *(f"    [*] --> {state.value}" for state in State if state not in targets),
            *(
                f"    {source.value} --> {transition.target.value}: {transition.label}"
                for transition in TRANSITIONS.values()
                if transition.target is not None
                for source in transition.sources
            ),
            *(f"    {state.value} --> [*]" for state in State if state not in sources),
        ]
    )


def _row(transition: Transition) -> str:
    sources = ", ".join(source.label for source in transition.sources)
    target = transition.target.label if transition.target else "stays"
    holds = "; ".join(guard.__name__.replace("_", " ") for guard in (*transition.only_if, *transition.guards))
    return f"| {transition.label} | {sources} | {target} | {_who(transition)} | {holds} |"


def _who(transition: Transition) -> str:
    if transition.permission is None:
        return "Baize, on its day"
    return " or ".join(sorted(role.label.lower() for role in PERMISSIONS[transition.permission]))
