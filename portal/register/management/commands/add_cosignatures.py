import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.errors import DomainError
from portal.register import log, witnesses


class Command(BaseCommand):
    help = "Add signatures of witnesses that cannot be reached, as `witness --cosignatures` prints them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file with the lines; - for standard input")
        parser.add_argument(
            "--size", type=int, help="the checkpoint over so many entries; default: the latest"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lines = sys.stdin.read() if options["file"] == "-" else Path(options["file"]).read_text("utf-8")
            size = options["size"]
            checkpoint = log.latest_checkpoint() if size is None else log.checkpoint(size)
            added = witnesses.add_cosignatures(checkpoint=checkpoint, lines=lines)
        except (OSError, UnicodeDecodeError, DomainError, witnesses.BadCosignature) as error:
            raise CommandError(str(error)) from None
        for row in added:
            self.stdout.write(f"{row.name} signed the checkpoint over {checkpoint.size} entries.")
