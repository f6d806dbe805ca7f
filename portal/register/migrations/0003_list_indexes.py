from typing import Any

from django.db import migrations, models

DECIDED = models.Q(kind="decision", outcome__in=("approved", "approved_with_conditions", "refused"))
SEARCHED = ("reference", "operator", "property")


def index_words(apps: Any, schema: Any) -> None:
    """A word is found inside a longer one, without reading every entry; SQLite reads them all."""
    if schema.connection.vendor == "postgresql":
        for column in SEARCHED:
            schema.execute(
                f"CREATE INDEX register_{column}_trigrams ON register_entry "
                f"USING gin (UPPER({column}::text) gin_trgm_ops)"
            )


def forget_words(apps: Any, schema: Any) -> None:
    if schema.connection.vendor == "postgresql":
        for column in SEARCHED:
            schema.execute(f"DROP INDEX register_{column}_trigrams")


class Migration(migrations.Migration):
    dependencies = [
        ("register", "0002_log"),
        ("submissions", "0003_queue"),  # which adds the extension for trigrams
    ]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["entered_at"], name="register_by_time"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["jurisdiction", "-position"], condition=DECIDED, name="register_decided"
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["operator", "-position"], condition=DECIDED, name="register_by_operator"
            ),
        ),
        migrations.RunPython(index_words, forget_words),
    ]
