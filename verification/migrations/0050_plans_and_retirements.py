"""What an admin should know of a service that answers: a plan that refuses hosts, a model that retires, is gone or has no price."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('verification', '0040_former_webhook_secret'),
    ]

    operations = [
        migrations.AlterField(
            model_name='chore',
            name='name',
            field=models.CharField(choices=[('purge', 'old evidence and results deleted'), ('expired', 'kept searches and remembered answers deleted'), ('reservations', 'unsettled reservations released'), ('health', 'health checked, alerts sent'), ('second_reviews', 'rulings drawn for a second review'), ('suggestions', 'whitelist changes suggested from the findings'), ('retirements', 'vendors asked when they shut their models down')], max_length=20, unique=True, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='modelprofile',
            name='base_url',
            field=models.CharField(help_text='Up to and including /v1. A key of DashScope (Qwen) is good for one region: dashscope for China, dashscope-intl elsewhere.', max_length=300, validators=[django.core.validators.URLValidator(schemes=['http', 'https'])], verbose_name='address'),
        ),
        migrations.AddField(
            model_name='providerhealth',
            name='is_restricted',
            field=models.BooleanField(default=False, verbose_name='its plan refuses hosts'),
        ),
        migrations.AlterField(
            model_name='healthalert',
            name='trouble',
            field=models.CharField(choices=[('budget_nearly_spent', "the month's budget is spent to 80 %"), ('budget_spent', "the month's budget is used up"), ('provider_resting', 'a provider does not answer'), ('queue_waiting', 'work is waiting and no worker takes it'), ('runs_failing', 'many runs fail'), ('model_retires', 'a model is shut down soon'), ('model_not_found', 'a model is not there any more'), ('price_unknown', 'a model without a price'), ('plan_restricted', 'a plan that refuses part of our searches')], max_length=30, verbose_name='what is wrong'),
        ),
    ]
