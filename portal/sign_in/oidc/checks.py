"""What `manage.py migrate` says about the file of providers: only the database knows the organisations."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Warning
from django.db import connections

from portal.accounts.models import Organisation
from portal.sign_in.oidc.providers import all_providers


def organisations_exist(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    wanted = {name: each.id for each in all_providers() for name in each.organisations}
    if not wanted or "default" not in (databases or ()):
        return []
    if Organisation._meta.db_table not in connections["default"].introspection.table_names():
        return []  # before the first migration
    known = set(Organisation.objects.filter(name__in=wanted).values_list("name", flat=True))
    return [
        Warning(
            f"OIDC_PROVIDERS_FILE names the organisation {name!r} for the provider {provider}, and there is "
            "none with exactly this name. It signs nobody in for it.",
            id="portal.W001",
        )
        for name, provider in wanted.items()
        if name not in known
    ]
