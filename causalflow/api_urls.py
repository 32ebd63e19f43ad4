"""Version 1 of the API: the routes of both apps, and last the answer to every address that is none."""

from attribution.api.urls import urlpatterns as attribution_routes
from verification.api.urls import urlpatterns as verification_routes

app_name = "api"
urlpatterns = [*attribution_routes, *verification_routes]
