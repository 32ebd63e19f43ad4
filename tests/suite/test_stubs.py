"""``make run STUBS=1``: a program finds the search services and the web that are played for it, and they end with it."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from tests.environment import PROJECT, documented_variables

pytestmark = pytest.mark.pure

ASK = """
import json, os, urllib.request
request = urllib.request.Request(
    os.environ["SERPER_URL"] + "/search", b'{"q": "deposit rate"}', {"X-API-KEY": os.environ["SERPER_API_KEY"]}
)
found = json.load(urllib.request.urlopen(request))["organic"]
page = next(row["link"] for row in found if ".example/" in row["link"])
host, _, path = page.removeprefix("http://").partition("/")
read = urllib.request.Request(f"http://{os.environ['DEMO_STUBS']}/{path}", headers={"Host": host})
print(json.dumps([len(found), urllib.request.urlopen(read).read().decode()[:15], os.environ["SEARXNG_URL"]]))
raise SystemExit(3)
"""


def test_a_program_among_stubs_finds_services_and_pages() -> None:
    clean = {name: value for name, value in os.environ.items() if name not in documented_variables() or name == "VAR_DIR"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.stubs", sys.executable, "-c", ASK],
        cwd=PROJECT,
        env=clean | {"DJANGO_SETTINGS_MODULE": "causalflow.settings"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (3, "")
    count, start, address = json.loads(done.stdout)
    assert count >= 3
    assert start == "<!doctype html>"
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=5)  # noqa: S310 (loopback)
