from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"

    def ready(self) -> None:
        """Connect the receivers to the signals of other parts."""
        from portal.notices import (  # noqa: F401
            account_receivers,
            case_receivers,
            consultation_receivers,
            edition_move_receivers,
            edition_receivers,
            expert_receivers,
            inspection_receivers,
            organisation_receivers,
            scanning_receivers,
            sign_in_receivers,
        )
        from portal.notices.webhooks import (  # noqa: F401
            consultation_events,
            deactivation,
            edition_events,
            events,
            inspection_events,
        )
