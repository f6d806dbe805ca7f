from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "portal.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from portal.accounts.events import invited
        from portal.documents import events as documents
        from portal.notices import receivers
        from portal.review.events import moved

        invited.connect(receivers.invited, dispatch_uid="notices.invited")
        moved.connect(receivers.case_moved, dispatch_uid="notices.moved")
        documents.issued.connect(receivers.document_issued, dispatch_uid="notices.issued")
        documents.failed.connect(receivers.document_failed, dispatch_uid="notices.failed")
