"""``{% url %}``, which remembers: a page asks for a hundred addresses, and most of them again on the next page."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.urls import get_script_prefix, reverse

register = template.Library()


def address(name: str, *args: object) -> str:
    """``reverse`` for a name without a namespace."""
    return _find(name, args, get_script_prefix())


@lru_cache(4096)
def _find(name: str, args: tuple[object, ...], prefix: str) -> str:
    """``prefix`` is the one that Django puts before it."""
    return reverse(name, args=args)


class AddressNode(URLNode):
    """Django's own, but that what it finds for a plain name is remembered."""

    def render(self, context: Context) -> Any:
        name = self.view_name.resolve(context)
        if self.kwargs or self.asvar or ":" in name:
            return super().render(context)
        found = address(name, *(arg.resolve(context) for arg in self.args))
        return template.base.conditional_escape(found) if context.autoescape else found


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    node = parse_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
