from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal.demo.load import load_demo


class Command(BaseCommand):
    help = "Loads the demo's people and cases. Safe to repeat. Demo mode only."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError(
                "Demo accounts have a known password, so they are loaded in demo mode only (DEMO=1)."
            )
        added = load_demo()
        self.stdout.write(f"Demonstration: {added['people']} people and {added['cases']} cases added.")
