from typing import Any

from django.core.management.base import BaseCommand

from portal.review import search


class Command(BaseCommand):
    help = "Makes cases searchable that are not yet, as after an upgrade; safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Cases: {search.keep_missing()} more can be searched.")
