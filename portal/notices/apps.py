from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"
