"""Loads the product in the process from which those of the tests are forked; in any other it is loaded already."""

import django
from django.apps import apps

if not apps.ready:
    django.setup()
