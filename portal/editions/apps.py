from django.apps import AppConfig


class EditionsConfig(AppConfig):
    name = "portal.editions"

    def ready(self) -> None:
        from portal.audit.append_only import GUARDS as ALL_GUARDS
        from portal.editions import events, search, slips, test_runs
        from portal.editions.triggers import GUARDS

        events.published.connect(search.update_index, dispatch_uid="editions.search.published")
        events.unpublished.connect(search.update_index, dispatch_uid="editions.search.withdrawn")
        events.obstacles_asked.connect(slips.obstacles, dispatch_uid="editions.slips")
        events.obstacles_asked.connect(test_runs.obstacles, dispatch_uid="editions.tests")
        ALL_GUARDS.extend(guard for guard in GUARDS if guard not in ALL_GUARDS)
