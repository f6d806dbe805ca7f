"""The time zone in which a person reads times that belong to no single jurisdiction."""

from datetime import UTC, tzinfo

from portal.accounts.models import User


def zone_of(user: User) -> tzinfo:
    """The zone of the person's organisation; UTC for those who run the site."""
    return user.organisation.zone if user.organisation is not None else UTC
