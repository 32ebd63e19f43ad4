"""Leases, versions and rulings of the review desk; the audit trail becomes a chain."""

from datetime import UTC
from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from verification.core.operations.audit_chain import GENESIS, digest_entry

# SQLite rebuilds the tables of runs, rulings and audit entries and loses their triggers on the way.
append_only = import_module("verification.migrations.0005_append_only")


def chain_entries(apps, schema_editor):
    """Entries of before get their digests; the triggers are down."""
    alias = schema_editor.connection.alias
    entries = apps.get_model("verification", "AuditEntry").objects.using(alias)
    count, previous = 0, GENESIS
    for entry in entries.order_by("pk").iterator(chunk_size=1000):
        content = {
            "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "actor_id": entry.actor_id,
            "actor_name": entry.actor_name,
            "verb": entry.verb,
            "subject_kind": entry.subject_kind,
            "subject_id": entry.subject_id,
            "before": entry.before,
            "after": entry.after,
            "reason": entry.reason,
        }
        previous = digest_entry(previous, content)
        entries.filter(pk=entry.pk).update(digest=previous)
        count += 1
    apps.get_model("verification", "AuditHead").objects.using(alias).create(pk=1, count=count, digest=previous if count else "")


class Migration(migrations.Migration):

    dependencies = [
        ('verification', '0013_model_profiles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(append_only.drop_triggers, append_only.create_triggers, elidable=True),
        migrations.CreateModel(
            name='AuditHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('count', models.PositiveBigIntegerField(default=0, verbose_name='entries')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='digest')),
            ],
            options={
                'verbose_name': 'head of the audit chain',
                'verbose_name_plural': 'heads of the audit chain',
            },
        ),
        migrations.AddField(
            model_name='auditentry',
            name='digest',
            field=models.CharField(default='', help_text='SHA-256 of the entry before it and of this one.', max_length=64, verbose_name='digest'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='nodeflag',
            name='review_item',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='flags', to='verification.reviewitem', verbose_name='review item'),
        ),
        migrations.AddField(
            model_name='reviewitem',
            name='claimed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='looked at by'),
        ),
        migrations.AddField(
            model_name='reviewitem',
            name='is_escalated',
            field=models.BooleanField(default=False, verbose_name='escalated'),
        ),
        migrations.AddField(
            model_name='reviewitem',
            name='lease_until',
            field=models.DateTimeField(blank=True, null=True, verbose_name='held until'),
        ),
        migrations.AddField(
            model_name='reviewitem',
            name='version',
            field=models.PositiveIntegerField(default=1, verbose_name='version'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='chips',
            field=models.JSONField(default=list, verbose_name='reasons chosen'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='evidence_hash',
            field=models.CharField(blank=True, max_length=64, verbose_name='hash of the evidence'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='item_version',
            field=models.PositiveIntegerField(default=1, verbose_name='version ruled on'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='number',
            field=models.CharField(blank=True, max_length=100, verbose_name='number'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='source_url',
            field=models.CharField(blank=True, max_length=2000, verbose_name='source'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='undoes',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='verification.ruling', verbose_name='takes back'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='unit',
            field=models.CharField(blank=True, max_length=30, verbose_name='unit'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='value',
            field=models.CharField(blank=True, max_length=200, verbose_name='value'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='at',
            field=models.DateTimeField(verbose_name='at'),
        ),
        migrations.AlterField(
            model_name='reviewitem',
            name='reason',
            field=models.CharField(blank=True, choices=[('accepted', 'accepted'), ('too_few_domains', 'too few domains'), ('copies_only', 'copies only'), ('values_disagree', 'values disagree'), ('whitelist_contradicted', 'whitelist contradicted'), ('all_stale', 'all stale'), ('forecast_only', 'forecasts only'), ('past_only', 'past values only'), ('no_value_found', 'no value found'), ('off_topic', 'pages off topic'), ('promotional_only', 'promotional pages only'), ('injection_suspected', 'injection suspected'), ('provider_failed', 'search failed'), ('budget_exhausted', 'budget used up'), ('not_enough_models', 'not enough models'), ('cancelled', 'cancelled')], max_length=30, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='reviewitem',
            name='subject_kind',
            field=models.CharField(choices=[('run', 'verification run'), ('flag', 'flag'), ('verification', 'verification'), ('citation', 'citation')], max_length=20, verbose_name='subject'),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='decision',
            field=models.CharField(choices=[('accept', 'accept'), ('fix', 'fix and accept'), ('reject', 'reject'), ('retry', 'retry'), ('undo', 'undo'), ('reopen', 'reopen')], max_length=10, verbose_name='decision'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decision__in', ('reject', 'fix')), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='ruling_reason_where_it_is_due'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('undoes__isnull', True), models.Q(('undoes', models.F('id')), _negated=True), _connector='OR'), name='ruling_does_not_undo_itself'),
        ),
        migrations.RunPython(chain_entries, migrations.RunPython.noop),
        migrations.RunPython(append_only.create_triggers, append_only.drop_triggers, elidable=True),
    ]
