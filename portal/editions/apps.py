from django.apps import AppConfig


class EditionsConfig(AppConfig):
    name = "portal.editions"
    label = "editions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.core.signals import request_finished, request_started

        from craps.editions import look_up_in
        from portal.audit.append_only import GUARDS
        from portal.editions import events, search
        from portal.editions.selectors import forget, on_the_shelf, remember_within_a_request
        from portal.editions.triggers import GUARD

        look_up_in(on_the_shelf)
        request_started.connect(remember_within_a_request, dispatch_uid="editions.remember")
        request_finished.connect(forget, dispatch_uid="editions.forget")
        events.published.connect(search.update_index, dispatch_uid="editions.search.published")
        events.unpublished.connect(search.update_index, dispatch_uid="editions.search.called_back")
        if GUARD not in GUARDS:
            GUARDS.append(GUARD)
