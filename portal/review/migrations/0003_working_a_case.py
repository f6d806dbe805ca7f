import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0002_limit_notices'),
        ('submissions', '0003_queue'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AnswerFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('query', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='review.query')),
                ('filename', models.CharField(max_length=120)),
                ('content_type', models.CharField(max_length=40)),
                ('size', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('file', models.CharField(max_length=80, unique=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='submissions.version')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='comments', to='submissions.submission')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('about_kind', models.CharField(choices=[('case', 'The case'), ('field', 'A choice in the rules'), ('finding', 'A finding'), ('clause', 'A clause')], max_length=8)),
                ('about', models.CharField(blank=True, max_length=300)),
                ('text', models.TextField()),
                ('shown_to_operator', models.BooleanField(default=False)),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='submissions.submission')),
                ('raised_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('flag', models.CharField(choices=[('urgent', 'Urgent'), ('complex', 'Complex'), ('legal', 'Legal question'), ('policy', 'Policy question')], max_length=8)),
                ('raised_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='SavedFilter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_filters', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=60)),
                ('query_string', models.CharField(blank=True, max_length=500)),
                ('saved_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Tick',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ticks', to='submissions.version')),
                ('ticked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('finding', models.CharField(max_length=300)),
                ('note', models.TextField(blank=True)),
                ('ticked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='condition',
            name='met_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='condition',
            name='met_note',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='condition',
            name='overdue_told_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='condition',
            name='reminded_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='query',
            name='overdue_told_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='query',
            name='reminded_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name='condition',
            index=models.Index(condition=models.Q(('met_at', None)), fields=['due_on'], name='condition_unmet_by_due'),
        ),
        migrations.AddIndex(
            model_name='query',
            index=models.Index(condition=models.Q(('answered_at', None)), fields=['due_on'], name='query_open_by_due'),
        ),
        migrations.AddConstraint(
            model_name='condition',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('met_at__isnull', True), ('met_by__isnull', True), ('met_note', '')), models.Q(('met_at__isnull', False), ('met_by__isnull', False)), _connector='OR'), name='condition_met_by_someone'),
        ),
        migrations.AddConstraint(
            model_name='answerfile',
            constraint=models.UniqueConstraint(fields=('query', 'sha256'), name='answer_file_once'),
        ),
        migrations.AddConstraint(
            model_name='comment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('about', ''), ('about_kind', 'case')), models.Q(models.Q(('about_kind', 'case'), _negated=True), models.Q(('about', ''), _negated=True)), _connector='OR'), name='comment_names_its_place'),
        ),
        migrations.AddIndex(
            model_name='flag',
            index=models.Index(fields=['flag', 'submission'], name='flag_by_kind'),
        ),
        migrations.AddConstraint(
            model_name='flag',
            constraint=models.UniqueConstraint(fields=('submission', 'flag'), name='flag_once'),
        ),
        migrations.AddConstraint(
            model_name='flag',
            constraint=models.CheckConstraint(condition=models.Q(('flag__in', ['urgent', 'complex', 'legal', 'policy'])), name='flag_known'),
        ),
        migrations.AddConstraint(
            model_name='savedfilter',
            constraint=models.UniqueConstraint(fields=('user', 'name'), name='saved_filter_once'),
        ),
        migrations.AddConstraint(
            model_name='tick',
            constraint=models.UniqueConstraint(fields=('version', 'finding'), name='tick_once'),
        ),
    ]
