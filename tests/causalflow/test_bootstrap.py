"""What an unsuitable machine is told, and when an installation is done again."""

import subprocess
from pathlib import Path

import pytest

from causalflow import bootstrap

pytestmark = pytest.mark.pure


def test_an_old_python_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    monkeypatch.setattr(bootstrap, "NEWER", ("python99.1",))
    with pytest.raises(SystemExit, match=r"^CausalFlow needs Python 3\.11 or newer; this one is 3\.\d+\.\d+\. Name a newer one: "):
        bootstrap.require_new_python()


def test_an_interpreter_that_only_pretends_to_be_there_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, script in (("python99.2", "exit 127"), ("python99.1", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bootstrap, "NEWER", ("python99.2", "python99.1"))
    assert bootstrap.find_newer_python() == str(tmp_path / "python99.1")


def test_a_python_without_venv_is_told_which_package_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bootstrap, "VENV_PYTHON", tmp_path / "none")
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"apt-get install python3-venv$"):
        bootstrap.create_venv()


def test_an_installation_is_done_once_and_again_when_requirements_change(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed: list[str] = []

    def fake_pip(command: list[str], check: bool) -> subprocess.CompletedProcess[bytes]:
        installed.append(Path(command[-1]).name)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(bootstrap, "PROJECT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap.subprocess, "run", fake_pip)
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text("first", encoding="utf-8")
    both = ["requirements.txt", "requirements-dev.txt"]
    bootstrap.install(both)
    bootstrap.install(both)
    bootstrap.install(both[:1])
    assert installed == ["requirements-dev.txt"]
    (tmp_path / "requirements.txt").write_text("second", encoding="utf-8")
    bootstrap.install(both[:1])
    bootstrap.install(both)
    assert installed == ["requirements-dev.txt", "requirements.txt", "requirements-dev.txt"]


def test_a_failed_installation_is_not_stamped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bootstrap, "PROJECT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda command, check: subprocess.CompletedProcess(command, 1))
    (tmp_path / "requirements.txt").write_text("first", encoding="utf-8")
    with pytest.raises(SystemExit, match="could not be installed"):
        bootstrap.install(["requirements.txt"])
    assert [path.name for path in tmp_path.iterdir()] == ["requirements.txt"]
