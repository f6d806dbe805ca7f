"""`make openapi`: keeps docs/openapi.json, so that a change of the interface is seen in review."""

from typing import Any

from django.core.management.base import BaseCommand

from portal.api.openapi import FILE, as_text


class Command(BaseCommand):
    help = "Writes the OpenAPI description to docs/openapi.json."

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_text(as_text(), encoding="utf-8")
        self.stdout.write(f"{FILE} written.")
