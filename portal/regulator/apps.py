from django.apps import AppConfig


class RegulatorConfig(AppConfig):
    name = "portal.regulator"
    label = "regulator"
    default_auto_field = "django.db.models.BigAutoField"
