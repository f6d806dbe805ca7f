from django.apps import AppConfig


class EditionsConfig(AppConfig):
    name = "portal.editions"
    label = "editions"
    default_auto_field = "django.db.models.BigAutoField"
