from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.audit import chain


class Command(BaseCommand):
    help = "Compute the chain over the audit trail anew and name the first entry that does not fit it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--head",
            help="a head noted elsewhere, such as in the logs: 1234:3f9a…; it has to be in the chain",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        report = chain.verify(_head(options["head"]))
        if report.problem:
            raise CommandError(f"The audit trail does not pass. {report.problem}")
        self.stdout.write(
            f"The audit trail passes: {report.head.number} entries are in the chain, {report.waiting} wait "
            f"to be sealed.\nIts head is {report.head}"
        )


def _head(text: str | None) -> chain.ChainHead | None:
    if not text:
        return None
    number, _, digest = text.partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise CommandError(f"{text} is not a head; write its number, a colon and its 64 hex digits.")
    return chain.ChainHead(int(number), digest)
