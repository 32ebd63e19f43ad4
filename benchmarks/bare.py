"""A list as Django's own generic view makes it, beside which the pages are measured: the same server, database, log-in and nodes."""

from django.contrib.auth.mixins import LoginRequiredMixin
from django.urls import path
from django.views.generic import ListView

from verification.models import Node


class BareList(LoginRequiredMixin, ListView):  # type: ignore[type-arg]
    """25 nodes with their states, by name, in a page with nothing else on it."""

    queryset = Node.objects.filter(is_active=True).select_related("state").order_by("label", "pk")
    paginate_by = 25
    template_name = "list"


urlpatterns = [path("bare/", BareList.as_view())]
