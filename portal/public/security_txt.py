"""security.txt (RFC 9116): how to report a weakness, for programs."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID_DAYS = 180  # the RFC asks for less than a year


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Contacts come from SECURITY_CONTACT; without it, people are led to the page on security."""
    site = settings.SITE_URL
    policy = f"{site}{reverse('public:security')}"
    expires = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=VALID_DAYS)
    lines = [
        *(f"Contact: {contact}" for contact in settings.SECURITY_CONTACT or [policy]),
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {site}{reverse('public:security-txt')}",
        f"Policy: {policy}",
        "",
    ]
    headers = {"Cache-Control": "public, max-age=3600"}
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8", headers=headers)
