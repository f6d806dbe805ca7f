"""The steps between the password and being signed in: second factor, and a provider that is required."""

from typing import Any

from allauth.account.stages import LoginStage, LoginStageController
from django.http import HttpRequest
from django.shortcuts import redirect

from portal.accounts.models import User
from portal.sign_in import trusted
from portal.sign_in.factors import has_second_factor
from portal.sign_in.oidc import providers

KEY = "second_factor"
PROVIDER_KEY = "provider"
WAY = "sign_in_way"  # on the request with which a sign-in is finished


class SecondFactorStage(LoginStage):  # type: ignore[misc]  # allauth ships no types
    key = KEY
    urlname = "account:sign-in-code"

    def handle(self) -> tuple[Any, bool]:
        """Ask for the second factor, unless there is none or the browser is trusted."""
        user = self.login.user
        if not has_second_factor(user) or trusted.is_trusted(self.request, user):
            return None, True
        return redirect(self.urlname), True


class ProviderStage(LoginStage):  # type: ignore[misc]  # allauth ships no types
    key = PROVIDER_KEY
    urlname = "account:sign-in-provider"

    def handle(self) -> tuple[Any, bool]:
        """Go on to the provider, if the person's organisation signs in through it only."""
        way = str(self.login.state.get("way", ""))
        setattr(self.request, WAY, way)
        if providers.is_way(way) or not providers.is_required(self.login.user.organisation):
            return None, True
        return redirect(self.urlname), True


def waiting(request: HttpRequest) -> Any | None:
    """The stage of whoever has given the password in this browser and not yet the second factor."""
    return LoginStageController.enter(request, KEY)


def waiting_for_provider(request: HttpRequest) -> Any | None:
    """The stage of whoever has shown all else and has still to sign in at a provider."""
    return LoginStageController.enter(request, PROVIDER_KEY)


def person_of(stage: Any) -> User:
    user = stage.login.user
    assert isinstance(user, User)  # noqa: S101  # for the type checker: a stage is entered with a person
    return user
