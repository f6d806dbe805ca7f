"""E-mail at once, daily, weekly or never, by topic: what was muted is now never sent."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

WHEN = [("at_once", "At once"), ("daily", "Once a day"), ("weekly", "Once a week"), ("never", "Never")]


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0007_mail_about"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("muted", "muted_once"),
        migrations.RemoveConstraint("muted", "muted_never_work"),
        migrations.RenameModel("Muted", "EmailChoice"),
        migrations.AddField(
            "emailchoice",
            "when",
            models.CharField(choices=WHEN, max_length=8, default="never"),
            preserve_default=False,
        ),
        migrations.AlterField(
            "emailchoice",
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="email_choices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            "emailchoice", models.UniqueConstraint(fields=("user", "topic"), name="email_choice_once")
        ),
        migrations.AddConstraint(
            "emailchoice",
            models.CheckConstraint(
                condition=models.Q(when__in=[value for value, _ in WHEN]), name="email_choice_known"
            ),
        ),
        migrations.AddConstraint(
            "emailchoice",
            models.CheckConstraint(
                condition=~models.Q(topic="work", when="never"), name="email_choice_never_without_work"
            ),
        ),
        migrations.AddField(
            "notice",
            "digest",
            models.CharField(
                blank=True,
                choices=[("daily", "Once a day"), ("weekly", "Once a week")],
                default="",
                max_length=8,
            ),
            preserve_default=False,
        ),
        migrations.AddField("notice", "digested_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "notice",
            models.Index(
                fields=["user", "created_at"],
                condition=models.Q(digested_at=None) & ~models.Q(digest=""),
                name="notice_to_digest",
            ),
        ),
    ]
