"""The cookie that carries a message to the next page, under a name that only this host can set."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    cookie_name = settings.MESSAGE_COOKIE_NAME


class MessageStorage(FallbackStorage):
    """In the cookie, and in the session what does not fit."""

    storage_classes = (MessageCookie, SessionStorage)
