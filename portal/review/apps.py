from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "portal.review"

    def ready(self) -> None:
        from portal.accounts.events import changed
        from portal.review import clock, events, search

        events.moved.connect(search.case_moved, dispatch_uid="review.words")
        changed.connect(search.property_changed, dispatch_uid="review.words_of_property")
        clock.check_targets()
