"""Approvals given before submissions named their tables cover all tables of their game at the casino.

Also tables out of use, so that a past day answers as before.
"""

from itertools import islice

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

HELD = ("in_force", "suspended")
ENDED = ("superseded", "surrendered", "revoked", "expired")


def cover_tables(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    covered = apps.get_model("submissions", "CoveredTable")
    tables: dict[tuple[int, str], list[int]] = {}
    for pk, prop, game in apps.get_model("accounts", "Table").objects.values_list("pk", "property_id", "game"):
        tables.setdefault((prop, game), []).append(pk)
    approvals = apps.get_model("submissions", "Submission").objects.filter(
        state__in=HELD + ENDED, in_force_from__isnull=False
    )
    rows = (
        covered(
            submission_id=row.pk,
            table_id=table,
            state=row.state if row.state in HELD else "ended",
            in_force_from=row.in_force_from,
            in_force_to=row.in_force_to,
            ended_as="" if row.state in HELD else row.state,
        )
        for row in approvals.order_by("pk").iterator(chunk_size=2000)
        for table in tables.get((row.property_id, row.game), [])
    )
    while batch := list(islice(rows, 2000)):
        covered.objects.bulk_create(batch)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_table_code"),
        ("submissions", "0006_tables"),
    ]

    operations = [migrations.RunPython(cover_tables, migrations.RunPython.noop)]
