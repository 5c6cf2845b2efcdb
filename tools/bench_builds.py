"""How long the book takes to build: python tools/bench_builds.py

Cold, with nothing run before; and again after a change of one chapter's code, of a file of posviz that one chapter
loads, of one that all load, and of nothing. In a copy of the project.
"""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import budgets
from build import command

ROOT = Path(__file__).parents[1]
LEAVE = shutil.ignore_patterns("_build", ".*", "*.egg-info", "__pycache__")
# What is changed: the file, what stands there, what then, how long a build took before, and may take.
CHANGES = {
    "one changed chapter": (
        *("chapters/04-biasing.ipynb", "import numpy as np", "import numpy as np  # changed"),
        *("13.4 s", "15 s"),
    ),
    "one changed picture": (
        *("posviz/explorables/bias_maps.py", "\nimport ", "\n# changed\nimport "),
        *("not seen", "15 s"),
    ),
    "posviz/checks.py changed": ("posviz/checks.py", "\nimport ", "\n# changed\nimport ", "not seen", "60 s"),
}


def build(folder):
    """Build the book in this folder with the posviz beside it, and return the seconds it took."""
    start = time.perf_counter()
    environment = os.environ | {"PYTHONPATH": str(folder)}
    subprocess.run(command(folder), check=True, capture_output=True, env=environment)
    return time.perf_counter() - start


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT, Path(folder, "book"), ignore=LEAVE))
        budgets.heading()
        budgets.row("cold build, dependencies installed", "80 s", "60 s", build(copy), "s")
        for change, (file, old, new, before, bound) in CHANGES.items():
            text = copy.joinpath(file).read_text("utf-8")
            assert old in text
            copy.joinpath(file).write_text(text.replace(old, new, 1), "utf-8")
            budgets.row(f"build, {change}", before, bound, build(copy), "s")
        budgets.row("build, nothing changed", "4 s", "5 s", build(copy), "s")


if __name__ == "__main__":
    main()
