import os

from django.core.asgi import get_asgi_application

from causalflow.garbage import look_seldom

look_seldom()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "causalflow.settings")
application = get_asgi_application()

from causalflow.checks import refuse_misconfiguration  # noqa: E402 (settings come first)

refuse_misconfiguration()
