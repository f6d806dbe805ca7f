from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "portal.review"

    def ready(self) -> None:
        from portal.accounts.events import changed, working_days_changed
        from portal.audit.append_only import GUARDS as ALL_GUARDS
        from portal.editions import events as editions
        from portal.review import account_triggers, document_orders, events, impact_runs, search, tasks
        from portal.review.triggers import GUARDS
        from portal.submissions import coverage

        events.moved.connect(search.case_moved, dispatch_uid="review.words")
        changed.connect(search.property_changed, dispatch_uid="review.words_of_property")
        changed.connect(coverage.table_changed, dispatch_uid="submissions.table")
        # After the table has its approval.
        changed.connect(document_orders.table_changed, dispatch_uid="review.signs")
        working_days_changed.connect(tasks.working_days_changed, dispatch_uid="review.due_days")
        editions.published.connect(impact_runs.edition_published, dispatch_uid="review.impact")
        editions.unpublished.connect(impact_runs.edition_unpublished, dispatch_uid="review.no_impact")
        own = (*GUARDS, *account_triggers.GUARDS)
        ALL_GUARDS.extend(guard for guard in own if guard not in ALL_GUARDS)
