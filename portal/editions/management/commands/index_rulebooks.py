from typing import Any

from django.core.management.base import BaseCommand

from portal.editions import search


class Command(BaseCommand):
    help = "Bring the search index of the rulebooks up to date with the rules core. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Rulebooks: {search.rebuild()} texts can be searched.")
