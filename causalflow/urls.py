from django.contrib import admin
from django.urls import include, path

from verification.views.accounts import LogIn, LogOut
from verification.views.preferences import choose_language, choose_theme, show_robots

handler500 = "causalflow.errors.show_error"
urlpatterns = [
    path("", include("verification.urls")),
    path("", include("attribution.urls")),
    path("api/v1/", include("causalflow.api_urls")),
    path("login/", LogIn.as_view(), name="login"),
    path("logout/", LogOut.as_view(), name="logout"),
    path("language/", choose_language, name="language"),
    path("theme/", choose_theme, name="theme"),
    path("robots.txt", show_robots, name="robots"),
    path("admin/", admin.site.urls),
]
