"""Authentication: tokens for programs, sessions for signed-in browsers."""

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from portal.accounts import tokens
from portal.accounts.models import Token, User


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer baize_…`. The user carries the token, whose scopes limit its permissions."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _, raw = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        user_and_token = tokens.authenticate(raw.strip())
        if user_and_token is None:
            raise AuthenticationFailed("This token is unknown, revoked or expired, or its account is closed.")
        return user_and_token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Baize"'


class SignedInSession(SessionAuthentication):
    """A signed-in browser. Its writes need the CSRF token, like a form's."""


def signed_in_user(request: Request) -> User:
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
