"""The verbs of the Makefile where something is wrong: with the Python, the folder, the port, or a run before."""

import os
import shutil
import socket
import subprocess
import sys
from types import SimpleNamespace

import build
import install
import pytest
import serve
from conftest import ROOT

OLD = """#!/bin/sh
exec "{python}" -c 'import runpy, sys
sys.version_info = (3, 10, 9)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")' "$@"
"""
LEFT = (".venv/bin", "_build/html", "posviz/__pycache__", "tests/a/__pycache__", "posviz.egg-info", ".pytest_cache")
LEFT += (".hypothesis", ".ruff_cache", ".import_linter_cache", "chapters/.ipynb_checkpoints", "experiments/.venv")


@pytest.fixture
def folder(tmp_path):
    """A folder with spaces and letters, in which make can work."""
    folder = tmp_path / "a book, é"
    folder.mkdir()
    for name in ("Makefile", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def make(folder, *words, **variables):
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MAKE") and key != "PYTHON"}
    return subprocess.run(["make", *words], cwd=folder, capture_output=True, text=True, env=clean | variables)


def only_line(made):
    """What was said by others than make."""
    said = (made.stdout + made.stderr).splitlines()
    (line,) = [line for line in said if not line.startswith("make")]
    return line


def test_a_python_that_is_too_old_is_refused_before_anything_is_made(folder, tmp_path):
    old = script(tmp_path / "bin" / "python3.10", OLD.format(python=sys.executable))
    made = make(folder, "book", f"PYTHON={old}")
    assert made.returncode and only_line(made).startswith("This needs Python 3.11, 3.12 or 3.13, and this is 3.10.")
    assert not (folder / ".venv").exists()


def test_no_python_at_all_is_one_line_too(folder, tmp_path):
    for name in ("python3", "python3.13", "python3.12", "python3.11", "python"):
        script(tmp_path / "bin" / name, OLD.format(python=sys.executable))
    made = make(folder, "book", PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert made.returncode and only_line(made).startswith("This needs") and not (folder / ".venv").exists()


def test_make_works_in_a_folder_with_spaces_and_letters(folder):
    assert "build the book" in make(folder, "help").stdout
    for name in ("install.py", "build.py"):
        (folder / "tools" / name).write_text("import os, sys\nprint(sys.argv, os.getcwd())")
    script(folder / ".venv" / "bin" / "python", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    made = make(folder, "book", f"PYTHON={sys.executable}")
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines() == [
        f"['tools/install.py', 'book'] {folder}",
        f"['tools/build.py', '--open'] {folder}",
    ]


def test_clean_leaves_nothing(folder):
    for name in LEFT:
        (folder / name).mkdir(parents=True)
        (folder / name / "left").touch()
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    ignored = ["git", "status", "--ignored", "--porcelain"]

    def left():
        said = subprocess.run(ignored, cwd=folder, capture_output=True, text=True, check=True).stdout
        return [line for line in said.splitlines() if line.startswith("!!")]

    assert len(left()) == len(LEFT)
    assert make(folder, "clean").returncode == 0
    assert left() == []


def test_a_taken_port_is_said_in_one_line(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(serve, "PORT", other.getsockname()[1])
        with pytest.raises(SystemExit, match=r"^Port \d+ is taken .*Is a book served there already\?$"):
            serve.main()


def test_the_address_of_the_book_can_be_followed(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(build, "PAGE", tmp_path / "a book, é #1" / "index.html")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0))
    monkeypatch.setattr(build.webbrowser, "open", lambda address: None)
    monkeypatch.setattr(sys, "argv", ["build.py", "--open"])
    build.main()
    assert capsys.readouterr().out == f"The book: file://{tmp_path}/a%20book%2C%20%C3%A9%20%231/index.html\n"


def test_a_book_that_was_not_built_is_not_opened(monkeypatch, capsys):
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=3))
    monkeypatch.setattr(sys, "argv", ["build.py", "--open"])
    with pytest.raises(SystemExit) as stopped:
        build.main()
    assert stopped.value.code == 3 and capsys.readouterr().out == ""


class Machine:
    """A project with a .venv, where it is noted what venv and pip are asked, and nothing is really installed."""

    def __init__(self, root, patch):
        self.root, self.venv, self.patch, self.says = root, root / ".venv", patch, 0
        for name in ("pyproject.toml", "constraints.txt", "requirements.txt", "requirements-dev.txt"):
            shutil.copy(ROOT / name, root)
        patch.setattr(install, "ROOT", root)
        patch.setattr(install, "VENV", self.venv)
        patch.setattr(install, "PYTHON", self.venv / "python")
        patch.setattr(install.subprocess, "run", self._run)

    def install(self, word="book"):
        """Install, and return what was asked."""
        self.asked = []
        self.patch.setattr(sys, "argv", ["install.py", word])
        try:
            install.main()
        except SystemExit as stopped:
            return [*self.asked, stopped.code]
        return self.asked

    def add(self, file, line):
        """Add a line to a file."""
        self.root.joinpath(file).write_text(self.root.joinpath(file).read_text() + line)

    def _run(self, command, **_):
        asked = command[2] if command[2] == "venv" else command[-1].split("=")[0]
        self.asked.append(asked)
        if asked == "venv":
            self.venv.mkdir()
            (self.venv / "python").touch()
        elif self.says == "stop":
            raise KeyboardInterrupt
        return SimpleNamespace(returncode=0 if asked == "venv" else self.says)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    return Machine(tmp_path, monkeypatch)


BOOK, DEV = ["setuptools", "requirements.txt"], ["setuptools", "requirements-dev.txt"]


def test_pip_is_asked_once(machine):
    assert machine.install() == ["venv", *BOOK]
    assert machine.install() == []
    assert machine.install("dev") == DEV
    assert machine.install("dev") == machine.install() == []


def test_pip_is_asked_again_only_for_something_new(machine):
    machine.install("dev")
    for file in ("pyproject.toml", "constraints.txt", "requirements.txt", "requirements-dev.txt"):
        machine.add(file, "\n# a comment\n")
    machine.add("pyproject.toml", "\n[tool.something]\nelse = 1\n")
    assert machine.install("dev") == []
    machine.add("requirements-dev.txt", "something\n")
    assert machine.install("book") == []
    assert machine.install("dev") == DEV
    machine.add("constraints.txt", "something==1\n")
    assert machine.install("dev") == [*BOOK, *DEV]


def test_a_venv_that_was_moved_is_made_again(machine):
    machine.install("dev")
    moved = machine.root / "elsewhere"
    machine.venv.rename(moved)
    machine.venv = moved
    machine.patch.setattr(install, "VENV", moved)
    machine.patch.setattr(install, "PYTHON", moved / "python")
    assert machine.install("dev") == ["venv", *BOOK, *DEV]
    machine.venv.joinpath("python").unlink()  # as when the Python it was made by is gone
    assert machine.install() == ["venv", *BOOK]


def test_a_venv_that_was_not_finished_is_made_again(machine):
    machine.venv.mkdir()
    assert machine.install() == ["venv", *BOOK]
    machine.says = "stop"
    with pytest.raises(KeyboardInterrupt):
        machine.install("dev")
    machine.says = 0
    assert machine.install("dev") == ["venv", *BOOK, *DEV]


def test_without_a_network_what_is_installed_stays(machine):
    machine.install("dev")
    machine.says = 1
    machine.add("requirements-dev.txt", "something\n")
    assert machine.install("dev") == ["setuptools", 1]
    assert machine.install("book") == []
    machine.says = 0
    assert machine.install("dev") == DEV
