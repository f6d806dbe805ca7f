from django.apps import AppConfig


class SignInConfig(AppConfig):
    name = "portal.sign_in"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in, user_logged_out
        from django.core import checks

        from portal.accounts import events
        from portal.sign_in import login, receivers
        from portal.sign_in.oidc.checks import organisations_exist

        checks.register(organisations_exist, checks.Tags.database)
        user_logged_in.connect(login.began, dispatch_uid="sign_in.began")
        user_logged_out.connect(login.ended, dispatch_uid="sign_in.ended")
        events.password_changed.connect(receivers.password_changed, dispatch_uid="sign_in.password_changed")
        events.access_ended.connect(receivers.access_ended, dispatch_uid="sign_in.access_ended")
