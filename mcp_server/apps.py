from django.apps import AppConfig


class McpServerConfig(AppConfig):
    """No models: only its command has to be found."""

    name = "mcp_server"
