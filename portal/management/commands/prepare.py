from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Brings database, editions and static files up to date, before a start. Repeating it is safe."

    def handle(self, *args: Any, **options: Any) -> None:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        quiet = {"verbosity": 0}
        call_command("migrate", interactive=False, **quiet)
        call_command("createcachetable", **quiet)
        call_command("load_editions", **quiet)
        if settings.DEMO:
            call_command("load_demo", **quiet)
        call_command("collectstatic", interactive=False, **quiet)
        self.stdout.write("Database, editions and static files are up to date.")
