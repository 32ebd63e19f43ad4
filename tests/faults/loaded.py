"""Loads the product in the process from which those of the tests are forked; in any other it is loaded already."""

import django
from django.apps import apps

from causalflow.garbage import look_seldom

if not apps.ready:
    look_seldom()
    django.setup()
