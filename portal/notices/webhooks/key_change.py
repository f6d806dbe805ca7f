"""Encrypts the secrets of webhooks with the current SECRET_KEY."""

from django.db import transaction

from portal.notices.models import Endpoint
from portal.notices.webhooks import signature
from portal.sign_in.key_change import Report


@transaction.atomic
def webhooks(*, renew: bool) -> Report:
    report = Report()
    for endpoint in Endpoint.objects.select_for_update(of=("self",), no_key=True).order_by("pk"):
        for field in ("secret", "former_secret"):
            kept = getattr(endpoint, field)
            if kept:
                setattr(endpoint, field, _one(kept, report))
        if renew:
            endpoint.save(update_fields=["secret", "former_secret"])
    return report


def _one(secret: str, report: Report) -> str:
    if signature.is_current(secret):
        report.current += 1
        return secret
    try:
        again = signature.encrypt(signature.decrypt(secret))
    except signature.SecretUnreadable:
        report.unreadable += 1
        return secret
    report.former += 1
    return again
