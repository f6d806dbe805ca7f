from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class PortalConfig(AppConfig):
    """The project itself: start-up command, health, request ids. The domain is in the apps below it."""

    name = "portal"
    label = "portal"
    default = True
    default_auto_field = "django.db.models.BigAutoField"


class StaticFiles(StaticFilesConfig):
    """Leaves out files of packages that no page uses: they would slow down every start."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",  # its browsable pages; the API answers in JSON only
        "ext",  # htmx extensions
        "*/htmx-2.js",  # not minified; pages load the minified file
        "*/htmx-4*",
        "*/htmax-*",
    ]
