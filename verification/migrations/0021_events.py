"""Events, their steps, and the lists by which they are read."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('verification', '0020_triggers_and_verification_roles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EventEntity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, unique=True, verbose_name='name')),
                ('kind', models.CharField(choices=[('asset', 'asset'), ('organisation', 'organisation'), ('regulator', 'regulator')], max_length=15, verbose_name='kind')),
                ('symbol', models.CharField(blank=True, help_text='Of the asset, or of the asset that it stands behind.', max_length=20, verbose_name='symbol')),
                ('aliases', models.JSONField(blank=True, default=list, help_text='One a line.', verbose_name='other names')),
                ('domains', models.JSONField(blank=True, default=list, help_text='One a line; a page there is its own word.', verbose_name='own domains')),
            ],
            options={
                'verbose_name': 'event entity',
                'verbose_name_plural': 'event entities',
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='EventRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_type', models.CharField(choices=[('hack', 'hack'), ('depeg', 'depeg'), ('liquidation', 'liquidation'), ('scam_alert', 'scam alert'), ('regulation', 'regulation'), ('listing', 'listing'), ('partnership', 'partnership'), ('governance', 'governance'), ('airdrop', 'airdrop'), ('celebrity', 'celebrity'), ('macro', 'macro'), ('other', 'other event')], max_length=20, unique=True, verbose_name='event type')),
                ('policy', models.CharField(choices=[('never', 'never searched for'), ('low_value', 'low value, not searched for'), ('force', 'always searched for, in the first round'), ('high_value', 'high value, searched for'), ('by_confidence', 'searched for from the confidence threshold on')], max_length=15, verbose_name='search')),
                ('is_numeric', models.BooleanField(default=False, help_text='Searched for only where a statement is the point.', verbose_name='numeric')),
                ('direction', models.CharField(choices=[('long', 'positive'), ('short', 'negative'), ('neutral', 'neutral')], default='neutral', max_length=10, verbose_name='direction')),
                ('timeframe', models.CharField(choices=[('short', 'short term'), ('medium', 'medium term'), ('long', 'long term')], default='short', max_length=10, verbose_name='timeframe')),
                ('signals', models.JSONField(blank=True, default=list, help_text='Words that mean this type, one a line.', verbose_name='signals')),
                ('keywords', models.JSONField(blank=True, default=list, help_text='What a search for this type adds, one a line.', verbose_name='keywords')),
                ('preferred_domains', models.JSONField(blank=True, default=list, help_text='Pages of these come first; none: as set for all types.', verbose_name='preferred domains')),
            ],
            options={
                'verbose_name': 'event rule',
                'verbose_name_plural': 'event rules',
                'ordering': ('event_type',),
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(verbose_name='message')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('memory_text', models.CharField(blank=True, max_length=600, verbose_name='memory text')),
                ('lang', models.CharField(blank=True, max_length=10, verbose_name='language')),
                ('given', models.JSONField(blank=True, null=True, verbose_name='given preliminary result')),
                ('status', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('finished', 'finished'), ('degraded', 'degraded'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='queued', max_length=10, verbose_name='status')),
                ('trigger', models.CharField(choices=[('command', 'command line'), ('page', 'page'), ('api', 'API'), ('schedule', 'schedule')], default='command', max_length=10, verbose_name='asked by')),
                ('lease_until', models.DateTimeField(blank=True, null=True, verbose_name='lease until')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('event_type', models.CharField(blank=True, choices=[('hack', 'hack'), ('depeg', 'depeg'), ('liquidation', 'liquidation'), ('scam_alert', 'scam alert'), ('regulation', 'regulation'), ('listing', 'listing'), ('partnership', 'partnership'), ('governance', 'governance'), ('airdrop', 'airdrop'), ('celebrity', 'celebrity'), ('macro', 'macro'), ('other', 'other event')], max_length=20, verbose_name='event type')),
                ('asset', models.CharField(blank=True, max_length=20, verbose_name='asset')),
                ('asset_name', models.CharField(blank=True, max_length=100, verbose_name='name of the asset')),
                ('direction', models.CharField(blank=True, choices=[('long', 'positive'), ('short', 'negative'), ('neutral', 'neutral')], max_length=10, verbose_name='direction')),
                ('read_by', models.CharField(blank=True, choices=[('rules', 'rules'), ('model', 'model'), ('caller', 'whoever asked')], max_length=10, verbose_name='read by')),
                ('summary', models.CharField(blank=True, max_length=300, verbose_name='summary')),
                ('preliminary_confidence', models.DecimalField(blank=True, decimal_places=4, max_digits=5, null=True, verbose_name='preliminary confidence')),
                ('confidence', models.DecimalField(blank=True, decimal_places=4, max_digits=5, null=True, verbose_name='confidence')),
                ('action', models.CharField(blank=True, choices=[('buy', 'buy'), ('sell', 'sell'), ('observe', 'observe')], max_length=10, verbose_name='action')),
                ('strength', models.CharField(blank=True, choices=[('low', 'weak'), ('medium', 'moderate'), ('high', 'strong')], max_length=10, verbose_name='strength')),
                ('timeframe', models.CharField(blank=True, choices=[('short', 'short term'), ('medium', 'medium term'), ('long', 'long term')], max_length=10, verbose_name='timeframe')),
                ('adjustments', models.JSONField(default=list, verbose_name='adjustments')),
                ('risk_flags', models.JSONField(default=list, verbose_name='risk flags')),
                ('unused_reason', models.CharField(blank=True, max_length=30, verbose_name='why no tool was used')),
                ('argument', models.CharField(blank=True, max_length=300, verbose_name='argument of the model')),
                ('evidence', models.JSONField(blank=True, null=True, verbose_name='evidence')),
                ('similar', models.JSONField(default=list, verbose_name='similar past events')),
                ('tool_calls', models.PositiveSmallIntegerField(default=0, verbose_name='tool calls')),
                ('calls', models.PositiveIntegerField(default=0, verbose_name='calls')),
                ('cost_usd', models.DecimalField(decimal_places=6, default=0, max_digits=12, verbose_name='cost in USD')),
                ('failures', models.JSONField(default=list, verbose_name='failed providers')),
                ('error', models.CharField(blank=True, max_length=500, verbose_name='error')),
                ('outcome', models.CharField(blank=True, choices=[('confirmed', 'proved true'), ('refuted', 'proved false'), ('unclear', 'never settled')], max_length=10, verbose_name='outcome')),
                ('outcome_note', models.CharField(blank=True, max_length=500, verbose_name='note on the outcome')),
                ('outcome_at', models.DateTimeField(blank=True, null=True, verbose_name='recorded')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('duration_ms', models.PositiveIntegerField(blank=True, null=True, verbose_name='duration in ms')),
                ('node', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='events', to='verification.node', verbose_name='node')),
                ('outcome_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='recorded by')),
                ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='EventStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(verbose_name='position')),
                ('state', models.CharField(choices=[('reading', 'Read the message'), ('context', 'Look for similar past events'), ('planner', 'Plan'), ('executor', 'Search'), ('router', 'Weigh the pages'), ('synthesis', 'Conclude')], max_length=10, verbose_name='step')),
                ('round', models.PositiveSmallIntegerField(default=1, verbose_name='round')),
                ('status', models.CharField(choices=[('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='running', max_length=10, verbose_name='status')),
                ('input', models.JSONField(default=dict, verbose_name='input')),
                ('output', models.JSONField(default=dict, verbose_name='output')),
                ('calls', models.PositiveIntegerField(default=0, verbose_name='calls')),
                ('cost_usd', models.DecimalField(decimal_places=6, default=0, max_digits=12, verbose_name='cost in USD')),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('duration_ms', models.PositiveIntegerField(blank=True, null=True, verbose_name='duration in ms')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='verification.event', verbose_name='event')),
            ],
            options={
                'verbose_name': 'step of an event',
                'verbose_name_plural': 'steps of an event',
                'ordering': ('event', 'position'),
            },
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['-created_at', '-id'], name='event_newest'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['digest'], name='event_digest'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['event_type', '-created_at'], name='event_of_type'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['asset', '-created_at'], name='event_of_asset'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['queued', 'running', 'finished', 'degraded', 'failed', 'cancelled'])), name='event_status_known'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('status__in', ('queued', 'running'))), models.Q(('finished_at__isnull', False), ('status__in', ('finished', 'degraded', 'failed', 'cancelled'))), _connector='OR'), name='event_finished_at_iff_final'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('confidence__isnull', True), models.Q(('confidence__gte', 0), ('confidence__lte', 1)), _connector='OR'), name='event_confidence_is_share'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', ''), ('outcome_at__isnull', True)), models.Q(models.Q(('outcome', ''), _negated=True), ('outcome_at__isnull', False)), _connector='OR'), name='event_outcome_dated'),
        ),
        migrations.AddConstraint(
            model_name='eventstep',
            constraint=models.UniqueConstraint(fields=('event', 'position'), name='event_step_position_unique'),
        ),
    ]
