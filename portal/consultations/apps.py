from django.apps import AppConfig


class ConsultationsConfig(AppConfig):
    name = "portal.consultations"

    def ready(self) -> None:
        from portal.consultations import services
        from portal.editions import events

        events.obstacles_asked.connect(services.obstacles, dispatch_uid="consultations.obstacles")
        events.deleting.connect(services.keep_consulted, dispatch_uid="consultations.keep")
