"""Record the signals of accounts and of sign-in."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest

from portal.accounts.models import User
from portal.audit.security_log import unknown_account
from portal.audit.services import record
from portal.sign_in.login import way_of


def account_changed(
    *,
    actor: Any,
    action: str,
    obj: Any,
    before: Any,
    after: Any,
    organisation: Any,
    jurisdiction: str = "",
    **_: Any,
) -> None:
    record(
        actor=actor,
        action=action,
        obj=obj,
        before=before,
        after=after,
        organisation=organisation,
        jurisdiction=jurisdiction,
    )


def signed_in(*, user: User, request: HttpRequest, **_: Any) -> None:
    record(actor=user, action="sign_in", obj=user, after={"by": way_of(request, user)})


def signed_out(*, user: User | None, **_: Any) -> None:
    if user is not None:
        record(actor=user, action="sign_out", obj=user)


def sign_in_failed(*, credentials: dict[str, Any], **_: Any) -> None:
    """Record it only for an address that has an account: people do type a password into the wrong field.

    For any other the entry is written and undone, so that the time of the answer tells none from the other.
    """
    email = str(credentials.get("username") or credentials.get("email") or "").strip().lower()
    user = User.objects.select_related("organisation").filter(email=email).first()
    with transaction.atomic():
        record(actor=None, action="sign_in.failed", obj=user)
        if user is None:
            transaction.set_rollback(True)
    if user is None:
        unknown_account()
