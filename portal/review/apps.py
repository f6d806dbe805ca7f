from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "portal.review"

    def ready(self) -> None:
        from portal.accounts.events import changed
        from portal.review import clock, document_orders, events, search
        from portal.submissions import coverage

        events.moved.connect(search.case_moved, dispatch_uid="review.words")
        changed.connect(search.property_changed, dispatch_uid="review.words_of_property")
        changed.connect(coverage.table_changed, dispatch_uid="submissions.table")
        # After the table has its approval.
        changed.connect(document_orders.table_changed, dispatch_uid="review.signs")
        clock.check_targets()
