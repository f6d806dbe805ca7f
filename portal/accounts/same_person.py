"""One person with two accounts, as far as it can be known: the same mailbox or the same name.

Four eyes on a decision mean two people, so a regulator has one account for each.
"""

import unicodedata
from collections.abc import Iterable

from portal.accounts.models import Organisation, User
from portal.errors import BadValue


def mailbox(email: str) -> str:
    """The address without what most mail systems ignore: dots, what follows a plus sign, capitals."""
    local, _, domain = email.strip().casefold().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def plain_name(name: str) -> str:
    """The words of a name in any order, without capitals, accents and punctuation."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(
        each if each.isalnum() else " " for each in decomposed if not unicodedata.combining(each)
    )
    return " ".join(sorted(letters.split()))


def seems_same(one: User, other: User) -> bool:
    """Whether two accounts look like those of one person."""
    if one.pk == other.pk:
        return True
    return mailbox(one.email) == mailbox(other.email) or (
        one.organisation_id == other.organisation_id and plain_name(one.name) == plain_name(other.name)
    )


def refuse_second_account(
    organisation: Organisation | None, *, email: str = "", name: str = "", without: Iterable[int] = ()
) -> None:
    """BadValue if a regulator has an open account with this mailbox or name already."""
    if organisation is None or not organisation.is_regulator:
        return
    people = organisation.users.filter(is_active=True, is_machine=False).exclude(pk__in=list(without))
    for person in people:
        if email and mailbox(person.email) == mailbox(email):
            raise BadValue(
                f"{email} is the mailbox of {person.name} <{person.email}>. A regulator has one account for "
                "each person, because a decision needs two people.",
                field="email",
            )
        if name.strip() and plain_name(person.name) == plain_name(name):
            raise BadValue(
                f"{organisation} has an account named {person.name}, and a decision needs two people. If "
                "this is somebody else, add a middle name or an initial.",
                field="name",
            )
