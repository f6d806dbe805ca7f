from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0015_absences"),
    ]

    operations = [
        migrations.AddField(
            model_name="jurisdiction",
            name="refusal_text",
            field=models.CharField(blank=True, max_length=1000),
        ),
    ]
