"""In which unit lengths are shown: metres, and feet in the United States."""

from typing import Any

from django.db import migrations, models


def feet_in_the_united_states(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("accounts", "Jurisdiction").objects.using(schema_editor.connection.alias)
    rows.filter(currency="USD").update(lengths="feet")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_experts")]

    operations = [
        migrations.AddField(
            "jurisdiction",
            "lengths",
            models.CharField(
                choices=[("metres", "Metres"), ("feet", "Feet")], default="metres", max_length=6
            ),
        ),
        migrations.RunPython(feet_in_the_united_states, migrations.RunPython.noop),
    ]
