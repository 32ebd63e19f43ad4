"""The shipped profiles name models that live, at the prices of today, where nobody has changed them.

gpt-4.1-mini is shut down on 14 January 2027; OpenAI names gpt-6-luna as its successor. DeepSeek's page tells people to use deepseek-flash.
Prices are the dearest of the day and the region, in USD per million tokens, looked up in autumn 2026.

"""

from datetime import date
from decimal import Decimal

from django.db import migrations

# name → (what it was shipped as: model, prices in and out, position), (what it becomes: model, prices in and out, the day they were seen)
CHANGED = {
    "openai": (("gpt-4.1-mini", "0.4", "1.6", 10), ("gpt-6-luna", "0.10", "0.50", date(2026, 10, 28))),
    "deepseek": (("deepseek-v4-pro", "1.32", "3.96", 20), ("deepseek-flash", "0.30", "1.20", date(2026, 10, 17))),
    "qwen": (("qwen-plus", "0.115", "0.287", 30), ("qwen-plus", "0.115", "0.287", date(2026, 9, 30))),
}
AS_SHIPPED = {"timeout_s": 30, "concurrency": 5, "is_active": True, "extra_body__isnull": True, "limit_name": "", "json_form": "", "thinking_tokens": 0}
BASE_URLS = {
    "openai": "https://api.openai.com/v1",
    "deepseek": "https://api.deepseek.com/v1",
    "qwen": "https://dashscope.aliyuncs.com/compatible-mode/v1",
}


def renew_models(apps, schema_editor):
    profiles = apps.get_model("verification", "ModelProfile").objects.using(schema_editor.connection.alias)
    for name, (was, becomes) in CHANGED.items():
        untouched = profiles.filter(name=name, base_url=BASE_URLS[name], priced_on=None, **_columns(was), position=was[3], **AS_SHIPPED)
        untouched.update(**_columns(becomes), priced_on=becomes[3])


def bring_back(apps, schema_editor):
    profiles = apps.get_model("verification", "ModelProfile").objects.using(schema_editor.connection.alias)
    for name, (was, becomes) in CHANGED.items():
        profiles.filter(name=name, **_columns(becomes), priced_on=becomes[3]).update(**_columns(was), priced_on=None)


def _columns(entry):
    return {"model": entry[0], "input_usd_per_million": Decimal(entry[1]), "output_usd_per_million": Decimal(entry[2])}


class Migration(migrations.Migration):
    dependencies = [("verification", "0038_models_that_think")]

    operations = [migrations.RunPython(renew_models, bring_back)]
