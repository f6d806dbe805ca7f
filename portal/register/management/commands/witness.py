from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.environment import Environment
from portal.note_keys import ED25519
from portal.register import keys, log_client, witnessing


class Command(BaseCommand):
    help = (
        "Witness other logs: fetch the checkpoint of each, check that it only adds to the last one signed "
        "here, and sign it. Exit code 1 if a log is refused, 2 if one cannot be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "log",
            nargs="*",
            help="public key and address of a log, as one argument: 'KEY ADDRESS'. Default: WITNESS_LOGS",
        )
        parser.add_argument(
            "--cosignatures", action="store_true", help="print only the lines of the signatures, for the logs"
        )
        parser.add_argument(
            "--key", action="store_true", help="print this witness's public key, for the logs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["key"]:
            self.stdout.write(str(witnessing.public_key()))
            return
        logs = _read(options["log"]) if options["log"] else witnessing.logs()
        if not logs:
            raise CommandError("No log is named: set WITNESS_LOGS, or give 'KEY ADDRESS'.", returncode=2)
        refused, unreachable = [], []
        for origin, address in dict.fromkeys((log.key.name, log.address) for log in logs):
            try:
                row, line = witnessing.witness(origin=origin, address=address, known=logs)
            except witnessing.SigningRefused as refusal:
                refused.append(f"REFUSED. {refusal}")
            except (log_client.LogUnreachable, keys.KeyProblem) as problem:
                unreachable.append(f"Not witnessed: {problem}")
            else:
                seen = f"{row.origin}: {row.size} entries, signed."
                self.stdout.write(line.rstrip("\n") if options["cosignatures"] else seen)
        if refused or unreachable:
            raise CommandError("\n".join(refused + unreachable), returncode=1 if refused else 2)


def _read(entries: list[str]) -> list[witnessing.Log]:
    environment = Environment({"LOG": ",".join(entries)})
    read = environment.keys("LOG", ED25519, https=False, needs_address=True)
    if environment.problems:
        raise CommandError("\n".join(environment.problems), returncode=2)
    return [witnessing.Log(*entry) for entry in read]
