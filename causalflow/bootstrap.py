"""Makes ``.venv`` ready; ``make`` calls it before everything else: ``python3 causalflow/bootstrap.py [--dev]``.

Standard library only, and written so that an old Python can still read it and say what it lacks. A stamp keyed on the requirements
makes the second run instant.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
PROJECT = Path(__file__).resolve().parent.parent
VENV = PROJECT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
NEW_ENOUGH = f"import sys; sys.exit(sys.version_info < {OLDEST})"


def say(sentence):
    sys.stderr.write(sentence + "\n")


def succeeds(*command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def find_newer_python():
    """Another interpreter on the path that is new enough, or None. One that only pretends to be there (pyenv) is tried and dropped."""
    for name in NEWER:
        path = shutil.which(name)
        if path and succeeds(path, "-c", NEW_ENOUGH):
            return path
    return None


def require_new_python():
    if sys.version_info >= OLDEST:
        return
    newer = find_newer_python()
    if newer:
        os.execv(newer, [newer, *sys.argv])
    found = ".".join(map(str, sys.version_info[:3]))
    sys.exit(f"CausalFlow needs Python 3.11 or newer; this one is {found}. Name a newer one: make setup PYTHON=/path/to/python3.12")


def create_venv():
    if succeeds(str(VENV_PYTHON), "-c", "import pip; " + NEW_ENOUGH):
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        sys.exit("This Python has no venv or ensurepip module; on Debian and Ubuntu install it with: apt-get install python3-venv")
    say("Creating .venv ...")
    if subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False).returncode:
        sys.exit("The virtual environment .venv could not be created; Python's message stands above.")


def fingerprint(names):
    """What an installation depends on: the requirements and the interpreter."""
    digest = hashlib.sha256()
    for name in names:
        digest.update((PROJECT / name).read_bytes())
    digest.update(os.path.realpath(str(VENV_PYTHON)).encode())
    return digest.hexdigest()


def install(names):
    """Install the last of ``names``, which includes the others, unless its stamp says that it is there."""
    stamps = {VENV / f"installed-{name}": fingerprint(names[: position + 1]) for position, name in enumerate(names)}
    stamp, wanted = list(stamps.items())[-1]
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"Installing {names[-1]} into .venv; the first time takes about a minute ...")
    pip = [str(VENV_PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input", "-r", str(PROJECT / names[-1])]
    if subprocess.run(pip, check=False).returncode:
        sys.exit(f"The packages of {names[-1]} could not be installed; pip's message stands above.")
    for path, content in stamps.items():
        path.write_text(content)


def compile_catalogues():
    """Translations are compiled here and not committed: no binary that goes stale or conflicts, and no gettext tools needed."""
    if subprocess.run([str(VENV_PYTHON), "-m", "causalflow.catalogues", "compile"], cwd=str(PROJECT), check=False).returncode:
        sys.exit("The translations could not be compiled; the message stands above.")


def main():
    require_new_python()
    create_venv()
    names = ["requirements.txt"]
    if "--dev" in sys.argv[1:]:
        names.append("requirements-dev.txt")
    install(names)
    compile_catalogues()


if __name__ == "__main__":
    main()
