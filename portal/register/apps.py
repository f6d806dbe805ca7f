from django.apps import AppConfig


class RegisterConfig(AppConfig):
    name = "portal.register"
    label = "register"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from portal import health
        from portal.register import log

        health.extra_checks["log"] = log.health
