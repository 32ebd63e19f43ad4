"""The product's settings, apart from the machine: its own key, a throw-away database, static files as they stand in the tree.

Of the surrounding environment only ``DATABASE_URL`` is heard, so that nobody's ``.env`` decides whether a test passes.
"""

import os
import tempfile
from pathlib import Path

from tests.environment import documented_variables

SCRATCH = Path(tempfile.gettempdir()) / f"causalflow-tests-{os.getpid()}"

# What was set before, for the tests of real services alone.
given_environment: dict[str, str] = {}
for _name in documented_variables() - {"DATABASE_URL", "DATABASE_URL_FILE"}:
    if _name in os.environ:
        given_environment[_name] = os.environ.pop(_name)
os.environ["SECRET_KEY"] = "only-for-tests-" * 4
os.environ["VAR_DIR"] = str(SCRATCH)

from causalflow.settings import *  # noqa: E402, F403 (the environment is cleaned first)
from causalflow.settings import DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT = None
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

# Kept connections would outlive the threads of a test and hold its database.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: only a file has the write-ahead log and the locks that the product lives with.
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}
