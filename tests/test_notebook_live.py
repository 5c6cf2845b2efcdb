"""Explorables in the real JupyterLab and the real Notebook: drawn, moved by keys, and heard by Python."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import pytest
from conftest import load

PLACES = {"lab": "lab/tree", "notebook": "notebooks"}
CELLS = [
    "import posviz\nfrom posviz.explorables import counter_and_waves, order_blindness",
    "posviz.show(order_blindness.explorable)",
    "w = posviz.show(counter_and_waves.explorable)\nw",
    "",
]
PATIENCE = 60_000  # ms, for a slow machine; nothing here waits longer than it must


@pytest.fixture(params=PLACES)
def notebook(request, tmp_path, open_page):
    """A notebook of these cells, open in a server of its own that knows no settings and no network."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), tmp_path / "pictures.ipynb")
    news = tmp_path / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"checkForUpdates": false, "fetchNews": "false"}')
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTER_CONFIG_DIR": "config", "JUPYTER_RUNTIME_DIR": "runtime"}
    folders |= {"IPYTHONDIR": "ipython", "JUPYTER_DATA_DIR": "data", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    environment = {key: value for key, value in os.environ.items() if key != "POSVIZ_HOST"}
    environment |= {variable: str(tmp_path / folder) for variable, folder in folders.items()}
    command = [Path(sys.executable).with_name("jupyter"), request.param, "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={tmp_path}"]
    command += ["--IdentityProvider.token=", "--LabApp.extension_manager=readonly"]
    server = f"http://127.0.0.1:{port}/"
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=log, stderr=log)
    try:
        wait_for(server + "api/status", process, tmp_path / "log")
        page = open_page(f"{server}{PLACES[request.param]}/pictures.ipynb", ready=False, offline=False)
        page.set_default_timeout(PATIENCE)
        yield page
        assert [heard for heard in page.heard if heard.startswith("http") and not heard.startswith(server)] == []
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def wait_for(address, process, log):
    """Until the server answers."""
    for _ in range(300):
        assert process.poll() is None, log.read_text()
        try:
            return urlopen(address).close()
        except URLError:
            time.sleep(0.2)
    pytest.fail(log.read_text())


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


def test_explorables_play_in_a_live_notebook(notebook):
    page = notebook
    page.locator(".jp-Notebook .jp-Cell .cm-content").first.click()
    for _ in CELLS[:-1]:
        page.keyboard.press("Shift+Enter")
    for name in ("order_blindness", "counter_and_waves"):
        page.wait_for_selector(f"figure[data-explorable={name}][data-ready] .main-svg", state="attached")
    assert page.locator('script[src^="blob:"]').count() == 1, "Plotly is sent once, and shared"
    waves = page.locator("figure[data-explorable=counter_and_waves]")
    assert waves.locator("[data-do=link]").count() == 0, "a notebook has no address to copy"

    waves.get_by_text("all but the fastest").click()
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
