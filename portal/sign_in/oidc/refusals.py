"""Why a provider's answer signs nobody in: what the page says, and the entry in the audit trail."""

import logging
from dataclasses import dataclass

from portal.accounts.events import send_changed
from portal.accounts.models import Organisation, User
from portal.oidc_providers import Provider

logger = logging.getLogger("baize.security")


@dataclass(frozen=True)
class Words:
    title: str
    text: str  # what happened; {provider} is its name
    advice: str


AGAIN = "Go back to the sign-in page and start again."
ASK = "Ask your organisation’s administrator or those who run the provider."
REASONS = {
    "state": Words(
        "This sign-in has ended",
        "It was started in another browser, was finished already, or more than ten minutes have passed.",
        AGAIN,
    ),
    "cancelled": Words(
        "You cancelled the sign-in",
        "{provider} reports that you did not continue.",
        f"If you did not: {AGAIN}",
    ),
    "provider": Words(
        "{provider} reports an error",
        "It did not sign you in. The error is on its side, or in how Baize is set up there.",
        f"Try again in a few minutes. If it happens again: {ASK}",
    ),
    "unreachable": Words(
        "{provider} cannot be reached",
        "It did not answer, or not in a way that Baize understands.",
        f"Try again in a few minutes. If it happens again: {ASK}",
    ),
    "exchange": Words(
        "{provider} did not accept Baize",
        "It refused to say who you are. Baize may not be set up there, or its secret has changed.",
        f"Try again once. If it happens again: {ASK}",
    ),
    "token": Words(
        "The answer could not be trusted",
        "An answer came in the name of {provider}, but the checks of its sender or of this sign-in failed.",
        f"Try again once. If it happens again, report it. {ASK}",
    ),
    "unlinked": Words(
        "No account is linked to this identity",
        "{provider} knows you, but you have not linked this identity to an account here. The same "
        "e-mail address alone is not enough.",
        "If you have an account: sign in with your password or passkey, open “Your account”, then “Sign-in "
        "through your organisation”, and link it. If you were invited: open the link of the invitation. "
        "Otherwise your organisation’s administrator can invite you.",
    ),
    "organisation": Words(
        "{provider} does not sign in for your organisation",
        "The account that is linked to this identity belongs to an organisation that does not use it.",
        "Sign in another way, or ask your organisation’s administrator.",
    ),
    "closed": Words(
        "This account is closed",
        "The account that is linked to this identity is not open.",
        "Ask your organisation’s administrator.",
    ),
    "deactivated": Words(
        "Your organisation was deactivated",
        "Nobody can act for it here until those who run this site activate it again.",
        "Ask them.",
    ),
    "unverified": Words(
        "{provider} has not confirmed your e-mail address",
        "An invitation is accepted by the person it was sent to, and {provider} does not say that you have "
        "checked your address there.",
        "Confirm your address there and open the invitation’s link again, or choose a password instead.",
    ),
    "email": Words(
        "The invitation is for another address",
        "You are signed in at {provider} with another e-mail address than the invitation was sent to.",
        "Sign in there with the invited address and open the invitation’s link again, or ask for an "
        "invitation to the address you use there.",
    ),
    "taken": Words(
        "This identity is linked already",
        "This identity of {provider} is already linked to an account here, yours or somebody else’s.",
        "Sign in with it to see which. An identity belongs to one account.",
    ),
}


class ProviderRefused(Exception):
    """Nobody was signed in and nothing was stored."""

    def __init__(self, provider: Provider, reason: str, detail: str = "", person: User | None = None) -> None:
        super().__init__(f"{provider.id}: {reason} {detail}".strip())
        self.provider, self.reason, self.detail, self.person = provider, reason, detail, person

    @property
    def words(self) -> Words:
        found, name = REASONS[self.reason], self.provider.name
        return Words(*(part.format(provider=name) for part in (found.title, found.text, found.advice)))


def record_refusal(refused: ProviderRefused) -> None:
    """An entry for whom it concerns; a log line of a sign-in that nobody began, which anyone can send."""
    about = refused.person or Organisation.objects.filter(name__in=refused.provider.organisations).first()
    if refused.reason == "state" or about is None:
        logger.warning(
            "sign_in.failed through %s: %s",
            refused.provider.id,
            refused.reason,
            extra={"event": "sign_in.failed"},
        )
        return
    told = {"provider": refused.provider.id, "reason": refused.reason, "detail": refused.detail}
    send_changed(
        None,
        "sign_in.failed",
        about,
        after={name: value for name, value in told.items() if value},
        organisation=about if isinstance(about, Organisation) else None,
    )
