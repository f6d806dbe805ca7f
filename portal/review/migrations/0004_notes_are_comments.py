from django.db import migrations


def copy_notes(apps, schema_editor):
    """A note was a remark on the case as a whole: so it is a comment now."""
    Note, Comment = apps.get_model("review", "Note"), apps.get_model("review", "Comment")
    notes = Note.objects.filter(submission__submitted_version__isnull=False)
    Comment.objects.bulk_create(
        Comment(
            submission_id=note.submission_id,
            version_id=note.submission.submitted_version_id,
            about_kind="case",
            text=note.text,
            author_id=note.author_id,
            written_at=note.written_at,
        )
        for note in notes.select_related("submission").order_by("pk")
    )


class Migration(migrations.Migration):
    dependencies = [("review", "0003_working_a_case")]

    operations = [
        migrations.RunPython(copy_notes, migrations.RunPython.noop),
        migrations.DeleteModel(name="Note"),
    ]
