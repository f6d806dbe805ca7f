"""Variables for every template."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"demo": settings.DEMO, "site_url": settings.SITE_URL}
