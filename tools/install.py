"""Install into .venv what the book needs, or with `dev` what testing and editing need too: python tools/install.py book

Without a word, this only looks whether the Python that runs it will do. A .venv that was moved, or not finished, is
made again. pip is asked only if what is needed has changed since, so without a network all goes on as before.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NEEDS = {"book": "requirements.txt", "dev": "requirements-dev.txt"}
SAYS = {
    "book": "Installing what the book needs into .venv: 0.6 GB, which takes one to five minutes.",
    "dev": "Installing what tests and editing need too: 0.3 GB more, which takes another minute or two.",
}


def main():
    """Do it, or say in one line why not."""
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        has = ".".join(map(str, sys.version_info[:2]))
        raise SystemExit(f"This needs Python 3.11, 3.12 or 3.13, and this is {has}. Set PYTHON=/path/to/python3.")
    words = {"book": ["book"], "dev": ["book", "dev"]}[sys.argv[1]] if sys.argv[1:] else []
    if words and not is_whole():
        make()
    for word in words:
        if not is_done(word):
            install(word)


def is_whole():
    """Is there a .venv that was made here, to its end?"""
    return PYTHON.exists() and mark("book").exists() and mark("book").read_text("utf-8").startswith(f"{VENV}\n")


def is_done(word):
    """Has all of this been installed?"""
    return mark(word).exists() and mark(word).read_text("utf-8") == needed(word)


def make():
    """Make .venv, without anything in it yet."""
    if VENV.exists():
        print("The folder .venv was moved, or never finished: it is made again.", flush=True)
        shutil.rmtree(VENV)
    python = getattr(
        sys, "_base_executable", sys.executable
    )  # if the .venv that is gone runs this, what it was made by
    made = subprocess.run([python, "-m", "venv", str(VENV)], stdout=subprocess.DEVNULL)
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SystemExit("No virtual environment could be made. On Debian or Ubuntu: apt install python3-venv")


def install(word):
    """Ask pip for it. While pip works no mark is there, so what is stopped half-way is not taken for whole."""
    print(SAYS[word], flush=True)
    marks = {mark(each): mark(each).read_text("utf-8") for each in NEEDS if mark(each).exists()}
    for path in marks:
        path.unlink()
    builder = next(line for line in lines(ROOT / "requirements.txt") if line.startswith("setuptools"))
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    failed = (
        subprocess.run([*pip, builder], cwd=str(ROOT)).returncode
        or subprocess.run([*pip, "--no-build-isolation", "-r", NEEDS[word]], cwd=str(ROOT)).returncode
    )
    if not failed:
        marks[mark(word)] = needed(word)
    for path, text in marks.items():
        path.write_text(text, "utf-8")
    if failed:
        raise SystemExit(failed)


def mark(word):
    """The file that says what was installed, and where."""
    return VENV / word


def needed(word):
    """What stands in that file: the place, and a word for all that is asked of pip."""
    import tomllib  # a Python that is too old has none

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [project["build-system"], project["project"]["dependencies"], lines(ROOT / "constraints.txt")]
    asked += [lines(ROOT / NEEDS[each]) for each in ("book", word)]
    return f"{VENV}\n{hashlib.sha256(repr(asked).encode()).hexdigest()}\n"


def lines(path):
    """The lines of a file of requirements, without comments."""
    bare = (line.split("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return [line for line in bare if line]


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Stopped. The next run begins again.") from None
