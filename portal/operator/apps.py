from django.apps import AppConfig


class OperatorConfig(AppConfig):
    name = "portal.operator"
    label = "operator"
    default_auto_field = "django.db.models.BigAutoField"
