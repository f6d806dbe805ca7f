from django.apps import AppConfig


class EditionsConfig(AppConfig):
    name = "portal.editions"
    label = "editions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from craps.editions import look_up_in
        from portal.audit.append_only import GUARDS
        from portal.editions.guard import GUARD
        from portal.editions.selectors import on_the_shelf

        look_up_in(on_the_shelf)
        if GUARD not in GUARDS:
            GUARDS.append(GUARD)
