"""When an invitation was last sent: for those there are, when they were made."""

from typing import Any

import django.utils.timezone
from django.db import migrations, models


def sent_when_made(apps: Any, schema_editor: Any) -> None:
    apps.get_model("accounts", "Invitation").objects.update(sent_at=models.F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_jurisdictions")]

    operations = [
        migrations.AddField("invitation", "sent_at", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.AddField("invitation", "times_sent", models.PositiveSmallIntegerField(default=1)),
        migrations.RunPython(sent_when_made, migrations.RunPython.noop),
    ]
