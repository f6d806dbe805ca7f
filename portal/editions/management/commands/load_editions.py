from typing import Any

from django.core.management.base import BaseCommand

from portal.editions.services import load_built_in_editions


class Command(BaseCommand):
    help = "Store the built-in editions of the rules core. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        counts = load_built_in_editions()
        self.stdout.write(
            f"Editions: {counts['new']} new, {counts['changed']} changed, {counts['same']} as they were."
        )
