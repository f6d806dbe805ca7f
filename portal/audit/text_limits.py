"""How long a text may be in an append-only table, held by the database: such a row can never be shortened."""

from collections.abc import Iterator

from django.apps import apps
from django.db import models

from portal.audit.append_only import AppendOnly, Guard
from portal.audit.triggers import Trigger, guard
from portal.text import LONGEST

_MOST = 2 * LONGEST  # forms count the end of a line once, the database may count it twice
# Written by programs: certificates, signed notes, findings.
_LONGER = {
    "documents_signingcertificate": 100_000,
    "register_checkpoint": 100_000,
    "validation_finding": 100_000,
}


def guards() -> Iterator[Guard]:
    """A trigger for each append-only table with texts of no declared length."""
    for model in apps.get_models():
        texts = [field.column for field in model._meta.concrete_fields if isinstance(field, models.TextField)]
        if texts and issubclass(model, AppendOnly):
            table = model._meta.db_table
            most = _LONGER.get(table, _MOST)
            when = " OR ".join(f"LENGTH(NEW.{column}) > {most}" for column in texts)
            message = f"{table} takes texts of at most {most} characters"
            yield guard(table, (Trigger(f"limit_{table}_insert", "INSERT", table, when, message),))
