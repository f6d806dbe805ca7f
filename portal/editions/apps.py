from django.apps import AppConfig


class EditionsConfig(AppConfig):
    name = "portal.editions"

    def ready(self) -> None:
        from portal.audit.append_only import GUARDS
        from portal.editions import events, search
        from portal.editions.triggers import GUARD

        events.published.connect(search.update_index, dispatch_uid="editions.search.published")
        events.unpublished.connect(search.update_index, dispatch_uid="editions.search.called_back")
        if GUARD not in GUARDS:
            GUARDS.append(GUARD)
