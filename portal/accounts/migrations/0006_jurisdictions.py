"""Jurisdictions become rows. The four that were code are entered as they were.

REVIEW_DAYS, a setting until now, is taken over into them.
"""

import os

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

COLUMNS = ["code", "name", "currency", "symbol", "time_zone", "prefix", "calendar", "review_days", "limits_by_notice", "paper"]
BUILT_IN = (
    ("nz", "New Zealand", "NZD", "NZ$", "Pacific/Auckland", "NZ", "NZ", 20, "", "a4"),
    ("sg", "Singapore", "SGD", "S$", "Asia/Singapore", "SG", "SG", 20, "", "a4"),
    ("bc", "British Columbia", "CAD", "C$", "America/Vancouver", "BC", "CA-BC", 30, "", "letter"),
    ("md", "Maryland", "USD", "US$", "America/New_York", "MD", "US-MD", 30, "3/C", "letter"),
)


def enter_built_in(apps, schema_editor):
    Jurisdiction = apps.get_model("accounts", "Jurisdiction")
    words = (word.split("=") for word in os.environ.get("REVIEW_DAYS", "").split(",") if "=" in word)
    review_days = {code.strip(): int(days) for code, days in words}
    for row in BUILT_IN:
        facts = dict(zip(COLUMNS, row, strict=True))
        facts["review_days"] = review_days.get(facts["code"], facts["review_days"])
        Jurisdiction.objects.using(schema_editor.connection.alias).create(**facts)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_people_with_organisation'),
    ]

    operations = [
        migrations.AlterField(
            model_name='oversight',
            name='jurisdiction',
            field=models.CharField(max_length=8),
        ),
        migrations.AlterField(
            model_name='property',
            name='jurisdiction',
            field=models.CharField(max_length=8),
        ),
        migrations.CreateModel(
            name='Jurisdiction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('name', models.CharField(max_length=80, unique=True)),
                ('currency', models.CharField(max_length=3, verbose_name='currency (ISO 4217)')),
                ('symbol', models.CharField(max_length=6)),
                ('time_zone', models.CharField(max_length=64)),
                ('prefix', models.CharField(max_length=4, unique=True, verbose_name='what reference numbers start with')),
                ('paper', models.CharField(choices=[('a4', 'A4'), ('letter', 'US Letter')], default='a4', max_length=6)),
                ('calendar', models.CharField(blank=True, max_length=40)),
                ('review_days', models.PositiveSmallIntegerField()),
                ('limits_by_notice', models.CharField(blank=True, max_length=40)),
                ('authority', models.CharField(blank=True, max_length=120)),
                ('postal_address', models.CharField(blank=True, max_length=400)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('phone', models.CharField(blank=True, max_length=40)),
                ('under_signature', models.CharField(blank=True, max_length=400)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('review_days__gte', 1)), name='jurisdiction_review_takes_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Holiday',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('name', models.CharField(max_length=80)),
                ('yearly', models.BooleanField(default=False, verbose_name='every year on this date')),
                ('working', models.BooleanField(default=False, verbose_name='a working day, although the calendar has it as a holiday')),
                ('jurisdiction', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='holidays', to='accounts.jurisdiction')),
            ],
            options={
                'ordering': ['day', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('jurisdiction', 'day', 'yearly'), name='holiday_once')],
            },
        ),
        migrations.RunPython(enter_built_in, migrations.RunPython.noop),
    ]
