from django.apps import AppConfig


class RegisterConfig(AppConfig):
    name = "portal.register"
    label = "register"
    default_auto_field = "django.db.models.BigAutoField"
