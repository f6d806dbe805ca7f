from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('validation', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='finding',
            name='reading',
            field=models.CharField(blank=True, max_length=80),
        ),
    ]
