from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "portal.pages"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from portal.pages.session_end import begin

        user_logged_in.connect(begin, dispatch_uid="pages.session_end")
