from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from portal.accounts.events import invited, token_created, token_expiring
        from portal.documents import events as documents
        from portal.notices import receivers
        from portal.notices.webhooks import events as webhooks
        from portal.register.events import log_stopped
        from portal.register.models import Entry
        from portal.review.events import limits_changed, moved
        from portal.validation.events import found_differently

        invited.connect(receivers.invited, dispatch_uid="notices.invited")
        token_created.connect(receivers.token_created, dispatch_uid="notices.token_created")
        token_expiring.connect(receivers.token_expiring, dispatch_uid="notices.token_expiring")
        moved.connect(receivers.case_moved, dispatch_uid="notices.moved")
        limits_changed.connect(receivers.limits_changed, dispatch_uid="notices.limits")
        found_differently.connect(receivers.found_differently, dispatch_uid="notices.recheck")
        documents.issued.connect(receivers.document_issued, dispatch_uid="notices.issued")
        log_stopped.connect(receivers.log_stopped, dispatch_uid="notices.log_stopped")
        documents.failed.connect(receivers.document_failed, dispatch_uid="notices.failed")
        moved.connect(webhooks.case_moved, dispatch_uid="webhooks.moved")
        documents.issued.connect(webhooks.document_issued, dispatch_uid="webhooks.issued")
        post_save.connect(webhooks.register_entered, sender=Entry, dispatch_uid="webhooks.register")
