import datetime
from typing import Any

import django.db.models.deletion
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models
from django.db.models.functions import Coalesce

WAITING = ("submitted", "in_review", "query_open", "recommended")


def index_words(apps: Any, schema: Any) -> None:
    """A word is found inside a longer one, without reading every case; SQLite reads them all."""
    if schema.connection.vendor == "postgresql":
        schema.execute(
            "CREATE INDEX case_words_trigrams ON submissions_casewords USING gin (words gin_trgm_ops)"
        )


def forget_words(apps: Any, schema: Any) -> None:
    if schema.connection.vendor == "postgresql":
        schema.execute("DROP INDEX case_words_trigrams")


class Migration(migrations.Migration):
    dependencies = [("submissions", "0002_uploads_and_examples")]

    operations = [
        TrigramExtension(),
        migrations.CreateModel(
            name="CaseWords",
            fields=[
                (
                    "submission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="case_words",
                        serialize=False,
                        to="submissions.submission",
                    ),
                ),
                ("words", models.TextField()),
            ],
        ),
        migrations.RunPython(index_words, forget_words),
        migrations.AddField(
            model_name="submission",
            name="due_on",
            field=models.DateField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["jurisdiction", "submitted_at", "id"], name="submission_by_age"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                models.F("jurisdiction"),
                Coalesce("due_on", models.Value(datetime.date(9999, 12, 31))),
                models.F("id"),
                condition=models.Q(("state__in", WAITING)),
                name="submission_waiting_by_due",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state__in", WAITING)),
                fields=["jurisdiction", "submitted_at", "id"],
                name="submission_waiting_by_age",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("due_on__isnull", True),
                    ("state__in", ("submitted", "in_review", "recommended")),
                    _connector="OR",
                ),
                name="submission_due_only_while_running",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        (
                            "state__in",
                            (
                                "approved",
                                "refused",
                                "in_force",
                                "suspended",
                                "superseded",
                                "surrendered",
                                "revoked",
                                "expired",
                            ),
                        ),
                        _negated=True,
                    ),
                    ("decided_at__isnull", False),
                    _connector="OR",
                ),
                name="submission_decided_has_time",
            ),
        ),
    ]
