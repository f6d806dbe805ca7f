from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class AuditConfig(AppConfig):
    name = "portal.audit"

    def ready(self) -> None:
        from axes.signals import user_locked_out
        from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

        from portal.accounts import events
        from portal.audit import receivers, security_log, text_limits
        from portal.audit.append_only import GUARDS, drop_guards_before_rebuilding, guard_tables

        def guard(*, using: str, **_: Any) -> None:
            guard_tables(using)

        def drop_guards(*, using: str, plan: list[Any], **_: Any) -> None:
            if plan:
                drop_guards_before_rebuilding(using)

        GUARDS.extend(limit for limit in text_limits.guards() if limit not in GUARDS)
        pre_migrate.connect(drop_guards, sender=self, weak=False, dispatch_uid="audit.drop_guards")
        post_migrate.connect(guard, sender=self, weak=False, dispatch_uid="audit.guard")
        events.changed.connect(receivers.account_changed, dispatch_uid="audit.changed")
        user_logged_in.connect(receivers.signed_in, dispatch_uid="audit.signed_in")
        user_logged_out.connect(receivers.signed_out, dispatch_uid="audit.signed_out")
        user_locked_out.connect(security_log.locked_out, dispatch_uid="audit.locked_out")
        user_login_failed.connect(receivers.sign_in_failed, dispatch_uid="audit.sign_in_failed")
