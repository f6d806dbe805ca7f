from typing import Any

from django.db import migrations, models

# SQLite keeps the words in an FTS5 table that reads its text from ours; PostgreSQL in an index on it.
FORWARDS = {
    "sqlite": """
        CREATE VIRTUAL TABLE editions_clausetext_words USING fts5(
            heading, text, content='editions_clausetext', content_rowid='id',
            tokenize='porter unicode61 remove_diacritics 2'
        )""",
    "postgresql": """
        CREATE INDEX editions_clausetext_words ON editions_clausetext USING gin(
            (setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', text), 'B'))
        )""",
}
BACKWARDS = {
    "sqlite": "DROP TABLE editions_clausetext_words",
    "postgresql": "DROP INDEX editions_clausetext_words",
}


def make_index(apps: Any, schema: Any) -> None:
    schema.execute(FORWARDS[schema.connection.vendor])


def drop_index(apps: Any, schema: Any) -> None:
    schema.execute(BACKWARDS[schema.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("editions", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="ClauseText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("book", models.CharField(max_length=40)),
                ("clause", models.CharField(max_length=40)),
                ("heading", models.CharField(max_length=200)),
                ("text", models.TextField()),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=["book", "clause"], name="one_text_a_clause")],
            },
        ),
        migrations.RunPython(make_index, drop_index),
    ]
