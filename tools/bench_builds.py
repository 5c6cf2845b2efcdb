"""How long the book takes to build: python tools/bench_builds.py

Cold, with no cell run before; and again after one line of one chapter's code has changed. In a copy of the project.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEAVE = shutil.ignore_patterns("_build", ".*", "*.egg-info", "__pycache__")
CHANGED = "04-biasing.ipynb"


def build(folder):
    """Build the book in this folder, warnings being errors, and return the seconds it took."""
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, "-W", "-n", "--keep-going"]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT, Path(folder, "book"), ignore=LEAVE))
        print(f"cold build                {build(copy):5.1f} s")
        chapter = copy / "chapters" / CHANGED
        before = chapter.read_text("utf-8")
        chapter.write_text(before.replace("import numpy as np", "import numpy as np  # changed", 1), "utf-8")
        assert chapter.read_text("utf-8") != before
        print(f"after one changed chapter {build(copy):5.1f} s")


if __name__ == "__main__":
    main()
