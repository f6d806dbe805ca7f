"""The list of standard texts in the form of a move. “Insert” copies one into the form, without a script."""

from dataclasses import dataclass, field

from django.http import QueryDict

from portal.accounts.models import User
from portal.review.models import StandardKind, StandardText
from portal.review.standards import standards_for

LABELS: dict[str, str] = {
    StandardKind.CONDITION: "Standard conditions",
    StandardKind.QUESTION: "Standard questions",
}
FIELD = "standard"  # its name and id


@dataclass(frozen=True)
class Picker:
    label: str = ""
    texts: list[StandardText] = field(default_factory=list)
    chosen: int | None = None  # shown as selected: it is not inserted yet
    text: str = ""  # to insert now
    error: str = ""

    @property
    def is_used(self) -> bool:
        """The form was sent to insert a text, or with one that was chosen and not inserted."""
        return bool(self.text or self.error)

    @property
    def errors(self) -> list[tuple[str, str]]:
        return [(FIELD, self.error)] if self.error else []


def picker(actor: User, kind: str, posted: QueryDict) -> Picker:
    """What a form offers, and what was done with it. A text that was chosen is never left out silently."""
    texts = standards_for(actor, kind) if kind else []
    label = LABELS.get(kind, "Standard paragraphs")
    given = posted.get(FIELD, "")
    row = next((one for one in texts if str(one.pk) == given), None)
    if "insert" in posted:
        if row:
            return Picker(label, texts, text=row.current.text)
        return Picker(label, texts, error="Choose a text from the list before you insert it.")
    if row and not {"more", "change"} & set(posted):
        error = f"“{row}” is chosen and not inserted. Select Insert, or choose None."
        return Picker(label, texts, row.pk, error=error)
    return Picker(label, texts, row.pk if row else None)
