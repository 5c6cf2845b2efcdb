"""A browser for tests, handouts and benchmarks: one that is installed, or else one that this installs.

python tools/browser.py     prints its path, installing it if need be
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge", "msedge", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
MISSING = "This needs a browser: install Chrome, Chromium or Edge, or run: python -m playwright install chromium"


def launch(playwright):
    """Start it. FileNotFoundError if there is none."""
    path = find()
    if path is None:
        raise FileNotFoundError(MISSING)
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


def wake(page):
    """Scroll every explorable of a page near, and wait until it is alive."""
    for figure in page.query_selector_all("figure.posviz"):
        figure.scroll_into_view_if_needed()
        page.wait_for_function("figure => figure.dataset.ready !== undefined", arg=figure)


def find():
    """The path of a browser that is installed, or None."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((place for place in (*PLACES, _playwrights()) if place and Path(place).exists()), None)


def install():
    """Playwright's own browser; where that cannot be had, Debian's package if we are root."""
    _try([sys.executable, "-m", "playwright", "install", "chromium"])
    if not find() and shutil.which("apt-get") and os.geteuid() == 0:
        _try(["apt-get", "update"])
        _try(["apt-get", "install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"])
    return find()


def _try(command):
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, env=environment, check=False, stdout=sys.stderr, timeout=900)


def _playwrights():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    print(find() or install() or sys.exit(MISSING))
