"""Renames the model in Python only: the table, its indexes and its append-only triggers stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("audit", "0002_find_by_request_and_time"),
    ]

    operations = [
        migrations.AlterModelTable(name="entry", table="audit_entry"),
        migrations.RenameModel(old_name="Entry", new_name="AuditEntry"),
    ]
