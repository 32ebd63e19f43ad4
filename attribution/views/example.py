"""A text to try the page with: links of several kinds, in the reader's language."""

from django.utils.translation import get_language

_ENGLISH = """Consumer prices in the United States are measured each month by the [Bureau of Labor Statistics](https://www.bls.gov/cpi/).
The Transformer was introduced in "Attention Is All You Need" (arXiv:1706.03762), which has been cited more than 100,000 times.
According to the IMF's World Economic Outlook, global growth will slow next year.
The domain example.com is reserved for documentation, see https://www.iana.org/help/example-domains.
A page that is not there: https://www.iana.org/no-such-page-of-ours.
"""
_CHINESE = """美国居民消费价格由[劳工统计局](https://www.bls.gov/cpi/)按月发布。
Transformer 由论文《Attention Is All You Need》（arXiv:1706.03762）提出，被引用超过十万次。
据国际货币基金组织《世界经济展望》，明年全球增长将放缓。
example.com 是为文档保留的域名，见https://www.iana.org/help/example-domains。
一个不存在的页面：https://www.iana.org/no-such-page-of-ours。
"""


def example_text() -> str:
    return _CHINESE if (get_language() or "en").startswith("zh") else _ENGLISH
