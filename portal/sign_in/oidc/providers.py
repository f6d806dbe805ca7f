"""Which providers there are, whose people they sign in, and who signs in with nothing else."""

from django.conf import settings

from portal.accounts.models import Organisation, User
from portal.oidc_providers import Provider


def all_providers() -> tuple[Provider, ...]:
    return tuple(settings.OIDC_PROVIDERS)


def find_provider(provider_id: str) -> Provider | None:
    return next((each for each in all_providers() if each.id == provider_id), None)


def providers_of(organisation: Organisation | None) -> list[Provider]:
    """Those through which people of this organisation may sign in."""
    if organisation is None:
        return []
    return [each for each in all_providers() if organisation.name in each.organisations]


def is_required(organisation: Organisation | None) -> bool:
    """Whether its people sign in through a provider only. Those who run the site have no organisation."""
    return any(each.required for each in providers_of(organisation))


def serves(provider: Provider, user: User) -> bool:
    """Whether the person is one of those whom the provider may sign in."""
    return user.organisation is not None and user.organisation.name in provider.organisations


def way(provider: Provider) -> str:
    """How a session names this way of signing in."""
    return f"{_WAY}{provider.id}"


def is_way(text: str) -> bool:
    return text.startswith(_WAY)


def way_words(text: str) -> str:
    """In words, for the list of sessions; "" for sessions from before it was noted."""
    if not is_way(text):
        return _WORDS.get(text, "")
    found = find_provider(text.removeprefix(_WAY))
    return f"through {found.name}" if found else "through a provider that is no longer set up"


_WAY = "provider:"
_WORDS = {
    "password": "with the password",
    "passkey": "with a passkey",
    "demonstration": "with one click of the demonstration",
}
