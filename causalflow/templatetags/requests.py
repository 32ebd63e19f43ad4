"""The request's id on pages, even where the page is made without its request (500)."""

from django import template

from verification.log_context import get_request_id

register = template.Library()
register.simple_tag(get_request_id, name="request_id")
