"""The models that can be used as soon as their key is in the environment, and who may edit profiles.

Prices per million tokens as the vendors published them in autumn 2026, where they vary by hour or region the dearer: DeepSeek's peak hours,
Alibaba Cloud's Beijing region. An admin corrects them when they change.
"""

from decimal import Decimal

from django.db import migrations

from causalflow.role_grants import grant_permissions

SHIPPED = (
    ("openai", "OpenAI", "https://api.openai.com/v1", "gpt-4.1-mini", "OPENAI_API_KEY", "0.4", "1.6", 10),
    ("deepseek", "DeepSeek", "https://api.deepseek.com/v1", "deepseek-v4-pro", "DEEPSEEK_API_KEY", "1.32", "3.96", 20),
    ("qwen", "Alibaba Cloud", "https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen-plus", "DASHSCOPE_API_KEY", "0.115", "0.287", 30),
)
CODENAMES = tuple(f"{verb}_modelprofile" for verb in ("view", "add", "change", "delete"))


def add_profiles(apps, schema_editor):
    profiles = apps.get_model("verification", "ModelProfile").objects.using(schema_editor.connection.alias)
    for name, vendor, base_url, model, key_variable, price_in, price_out, position in SHIPPED:
        shipped = {
            "vendor": vendor,
            "base_url": base_url,
            "model": model,
            "key_variable": key_variable,
            "input_usd_per_million": Decimal(price_in),
            "output_usd_per_million": Decimal(price_out),
            "position": position,
        }
        profiles.get_or_create(name=name, defaults=shipped)


def remove_profiles(apps, schema_editor):
    profiles = apps.get_model("verification", "ModelProfile").objects.using(schema_editor.connection.alias)
    profiles.filter(name__in=[entry[0] for entry in SHIPPED]).delete()


class Migration(migrations.Migration):
    dependencies = [("verification", "0012_doors")]

    operations = [migrations.RunPython(add_profiles, remove_profiles), grant_permissions("verification", {"admin": CODENAMES})]
