from django.apps import AppConfig


class RegisterConfig(AppConfig):
    name = "portal.register"

    def ready(self) -> None:
        from portal import health
        from portal.register import log

        health.extra_checks["log"] = log.health
