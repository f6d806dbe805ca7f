from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "portal.review"
    label = "review"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from portal.review import clock

        clock.check_targets()
