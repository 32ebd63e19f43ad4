from django.apps import AppConfig


class CausalFlowConfig(AppConfig):
    name = "causalflow"

    def ready(self) -> None:
        from causalflow import checks  # noqa: F401 (importing registers the checks)
