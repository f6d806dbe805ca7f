from django.apps import AppConfig


class ValidationConfig(AppConfig):
    name = "portal.validation"
    label = "validation"
    default_auto_field = "django.db.models.BigAutoField"
