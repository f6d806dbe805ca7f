"""Whether an organisation is active: asked, and held until the commit, by whatever would let somebody in."""

from portal.accounts.models import Organisation
from portal.errors import NotPossible
from portal.text import format_day


def hold_active(organisation: Organisation) -> Organisation:
    """The organisation, locked until the commit: NotPossible if it was deactivated in the meantime."""
    held = Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    if not held.is_active:
        raise NotPossible(deactivated_words(held))
    return held


def deactivated_words(organisation: Organisation) -> str:
    """What its people are told. Why it happened is for those who run the site to say."""
    since = organisation.deactivated_at
    on = f" on {format_day(since.astimezone(organisation.zone))}" if since else ""
    return (
        f"{organisation} was deactivated{on}. Nobody can act for it here until those who run this site "
        "activate it again; ask them."
    )
