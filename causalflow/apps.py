from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class CausalFlowConfig(AppConfig):
    name = "causalflow"

    def ready(self) -> None:
        from causalflow import checks, sqlite  # noqa: F401 (importing registers them)


class OfficeConfig(AdminConfig):
    """Django's admin with our site in the place of its own."""

    default_site = "causalflow.site.OfficeSite"
