"""A thin client for the API of CausalFlow, sync and async."""

from causalflow_client.asynchronous import AsyncClient
from causalflow_client.problems import ApiError, NotOver
from causalflow_client.synchronous import Client
from causalflow_client.webhooks import BadSignature, read_webhook

__all__ = ["ApiError", "AsyncClient", "BadSignature", "Client", "NotOver", "read_webhook"]
