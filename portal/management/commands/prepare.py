from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from portal.accounts.selectors import demo_accounts
from portal.demo.people import DEMO_PASSWORD
from portal.register.editions import enter_built_in
from portal.review.clock import recount_due_days
from portal.sign_in.key_change import second_factors


class Command(BaseCommand):
    help = "Bring database, editions and static files up to date before a start. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        self.stdout.write("Preparing database, editions and static files …")
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("load_editions", verbosity=0)
        call_command("index_rulebooks", verbosity=0)
        call_command("index_cases", verbosity=0)
        recount_due_days()  # the calendar of public holidays may be newer
        if settings.DEMO:
            call_command("load_demo", verbosity=0)
        enter_built_in()
        call_command("collectstatic", interactive=False, verbosity=0)
        self.warn_of_secrets()
        if settings.DEMO:
            self.show_accounts()

    def warn_of_secrets(self) -> None:
        """A key that was changed without its predecessor shows at the start, not at somebody's sign-in."""
        if count := second_factors(renew=False).unreadable:
            self.stderr.write(
                f"{count} second factors cannot be checked: SECRET_KEY was changed, and the former key is "
                "not in SECRET_KEY_FALLBACKS. Run: manage.py encrypt_secrets (docs/security/keys.md)"
            )

    def show_accounts(self) -> None:
        self.stdout.write(f"\nDemo accounts, all with the password {DEMO_PASSWORD}")
        for account in demo_accounts():
            roles = ", ".join(account["roles"])
            self.stdout.write(f"  {account['email']:<38} {account['organisation']}: {roles}")
