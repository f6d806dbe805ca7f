from django.apps import AppConfig


class CalendarsConfig(AppConfig):
    name = "portal.calendars"

    def ready(self) -> None:
        from portal.accounts import events
        from portal.calendars import services

        events.access_ended.connect(services.access_ended, dispatch_uid="calendars.access_ended")
