from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.audit.services import record
from portal.notices.webhooks.key_change import webhooks
from portal.sign_in.key_change import people_locked_out, remove_unreadable, second_factors


class Command(BaseCommand):
    help = "Encrypt the secrets of second factors and webhooks with the current SECRET_KEY. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, say only what there is")

        parser.add_argument(
            "--remove-unreadable",
            action="store_true",
            help="remove second factors that no key opens; people set up new ones at the next sign-in",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        renew = not options["check"]
        reports = {"second factors": second_factors(renew=renew), "webhooks": webhooks(renew=renew)}
        for name, report in reports.items():
            done = " (encrypted anew)" if renew and report.former else ""
            self.stdout.write(
                f"{name}: {report.current} with the current key, {report.former} with a former key{done}, "
                f"{report.unreadable} that no key opens"
            )
        if renew:
            after = {name: vars(report) for name, report in reports.items()}
            record(actor=None, action="audit.secrets_encrypted", after=after)
        for person in people_locked_out():
            self.stdout.write(f"  {person.name} <{person.email}> has no second factor that can be checked")
        if options["remove_unreadable"]:
            removed = remove_unreadable()
            self.stdout.write(f"{removed} second factors were removed; the people have been told.")
        elif any(report.unreadable for report in reports.values()):
            raise CommandError(
                "Put the former key into SECRET_KEY_FALLBACKS and run this again. If it is lost, run it with "
                "--remove-unreadable; organisations change the secrets of their webhooks themselves."
            )
