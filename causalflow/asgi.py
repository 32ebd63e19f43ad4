import os

from django.core.asgi import get_asgi_application
from django.db import connections

from causalflow.garbage import look_seldom

look_seldom()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "causalflow.settings")
application = get_asgi_application()
# Each request has a thread of its own here, and one that ends would leave a connection that is kept open behind.
for database in connections.settings.values():
    database["CONN_MAX_AGE"] = 0

from causalflow.checks import refuse_misconfiguration  # noqa: E402 (settings come first)

refuse_misconfiguration()
