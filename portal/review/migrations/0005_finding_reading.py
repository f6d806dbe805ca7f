from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0004_notes_are_comments'),
    ]

    operations = [
        migrations.AddField(
            model_name='explanation',
            name='reading',
            field=models.CharField(blank=True, max_length=80),
        ),
    ]
