"""The whitelist as shipped: 5 groups, 27 listings, 26 domains (seed 000)."""

import json
from decimal import Decimal
from pathlib import Path

from django.db import migrations

SHIPPED = Path(__file__).resolve().parent.parent / "data" / "financial_sources.json"


def load_shipped(apps, schema_editor):
    alias = schema_editor.connection.alias
    groups = apps.get_model("verification", "SourceGroup").objects.using(alias)
    domains = apps.get_model("verification", "WhitelistDomain").objects.using(alias)
    listings = apps.get_model("verification", "Listing").objects.using(alias)
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    for group_position, (slug, entry) in enumerate(shipped["search_domains"].items()):
        group = groups.create(slug=slug, description=entry["description"], position=group_position)
        for position, name in enumerate(entry["domains"]):
            # A domain of several groups takes tier and authority of the first it stands in.
            domain = domains.get_or_create(
                domain=name,
                defaults={
                    "owner": shipped["domains"].get(name, {}).get("owner", ""),
                    "tier": entry["tier"],
                    "authority": Decimal(entry["authority"]),
                    "is_official": entry.get("official", False),
                },
            )[0]
            listings.create(domain=domain, group=group, position=position)


def delete_shipped(apps, schema_editor):
    alias = schema_editor.connection.alias
    for name in ("Listing", "WhitelistDomain", "SourceGroup"):
        apps.get_model("verification", name).objects.using(alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("verification", "0002_roles")]

    operations = [migrations.RunPython(load_shipped, delete_shipped)]
