"""What every answer tells the browser: what a page may use, and who may keep a copy.

The content security policy itself is in portal/settings.py and is set by django-csp.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# No page needs a sensor, a payment or a device: a photo of an inspection comes from a file field, which asks
# for no permission. Passkeys and the button that copies a token are ours alone.
_NOTHING = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "screen-wake-lock",
    "serial",
    "sync-xhr",
    "usb",
    "xr-spatial-tracking",
)
_OURS = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
PERMISSIONS_POLICY = ", ".join([*(f"{name}=()" for name in _NOTHING), *(f"{name}=(self)" for name in _OURS)])

# No other site can hold our window, load our files or look at the memory they are in.
ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    "X-Frame-Options": "DENY",  # also where an answer never comes as far as Django's own middleware
}
PERSONAL = "private, no-store"


class BrowserMiddleware:
    """Sets the headers above, and Cache-Control: nothing that was made for one person is kept anywhere.

    An answer is personal if the session was read to make it, or a cookie comes with it. What says itself that
    it is public stays so; an answer that says nothing is asked for again each time.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        headers = response.headers
        for name, value in ISOLATION.items():
            headers.setdefault(name, value)
        if _is_personal(request, response):
            headers["Cache-Control"] = PERSONAL
        else:
            headers.setdefault("Cache-Control", "no-cache")
        return response


def _is_personal(request: HttpRequest, response: HttpResponse) -> bool:
    if response.cookies:
        return True
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    session = getattr(request, "session", None)  # none where an answer came before it: static files
    return session is not None and bool(session.accessed)
