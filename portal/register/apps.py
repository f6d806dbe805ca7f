from django.apps import AppConfig


class RegisterConfig(AppConfig):
    name = "portal.register"

    def ready(self) -> None:
        from portal import health
        from portal.editions import events
        from portal.register import editions, log, witnesses

        events.published.connect(editions.published, dispatch_uid="register.published")
        events.unpublished.connect(editions.withdrawn, dispatch_uid="register.withdrawn")
        events.came_into_force.connect(editions.came_into_force, dispatch_uid="register.came_into_force")
        health.extra_checks["log"] = log.health
        health.extra_checks["witnesses"] = witnesses.health
