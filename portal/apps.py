from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class PortalConfig(AppConfig):
    """The house itself: start-up command, health, request ids. The domain lives in the apps below it."""

    name = "portal"
    label = "portal"
    default = True
    default_auto_field = "django.db.models.BigAutoField"


class StaticFiles(StaticFilesConfig):
    """Leaves out what packages bring and no page of ours asks for: it only makes every start slower."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",  # its browsable pages; our API speaks JSON
        "ext",  # extensions of htmx
        "*/htmx-2.js",  # the readable form; pages load the small one
        "*/htmx-4*",
        "*/htmax-*",
    ]
