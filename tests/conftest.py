"""What several tests need: a browser without network, the built book, and every explorable of the book."""

import base64
import importlib
import os
import pkgutil
import subprocess
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import browser
import build

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # workers that each want all cores wait for each other

import numpy as np
import pytest
import yaml
from filelock import FileLock
from playwright.sync_api import sync_playwright

import posviz.explorables
from posviz import palette
from posviz.hosts import page as static
from posviz.hosts import plotly

ROOT = Path(__file__).parents[1]
EXPLORABLES = sorted(m.name for m in pkgutil.iter_modules(posviz.explorables.__path__))
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [chapter["file"] for part in TOC["parts"] for chapter in part["chapters"]]
PAGES = [TOC["root"], *CHAPTERS, "genindex", "py-modindex", "search"]  # of the book, without their .html
# What needs one of these is slow, and the more so, the further to the left: a live notebook, the built book, a browser.
SLOW = ("place", "book", "chromium")


def load(name):
    return importlib.import_module(f"posviz.explorables.{name}").explorable


@pytest.fixture(params=EXPLORABLES)
def explorable(request):
    return load(request.param)


def unpack(table):
    """A baked table as the array that went in: what the player does, in Python."""

    def read(text, kind):
        return np.frombuffer(base64.b64decode(text), kind)

    known = np.array(table["words"]) if "words" in table else read(table["floats"], "<f4")
    flat = known[read(table["index"], f"<u{table['width']}")] if "index" in table else known
    return flat.reshape(table["shape"])


@pytest.fixture
def write_page(tmp_path):
    """Write these pieces of HTML as a page with its player and libraries beside it, and return its path."""

    def write_page(*pieces):
        style = palette.css() + files("posviz").joinpath("posviz.css").read_text("utf-8")
        lines = ['<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title>']
        lines += ['<meta name="viewport" content="width=device-width">', f"<style>{style}</style></head><body>"]
        lines += [*pieces, '<script src="player.js"></script></body></html>']
        tmp_path.joinpath("page.html").write_text("\n".join(lines), "utf-8")
        tmp_path.joinpath("player.js").write_text(static.script(), "utf-8")
        for name in (plotly.PART, plotly.WHOLE):
            tmp_path.joinpath(name).write_text(plotly.source(name), "utf-8")
        return (tmp_path / "page.html").as_uri()

    return write_page


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        yield browser.launch(playwright)


@contextmanager
def opener(chromium):
    """A function that opens an address with the network cut, until the block ends.

    Its pages' `heard` lists what the page complained of or asked the network for.
    """
    contexts = []

    def open_page(address, ready=True, **options):
        context = chromium.new_context(**{"offline": True, "viewport": {"width": 1200, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        page.heard = []
        page.on("console", lambda m: m.type in ("error", "warning") and page.heard.append(f"{m.type}: {m.text}"))
        page.on("pageerror", lambda error: page.heard.append(f"error: {error}"))
        page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or page.heard.append(r.url))
        page.goto(str(address))
        if ready:
            browser.wake(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(chromium):
    """Open an address with the network cut; see `opener`."""
    with opener(chromium) as open_page:
        yield open_page


def pytest_collection_modifyitems(items):
    """Mark as slow what is, and begin with it, so that no one waits for another at the end."""
    for item in items:
        if {*SLOW} & {*item.fixturenames}:
            item.add_marker("slow")
    items.sort(key=lambda item: [name in item.fixturenames for name in SLOW], reverse=True)


@pytest.fixture(scope="session")
def book(tmp_path_factory, worker_id):
    """The folder of the built book: as readers get it, warnings being errors. Who comes first builds it for all."""
    shared = tmp_path_factory.getbasetemp() if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    out = shared / "book"
    with FileLock(shared / "book.lock"):
        if not (out / "built").exists():
            built = subprocess.run(build.command(ROOT, "--path-output", out), capture_output=True, text=True)
            assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
            (out / "built").touch()
    return out / "_build" / "html"


@pytest.fixture(scope="session")
def pages(book):
    """The paths of its pages."""
    found = sorted(path for path in book.rglob("*.html") if "_static" not in path.parts)
    found = [path for path in found if 'http-equiv="Refresh"' not in path.read_text("utf-8")]
    assert {"intro.html", "search.html"} <= {path.name for path in found}
    return found
