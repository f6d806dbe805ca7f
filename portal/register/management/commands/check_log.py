from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.register import checkpoints


class Command(BaseCommand):
    help = "Hash every entry of the register's log again and compare it with every checkpoint ever signed."

    def handle(self, *args: Any, **options: Any) -> None:
        report = checkpoints.check()
        if report.problems:
            raise CommandError("The log does not pass:\n" + "\n".join(f"  - {p}" for p in report.problems))
        if not report.tiles_match:
            self.stdout.write("The stored hashes were damaged. They were rebuilt from the entries.")
        self.stdout.write(f"The log passes: {report.size} entries match every checkpoint.")
