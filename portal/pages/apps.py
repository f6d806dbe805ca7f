from django.apps import AppConfig


class PagesConfig(AppConfig):
    """What every door shares: guards, forms, paging, wording and template tags."""

    name = "portal.pages"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"
