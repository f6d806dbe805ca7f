from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"

    def ready(self) -> None:
        """Connect the receivers to the signals of other parts."""
        from portal.notices import (  # noqa: F401
            account_receivers,
            case_receivers,
            edition_receivers,
            inspection_receivers,
        )
        from portal.notices.webhooks import events, inspection_events  # noqa: F401
