"""Build the book, warnings being errors, and say where it is: python tools/build.py [--open]

With --open a browser shows it too, if there is a screen.
"""

import os
import subprocess
import sys
import webbrowser
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "_build" / "html" / "index.html"


def command(folder, *options):
    """What builds the book in this folder, by the Python that runs this: scripts name a Python that may have moved."""
    run = "from jupyter_book.cli.main import main; main()"
    return [sys.executable, "-P", "-c", run, "build", str(folder), "-W", "-n", "--keep-going", *map(str, options)]


def main():
    """Build it here."""
    built = subprocess.run(command(ROOT), cwd=ROOT)
    if built.returncode:
        raise SystemExit(built.returncode)
    if "--open" in sys.argv:
        print(f"The book: {PAGE.as_uri()}")
        if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            webbrowser.open(PAGE.as_uri())


if __name__ == "__main__":
    main()
