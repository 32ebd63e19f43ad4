"""A share of the rulings is decided once more by somebody else, blind."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from causalflow.role_grants import grant_permissions


def create_setting(apps, schema_editor):
    apps.get_model("verification", "ReviewSetting").objects.using(schema_editor.connection.alias).create(pk=1)


GRANTED = {"admin": ("view_reviewsetting", "change_reviewsetting", "view_secondreview")}


class Migration(migrations.Migration):

    dependencies = [
        ('verification', '0032_comparisons'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='chore',
            name='name',
            field=models.CharField(choices=[('purge', 'old evidence and results deleted'), ('expired', 'kept searches and remembered answers deleted'), ('reservations', 'unsettled reservations released'), ('health', 'health checked, alerts sent'), ('second_reviews', 'rulings drawn for a second review'), ('suggestions', 'whitelist changes suggested from the findings')], max_length=20, unique=True, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='reviewitem',
            name='subject_kind',
            field=models.CharField(choices=[('run', 'verification run'), ('flag', 'flag'), ('verification', 'verification'), ('citation', 'citation'), ('second', 'second review')], max_length=20, verbose_name='subject'),
        ),
        migrations.CreateModel(
            name='ReviewSetting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('second_percent', models.PositiveSmallIntegerField(default=5, help_text='0 draws none.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='second reviews, per cent of rulings')),
            ],
            options={
                'verbose_name': 'review setting',
                'verbose_name_plural': 'review settings',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='review_setting_one_row'), models.CheckConstraint(condition=models.Q(('second_percent__lte', 100)), name='review_setting_percent')],
            },
        ),
        migrations.CreateModel(
            name='SecondReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('decision', models.CharField(blank=True, choices=[('accept', 'accept'), ('fix', 'fix and accept'), ('reject', 'reject'), ('retry', 'retry'), ('undo', 'undo'), ('reopen', 'reopen')], max_length=10, verbose_name='decision')),
                ('value', models.CharField(blank=True, max_length=200, verbose_name='value')),
                ('number', models.CharField(blank=True, max_length=100, verbose_name='number')),
                ('unit', models.CharField(blank=True, max_length=30, verbose_name='unit')),
                ('source_url', models.CharField(blank=True, max_length=2000, verbose_name='source')),
                ('reason', models.TextField(blank=True, verbose_name='reason')),
                ('is_agreed', models.BooleanField(blank=True, null=True, verbose_name='both agree')),
                ('drawn_at', models.DateTimeField(auto_now_add=True, verbose_name='drawn')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ('arbitration', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='verification.reviewitem', verbose_name='arbitration')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='then decided by')),
                ('first_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='first decided by')),
                ('ruling', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='second_review', to='verification.ruling', verbose_name='first ruling')),
            ],
            options={
                'verbose_name': 'second review',
                'verbose_name_plural': 'second reviews',
                'ordering': ('-id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('decided_by', models.F('first_by')), _negated=True), name='second_review_by_another'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('decision', ''), ('is_agreed__isnull', True)), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('decision__in', ('accept', 'fix', 'reject')), ('is_agreed__isnull', False)), _connector='OR'), name='second_review_decided_whole')],
            },
        ),
        migrations.RunPython(create_setting, migrations.RunPython.noop),
        grant_permissions("verification", GRANTED),
    ]
