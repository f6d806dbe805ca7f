"""What people must say when they act on a case, and the message they get if they do not."""

from portal.errors import BadValue
from portal.text import LONGEST, limited_text


def require_no_conflict(stated: bool) -> None:
    if stated is not True:
        raise BadValue(
            "State that you have no conflict of interest in this case. "
            "If you have one, leave the case to a colleague.",
            field="no_conflict",
        )


def require_reason(text: str, message: str) -> str:
    return require_text(text, "reason", message, longest=LONGEST)


def require_text(text: str, field: str, message: str, longest: int = 120) -> str:
    if not text.strip():
        raise BadValue(message, field=field)
    return limited_text(text, field=field, longest=longest)
