from django.conf import settings
from django.db import migrations

DRAFTING = ("edition.draft", "edition.change", "edition.rewrite", "edition.undo", "edition.rename")


def fill_drafters(apps, schema_editor):
    """Who drafted the editions that are there: the person who started each, and those the audit trail names."""
    drafters = apps.get_model("editions", "Drafter").objects
    entries = apps.get_model("audit", "AuditEntry").objects.filter(
        object_type="editions.edition", action__in=DRAFTING, actor__isnull=False
    )
    editions = apps.get_model("editions", "Edition").objects.filter(built_in=False)
    for edition_id, starter, at in editions.values_list("pk", "drafted_by", "loaded_at"):
        people = {starter: at}
        for person, changed_at in (
            entries.filter(object_id=edition_id, at__gte=at).order_by("pk").values_list("actor", "at")
        ):
            people.setdefault(person, changed_at)
        for person, first_at in people.items():
            drafters.get_or_create(edition_id=edition_id, user_id=person, defaults={"first_at": first_at})


class Migration(migrations.Migration):

    dependencies = [
        ('editions', '0007_four_eyes'),
        ('audit', '0003_audit_entry'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(fill_drafters, migrations.RunPython.noop)]
