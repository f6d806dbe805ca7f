from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0003_queue")]

    operations = [
        migrations.AlterField(
            model_name="upload",
            name="file",
            field=models.CharField(db_index=True, max_length=80),
        ),
    ]
