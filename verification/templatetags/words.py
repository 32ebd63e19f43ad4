"""``{% translate "…" %}`` that remembers: a page says a hundred fixed words, and each was looked up each time."""

from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

# Django's own library: a template that loads i18n has ours in it.
register = i18n.register


class WordsNode(i18n.TranslateNode):
    """Words that are written out in a template, by the language that they were said in."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        super().__init__(node.filter_expression, node.noop, node.asvar, node.message_context)
        self._said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        said = self._said.get(language)
        if said is None:
            said = self._said[language] = super().render(context)
        return said


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> i18n.TranslateNode:
    node = i18n.do_translate(parser, token)
    is_fixed = _is_fixed(node.filter_expression) and (node.message_context is None or _is_fixed(node.message_context))
    return WordsNode(node) if is_fixed and node.asvar is None else node


def _is_fixed(told: FilterExpression) -> bool:
    return not told.filters and (isinstance(told.var, str) or told.var.literal is not None)
