from django.db import migrations, models


def since_the_account(apps, schema_editor):
    """Nobody who has a role already starts a waiting day with this release."""
    user_roles, users = apps.get_model('accounts', 'UserRole'), apps.get_model('accounts', 'User')
    created = users.objects.filter(pk=models.OuterRef('user_id')).values('created_at')[:1]
    user_roles.objects.update(since=models.Subquery(created))


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0012_sessions_ended'),
    ]

    operations = [
        migrations.RunPython(since_the_account, migrations.RunPython.noop),
    ]
