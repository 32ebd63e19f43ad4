"""How fast many links are checked: ``python -m benchmarks.citation_links [--links 200 --hosts 20 --latency-ms 500]``.

The pages are played on loopback by a process of their own, each after the same time; the text cites each of them once. Prints the time
beside the ideal (50 at once, 6 to a host), our own processor time and memory; status 1 where a goal is missed.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

AT_ONCE, OF_HOST = 50, 6
MOST_RATIO, MOST_MEGABYTES = 1.3, 300
CLAIM = "Retail sales in Elbonia rose 3.1% in May from a year earlier"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=200)
    parser.add_argument("--hosts", type=int, default=20)
    parser.add_argument("--latency-ms", type=int, default=500)
    parser.add_argument("--database", default="", help="postgres://… of an empty database")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.play:
        return _play(arguments.latency_ms / 1000)
    command = [sys.executable, "-m", "benchmarks.citation_links", "--play", f"--latency-ms={arguments.latency_ms}"]
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as player:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "causalflow.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": arguments.database or f"sqlite:///{Path(folder) / 'links.sqlite3'}",
            "DEMO": "1",
            "DEMO_STUBS": str(player.stdout and player.stdout.readline()).strip(),
        }
        try:
            return _measure(arguments)
        finally:
            player.terminate()


def ideal_seconds(links: int, hosts: int, latency_s: float) -> float:
    """Rounds of what may be asked at once, of all hosts and of the one with most links."""
    of_host = -(-links // hosts)
    return max(-(-links // AT_ONCE), -(-of_host // OF_HOST)) * latency_s


def _measure(arguments: argparse.Namespace) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from attribution.services.citations.checking import execute_report
    from attribution.services.citations.lifecycle import create_report

    call_command("migrate", verbosity=0)
    urls = [f"http://paper-{number % arguments.hosts}.example/ok/{number}" for number in range(arguments.links)]
    report = create_report(text="\n\n".join(f"{CLAIM} ({url})." for url in urls), trigger="command", enqueue=False)
    began, busy = time.perf_counter(), time.process_time()
    done = execute_report(report_id=report.pk, is_whole=True)
    seconds, processor = time.perf_counter() - began, time.process_time() - busy
    ideal = ideal_seconds(arguments.links, arguments.hosts, arguments.latency_ms / 1000)
    verified = done.citations.filter(status="verified").count()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{arguments.links} links to {arguments.hosts} hosts, every page {arguments.latency_ms} ms; {verified} verified, rightly")
    print(f"  {seconds:.2f} s, {seconds / ideal:.2f} x the ideal of {ideal:.2f} s; {processor:.2f} s of our processor; {megabytes} MB")
    return 0 if seconds <= MOST_RATIO * ideal and megabytes <= MOST_MEGABYTES and verified == arguments.links else 1


def _play(latency_s: float) -> int:
    """The pages, until they are ended; their address stands on the first line."""
    from tests.stubs.cited import CitedWeb

    with CitedWeb(latency_s=latency_s) as web:
        print(web.url.removeprefix("http://"), flush=True)
        time.sleep(3600)
    return 0


if __name__ == "__main__":
    sys.exit(main())
