"""The step between the password and being signed in: the second factor."""

from typing import Any

from allauth.account.stages import LoginStage, LoginStageController
from django.http import HttpRequest
from django.shortcuts import redirect

from portal.accounts.models import User
from portal.sign_in import trusted
from portal.sign_in.factors import has_second_factor

KEY = "second_factor"


class SecondFactorStage(LoginStage):  # type: ignore[misc]  # allauth ships no types
    key = KEY
    urlname = "account:sign-in-code"

    def handle(self) -> tuple[Any, bool]:
        """Ask for the second factor, unless there is none or the browser is trusted."""
        user = self.login.user
        if not has_second_factor(user) or trusted.is_trusted(self.request, user):
            return None, True
        return redirect(self.urlname), True


def waiting(request: HttpRequest) -> Any | None:
    """The stage of whoever has given the password in this browser and not yet the second factor."""
    return LoginStageController.enter(request, KEY)


def person_of(stage: Any) -> User:
    user = stage.login.user
    assert isinstance(user, User)  # noqa: S101  # for the type checker: a stage is entered with a person
    return user
