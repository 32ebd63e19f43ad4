"""A real Chromium: an installed one, or Debian's package where we are root.

The one without windows comes first: pages are the same in it, and it spends nothing on tabs, menus and a process for graphics.
"""

import os
import shutil
import subprocess
from pathlib import Path

PACKAGE = "chromium-headless-shell"
NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")


def find_chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _missing_packages() -> list[str]:
    return [name for name, there in ((PACKAGE, find_chromium()), ("fonts-noto-cjk", FONT.exists())) if not there]


def install_chromium(*, timeout: float) -> str | None:
    """Install what is missing, Chinese glyphs too, where that is possible.

    Answers the path of a Chromium, or None; never asks a question and gives up after ``timeout`` seconds. Missing glyphs don't stop a test.
    """
    missing = _missing_packages()
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        install = f"apt-get update -qq && apt-get install -y -qq --no-install-recommends {' '.join(missing)}"
        try:
            subprocess.run(
                ["/bin/sh", "-c", install],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return find_chromium()
    return find_chromium()
