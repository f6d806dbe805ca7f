from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from portal.accounts.events import invited, password_changed, token_created, token_expiring
        from portal.documents import events as documents
        from portal.editions import events as editions
        from portal.notices import casework, receivers
        from portal.notices import editions as of_editions
        from portal.notices.webhooks import events as webhooks
        from portal.register.events import log_stopped
        from portal.register.models import Entry
        from portal.review import events as review
        from portal.validation.events import found_differently

        invited.connect(receivers.invited, dispatch_uid="notices.invited")
        password_changed.connect(receivers.password_changed, dispatch_uid="notices.password_changed")
        token_created.connect(receivers.token_created, dispatch_uid="notices.token_created")
        token_expiring.connect(receivers.token_expiring, dispatch_uid="notices.token_expiring")
        review.moved.connect(receivers.case_moved, dispatch_uid="notices.moved")
        review.limits_changed.connect(receivers.limits_changed, dispatch_uid="notices.limits")
        review.assigned.connect(casework.assigned, dispatch_uid="notices.assigned")
        review.commented.connect(casework.commented, dispatch_uid="notices.commented")
        review.condition_judged.connect(casework.condition_judged, dispatch_uid="notices.condition_judged")
        review.query_due.connect(casework.query_due, dispatch_uid="notices.query_due")
        review.condition_due.connect(casework.condition_due, dispatch_uid="notices.condition_due")
        found_differently.connect(receivers.found_differently, dispatch_uid="notices.recheck")
        documents.issued.connect(receivers.document_issued, dispatch_uid="notices.issued")
        log_stopped.connect(receivers.log_stopped, dispatch_uid="notices.log_stopped")
        documents.failed.connect(receivers.document_failed, dispatch_uid="notices.failed")
        review.moved.connect(webhooks.case_moved, dispatch_uid="webhooks.moved")
        documents.issued.connect(webhooks.document_issued, dispatch_uid="webhooks.issued")
        post_save.connect(webhooks.register_entered, sender=Entry, dispatch_uid="webhooks.register")
        editions.published.connect(of_editions.edition_published, dispatch_uid="notices.edition_published")
        editions.unpublished.connect(of_editions.edition_called_back, dispatch_uid="notices.edition_back")
        editions.came_into_force.connect(
            of_editions.edition_in_force, dispatch_uid="notices.edition_in_force"
        )
