from django.apps import AppConfig


class PortalConfig(AppConfig):
    """The house itself: start-up command, health, request ids. The domain lives in the apps below it."""

    name = "portal"
    label = "portal"
    default_auto_field = "django.db.models.BigAutoField"
