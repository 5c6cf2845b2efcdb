"""Explorables in the real JupyterLab and the real Notebook: drawn, moved by mouse and keys, and heard by Python."""

import re
import shutil

import nbformat
import pytest
from conftest import ROOT, load
from lab import KERNEL, PLACES, serve, write
from playwright.sync_api import expect

CELLS = [
    "import posviz\nfrom posviz.explorables import counter_and_waves, order_blindness",
    "posviz.show(order_blindness.explorable)",
    "w = posviz.show(counter_and_waves.explorable)\nw",
    "",
]
PATIENCE = 120_000  # ms, for a slow machine; nothing here waits longer than it must
CHAPTERS = sorted(path.stem for path in (ROOT / "chapters").glob("*.ipynb"))


@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in PLACES])
def place(request, tmp_path_factory):
    """The address of a folder with the chapters and a notebook of these cells."""
    folder = tmp_path_factory.mktemp("notebooks")
    write(folder / "pictures.ipynb", CELLS)
    for name in CHAPTERS:
        shutil.copy(ROOT / "chapters" / f"{name}.ipynb", folder)
    with serve(request.param, folder) as address:
        yield address


@pytest.fixture
def open_notebook(place, open_page):
    """Open a notebook of the folder, with a kernel that is ready. Nothing may ask another server for anything."""
    pages = []

    def open_notebook(name):
        page = open_page(f"{place}/{name}.ipynb?reset", ready=False, offline=False)
        page.set_default_timeout(PATIENCE)
        pages.append(page)
        page.wait_for_function(f"{KERNEL} === 'idle'")
        return page

    yield open_notebook
    for page in pages:
        server = page.url.split("/", 3)[:3]
        asked = [heard for heard in page.heard if heard.startswith("http") and heard.split("/", 3)[:3] != server]
        assert asked == []
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")


def run(page, code):
    """Run this in the last cell."""
    editor = page.locator(".jp-Notebook .jp-Cell .cm-content").last
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("ControlOrMeta+Enter")


def readouts(**values):
    """What Python writes under the waves at these values."""
    explorable = load("counter_and_waves")
    at = explorable.at(**values)
    return [readout.text(*(at[axis] for axis in readout.axes)) for readout in explorable.readouts]


def active_cell(page):
    cells = "[...document.querySelectorAll('.jp-Notebook-cell')]"
    return page.evaluate(f"{cells}.findIndex((cell) => cell.classList.contains('jp-mod-active'))")


def test_explorables_play_in_a_live_notebook(open_notebook):
    page = open_notebook("pictures")
    page.locator(".jp-Notebook .jp-Cell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    for name in ("order_blindness", "counter_and_waves"):
        page.keyboard.press("Shift+Enter")
        page.wait_for_selector(f"figure[data-explorable={name}][data-ready] .main-svg", state="attached")
    assert page.locator('script[src^="blob:"]').count() == 1, "Plotly is sent once, and shared"
    waves = page.locator("figure[data-explorable=counter_and_waves]")
    assert waves.locator("[data-do=link]").count() == 0, "a notebook has no address to copy"

    waves.get_by_text("all but the fastest").click()
    expect(waves.locator(".posviz-question .posviz-status")).to_contain_text("Right.")
    run(page, "print('settled at', w.base)")
    page.get_by_text("settled at 1000000", exact=True).wait_for()
    waves.locator("[data-do=reset]").click()

    waves.locator("[data-do=present]").click()
    page.wait_for_selector(".posviz-stage figure[data-explorable=counter_and_waves]")
    page.keyboard.press("PageUp")
    stage = page.locator(".posviz-stage figure[data-explorable=order_blindness]")
    stage.get_by_text("1 of 2").wait_for()
    box = stage.bounding_box()
    assert (box["x"], box["y"]) == (0, 0) and box["width"] == page.evaluate("innerWidth")
    page.keyboard.press("Escape")
    page.wait_for_selector(".posviz-stage", state="detached")

    position = waves.locator("input[name=position]")
    position.scroll_into_view_if_needed()
    position.click()  # in its middle
    run(page, "print('clicked', w.position)")
    page.get_by_text("clicked 16", exact=True).or_(page.get_by_text("clicked 15", exact=True)).first.wait_for()
    position.focus()
    before = active_cell(page)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert position.get_attribute("aria-valuetext") == "3"
    for key in ("ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert active_cell(page) == before, "the notebook does not take the keys"
    assert waves.locator("output").all_inner_texts() == readouts(position=3)

    run(page, "print('heard', w.position)")
    page.get_by_text("heard 3", exact=True).wait_for()
    run(page, "w.base = 10_000\nprint('set', w.base)")
    page.get_by_text("set 10000", exact=True).wait_for()
    waves.locator("input[aria-valuetext='10,000']").wait_for()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert waves.locator("output").all_inner_texts() == readouts(position=3, base=10_000)

    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    page.wait_for_function(f"{KERNEL} === 'idle'")
    again = "import posviz; from posviz.explorables import rope_clocks; posviz.show(rope_clocks.explorable)"
    run(page, again)
    page.wait_for_selector("figure[data-explorable=rope_clocks][data-ready] .main-svg", state="attached")
    assert page.locator('script[src^="blob:"]').count() == 1, "the page still has it"


CELLS_NOW = "jupyterapp.shell.currentWidget.content.model.toJSON().cells.filter((cell) => cell.cell_type === 'code')"
# Cells far from the view are not in the page, so we go there.
GO_TO = """(cell) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = cell;
  return notebook.scrollToItem(cell);
}"""


@pytest.mark.parametrize("name", CHAPTERS)
def test_chapters_run_in_a_live_notebook(open_notebook, name):
    page = open_notebook(name)
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    finished = "cells.every((cell) => cell.execution_count) || cells.some(failed)"
    failed = "(cell) => cell.outputs.some((output) => output.output_type === 'error')"
    page.wait_for_function(f"() => {{ const cells = {CELLS_NOW}, failed = {failed}; return {finished}; }}")
    page.wait_for_function(f"{KERNEL} === 'idle'")
    assert page.evaluate(f"{CELLS_NOW}.filter({failed})") == []

    shown = {}
    for index, cell in enumerate(nbformat.read(ROOT / "chapters" / f"{name}.ipynb", 4).cells):
        if cell.cell_type == "code" and (found := re.findall(r"posviz\.show\((\w+)\.explorable\)", cell.source)):
            shown[index] = found[0]
    for index, picture in shown.items():
        page.evaluate(GO_TO, index)
        page.wait_for_selector(f"figure[data-explorable={picture}][data-ready] .main-svg", state="attached")
