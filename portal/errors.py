"""The errors a service may raise instead of doing what it was asked.

Each message is written for the person who asked: it says what is wrong and what to do.
"""

from collections.abc import Mapping


class DomainError(Exception):
    """Base of every error that pages and the API show to the user."""

    code = "refused"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class NotFound(DomainError):
    """It does not exist, or the actor may not know that it exists."""

    code = "not_found"


class NotPermitted(DomainError):
    """The actor's roles do not allow this."""

    code = "not_permitted"


class SecondFactorNeeded(NotPermitted):
    """The person may do this, once they have shown their second factor again or set one up."""

    code = "second_factor_needed"


class NotPossible(DomainError):
    """The current state does not allow this."""

    code = "not_possible"

    def __init__(self, message: str, *, field: str = "", problems: tuple[dict[str, str], ...] = ()) -> None:
        super().__init__(message, field=field)
        self.problems = problems


class BadValue(DomainError):
    """A value is not valid; `field` names it."""

    code = "bad_value"


class BadValues(BadValue):
    """Several values are not valid: a message for each field."""

    def __init__(self, by_field: Mapping[str, str]) -> None:
        field, message = next(iter(by_field.items()))
        super().__init__(message, field=field)
        self.by_field = dict(by_field)


class Conflict(DomainError):
    """Someone else changed it first. Carries both versions so that a page can show them."""

    code = "conflict"

    def __init__(self, message: str, *, theirs: object = None, mine: object = None) -> None:
        super().__init__(message)
        self.theirs = theirs
        self.mine = mine
