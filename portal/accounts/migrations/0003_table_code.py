from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import portal.accounts.models


def give_codes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    table = apps.get_model("accounts", "Table")
    rows = list(table.objects.only("pk"))
    for row in rows:
        row.code = portal.accounts.models.new_table_code()
    table.objects.bulk_update(rows, ["code"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_machines_and_tokens")]

    operations = [
        migrations.AddField("table", "code", models.CharField(max_length=8, null=True)),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            "table",
            "code",
            models.CharField(default=portal.accounts.models.new_table_code, editable=False, max_length=8, unique=True),
        ),
    ]
