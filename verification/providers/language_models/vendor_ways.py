"""What the vendors of models need beside the common request, by host and model, where a profile does not say it itself.

Extraction needs no chain of thought: models that think unless told otherwise eat the answer's tokens, and the bill. One row, one test; what
an endpoint refuses all the same is left out and remembered (``chat``).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from verification.core.sources.domains import matching_suffix


@dataclass(frozen=True, slots=True)
class VendorWay:
    """``hosts`` by suffix, ``models`` a pattern of their names; ``body`` is added to each request. ``limit`` and ``json_form``: how the
    output limit is called and which form of JSON is taken, "" where that is learnt.
    """

    hosts: tuple[str, ...]
    models: str = ""
    body: Mapping[str, object] = field(default_factory=dict)
    limit: str = ""
    json_form: str = ""
    port: int | None = None


OPENAI = ("api.openai.com", "openai.azure.com", "services.ai.azure.com")
DASHSCOPE = ("dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "dashscope-us.aliyuncs.com", "maas.aliyuncs.com")
NO_THINKING = {"thinking": {"type": "disabled"}}
WAYS = (
    # Every model since gpt-5 thinks at "medium" and takes tools only at "none"; older ones know no effort.
    VendorWay(OPENAI, r"gpt-(?:[5-9]|\d\d)", {"reasoning_effort": "none"}, "max_completion_tokens"),
    VendorWay(OPENAI, r"o\d", {"reasoning_effort": "low"}, "max_completion_tokens"),
    VendorWay(("api.deepseek.com",), r"", NO_THINKING, json_form="json_object"),
    # The host named by a workspace is that of Model Studio since mid-2026, the other is called legacy.
    VendorWay(DASHSCOPE, r"", {"enable_thinking": False}),
    VendorWay(("open.bigmodel.cn", "api.z.ai"), r"glm-(?:4\.[5-9]|[5-9])", NO_THINKING, json_form="json_object"),
    VendorWay(("api.moonshot.cn", "api.moonshot.ai"), r"kimi-k(?:2\.[5-9]|[3-9])", NO_THINKING, json_form="json_object"),
    VendorWay(("openrouter.ai",), r"", {"reasoning": {"enabled": False}}),
    VendorWay(("localhost", "127.0.0.1", "::1"), r"", {"reasoning_effort": "none"}, port=11434),  # Ollama
)  # fmt: skip
NO_WAY = VendorWay(())


def way_of(base_url: str, model: str) -> VendorWay:
    """The first row for this host and model."""
    parts = urlsplit(base_url)
    host = (parts.hostname or "").lower()
    name = model.lower().rpartition("/")[2]
    for way in WAYS:
        is_host = matching_suffix(host, frozenset(way.hosts)) is not None or host in way.hosts
        if is_host and way.port in (None, parts.port) and re.match(way.models, name):
            return way
    return NO_WAY
