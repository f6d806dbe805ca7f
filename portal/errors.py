"""What a service may answer instead of doing what it was asked.

Each message is written for the person who asked: it says what is so and what would be right.
"""


class DomainError(Exception):
    """Base of every refusal a page or the API may show as it is."""

    code = "refused"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class NotFound(DomainError):
    """It does not exist, or the actor may not know that it does: the answer is the same."""

    code = "not_found"


class NotPermitted(DomainError):
    """The actor's roles do not allow this."""

    code = "not_permitted"


class NotPossible(DomainError):
    """The thing is in a state, or lacks something, that rules this out."""

    code = "not_possible"

    def __init__(self, message: str, *, field: str = "", problems: tuple[dict[str, str], ...] = ()) -> None:
        super().__init__(message, field=field)
        self.problems = problems


class BadValue(DomainError):
    """A value given cannot be used; `field` names it."""

    code = "bad_value"


class Conflict(DomainError):
    """Someone else changed it first. Both sides are carried so that a page can show them."""

    code = "conflict"

    def __init__(self, message: str, *, theirs: object = None, mine: object = None) -> None:
        super().__init__(message)
        self.theirs = theirs
        self.mine = mine
