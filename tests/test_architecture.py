"""The house keeps its storeys: who may import whom, one spelling of the code, a player that knows no mathematics."""

import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
from importlib import import_module

import pytest
from conftest import ROOT

import posviz
from posviz import player

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
MODULES = ["posviz", *(module.name for module in pkgutil.walk_packages(posviz.__path__, "posviz."))]


def run(*command, folder=ROOT):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def lint_imports(folder):
    return run(sys.executable, "-P", "-c", LINT_IMPORTS, "--no-cache", folder=folder)


def test_every_room_imports_only_what_it_may():
    linted = lint_imports(ROOT)
    assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("encodings/none.py", "import plotly.graph_objects"),
        ("attention.py", "from posviz import palette"),
        ("bake.py", "from posviz.hosts import page"),
        ("explorables/sinusoid_map.py", "import plotly.graph_objects"),
        ("explorable.py", "import anywidget"),
        ("interact.py", "from IPython.display import HTML"),
        ("hosts/page.py", "import sphinx"),
    ],
)
def test_an_import_from_above_is_noticed(tmp_path, file, line):
    shutil.copytree(ROOT / "posviz", tmp_path / "posviz")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "posviz" / file).open("a") as source:
        source.write(f"\n{line}\n")
    linted = lint_imports(tmp_path)
    assert linted.returncode == 1 and "BROKEN" in linted.stdout, linted.stdout + linted.stderr


@pytest.mark.parametrize("command", [["format", "--check", "."], ["check", "."]], ids=["format", "lint"])
def test_the_code_is_clean(command):
    linted = run(sys.executable, "-m", "ruff", *command, "--no-cache")
    assert linted.returncode == 0, linted.stdout


PARTS = {path.stem: path.read_text("utf-8") for path in (ROOT / "posviz" / "player").glob("*.mjs")}
HOSTS = ("page", "notebook")


def test_every_part_of_the_player_is_joined_after_what_it_takes():
    assert {*player.PARTS, *HOSTS} == set(PARTS)
    for host in HOSTS:
        names = [*player.PARTS, host]
        for name in names:
            for taken, part in re.findall(r'^import \{ (.*) \} from "\./(\w+)\.mjs";$', PARTS[name], re.MULTILINE):
                assert names.index(part) < names.index(name)
                for each in taken.split(", "):
                    assert re.search(rf"^export (async )?(function|const) {each}\b", PARTS[part], re.MULTILINE), each
        joined = player.player(host)
        assert re.findall(r"^export.*", joined, re.MULTILINE) == ["export default { initialize, render };"] * (
            host == "notebook"
        )


@pytest.mark.parametrize("host", HOSTS)
def test_the_player_stands_alone_and_knows_no_encoding(host):
    joined = player.player(host)
    assert not re.search(r"^\s*import\b|\bimport\(|\brequire\(", joined, re.MULTILINE)
    assert not re.search(r"\b(sin|cos|exp|pow|sqrt|log2?)\(|Math\.PI", joined)
    assert not re.search(r"sinusoid|rotary|softmax|frequenc", joined, re.IGNORECASE)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_the_player_can_be_read_in_five_minutes(name):
    assert PARTS[name].startswith("// ") and len(PARTS[name].splitlines()) <= 180


@pytest.mark.parametrize("name", MODULES)
def test_all_that_is_public_says_what_it_does(name):
    module = import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    drawings = drawn_by(getattr(module, "explorable", None))
    for public, thing in vars(module).items():
        if public.startswith("_") or getattr(thing, "__module__", None) != name or thing in drawings:
            continue
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, f"{name}.{public} has no docstring"


def drawn_by(explorable):
    """The functions that an explorable's traces and readouts draw with: their names and labels say what they are."""
    if not isinstance(explorable, posviz.Explorable):
        return []
    return [drawing.draw for drawing in (*explorable.traces, *explorable.readouts, *explorable.derivations.values())]
