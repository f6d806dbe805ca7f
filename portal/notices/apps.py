from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"

    def ready(self) -> None:
        """Connect the receivers to the signals of other parts."""
        from portal.notices import account_receivers, case_receivers, edition_receivers  # noqa: F401
        from portal.notices.webhooks import events  # noqa: F401
