#!/usr/bin/env python
"""Django's command line for CausalFlow; ``make help`` lists the everyday targets."""

import os
import sys

from causalflow.garbage import look_seldom


def main() -> None:
    look_seldom()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "causalflow.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
