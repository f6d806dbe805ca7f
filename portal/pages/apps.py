from django.apps import AppConfig


class PagesConfig(AppConfig):
    """What every door shares: wording, guards, template tags, and the pages of sign-in, team and account."""

    name = "portal.pages"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"
