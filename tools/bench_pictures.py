"""How soon a reader sees what she asked for: python tools/bench_pictures.py (the book must be built)

Every picture of the built book is opened from disk in Chromium, and each of its sliders is moved. *drawn* is the time
from the slider's event to the end of the frame that shows it, which on an idle page is one frame, 16.7 ms at 60 Hz;
*work* is the part of it that the page was busy. Beside it stands the same picture as an ipywidgets slider and a plotly
FigureWidget in JupyterLab with a kernel on this machine, moved by its first slider. *slowed*: drawn, with the processor
slowed four times, as a phone's may be.
Then come the pages: their weight, and how soon text and the first living picture are there, slowed too; a notebook's
first picture on a fresh kernel; and all of it beside its budget.
"""

import gzip
import re
import tempfile
from pathlib import Path

import browser
import budgets
import lab
import numpy as np
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
CHAPTERS = ROOT / "_build" / "html" / "chapters"
MOVES, WIDGET_MOVES = 100, 20
SLOWED = 4  # times
LIVE = ["import posviz\nfrom posviz.explorables import order_blindness", "posviz.show(order_blindness.explorable)"]

PAINTED = """const painted = () => new Promise((done) => requestAnimationFrame((begun) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done([performance.now(), begun]);
    port2.postMessage(0);
  }));"""

MOVE = """async ([name, moves]) => {
  PAINTED
  const figure = document.querySelector(`figure[data-explorable=${name}]`);
  for (const lock of figure.querySelectorAll(".posviz-lock input")) lock.checked = false;
  const inputs = [...figure.querySelectorAll("input[type=range]")];
  const times = [];
  for (let k = 0; k < moves; k++) {
    const input = inputs[k % inputs.length];
    const last = Number(input.max);
    await painted();
    const start = performance.now();
    const frame = painted(); // asked for before the picture's own
    input.value = (Number(input.value) + 1 + Math.floor(Math.random() * last)) % (last + 1);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const [end, begun] = await frame;
    times.push([end - start, end - Math.max(begun, start)]);
  }
  return times;
}""".replace("PAINTED", PAINTED)

MOVE_WIDGET = """async ([index, moves]) => {
  PAINTED
  const plot = document.querySelectorAll(".js-plotly-plot")[index];
  const handle = document.querySelectorAll(".noUi-handle")[index];
  plot.scrollIntoView();
  const times = [];
  for (let k = 0; k < moves; k++) {
    await painted();
    const start = performance.now();
    const drawn = new Promise((done) => plot.once("plotly_afterplot", done));
    handle.dispatchEvent(new KeyboardEvent("keydown", { key: k % 2 ? "ArrowLeft" : "ArrowRight", bubbles: true }));
    await drawn;
    times.push((await painted())[0] - start);
  }
  return times;
}""".replace("PAINTED", PAINTED)

WIDGET = """from posviz.explorables.NAME import explorable
name, slider = next(iter(explorable.sliders.items()))
control = ipywidgets.SelectionSlider(options=[(slider.text(s), s) for s in slider.stops], value=slider.stops[0])
figure = go.FigureWidget(explorable.figure(**{name: slider.stops[0]}))

def move(change, explorable=explorable, name=name, figure=figure):
    at = explorable.at(**{name: change.new})
    with figure.batch_update():
        for shown, trace in zip(figure.data, explorable.traces):
            shown.update(trace.moving(*(at[axis] for axis in trace.axes)))

control.observe(move, "value")
ipywidgets.VBox([control, figure])"""

ALIVE = """new MutationObserver((_, observer) => {
  if (!document.querySelector("figure.posviz[data-ready]")) return;
  window.aliveAfter = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, attributes: true, childList: true });"""


PICTURES = "picture                drawn p50   p95   work p50   p95   slowed p95   FigureWidget p50    p95   ratio"
PAGES = "page                    gzip kB   text after ms   first picture alive after ms   slowed: text   alive"


def main():
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        drawn, slowed, ratio = measure_pictures(chromium)
        heaviest, alive, alive_slowed = measure_pages(chromium)
        budgets.heading()
        budgets.row("slider to painted frame, p95, slowest picture", "48 ms", "33.3 ms", drawn, "ms")
        budgets.row(f"the same, processor slowed {SLOWED} times", "not measured", "100 ms", slowed, "ms")
        budgets.row("times as fast as a FigureWidget, at least", "3.4", "5", ratio)
        plotly = weight(next(CHAPTERS.parent.glob("_static/posviz/plotly*.js")))
        budgets.row("Plotly as a page loads it, gzip", "1,471 kB", "550 kB", plotly, "kB")
        budgets.row("heaviest page without shared files, gzip", "not named", "400 kB", heaviest, "kB")
        budgets.row("first living picture, slowest page", "not named", "", alive, "s")
        budgets.row(f"the same, processor slowed {SLOWED} times", "16 to 18 s", "", alive_slowed, "s")
        budgets.row("first picture in a live notebook", "7.5 s", "4 s", live(chromium), "s")


def measure_pictures(chromium):
    """Print every picture's times. The slowest p95, the slowest when slowed, the smallest ratio to a FigureWidget."""
    ours, slowed = (
        {name: times for page in pages() for name, times in moved(chromium, page, rate).items()} for rate in (1, SLOWED)
    )
    theirs = moved_widgets(chromium, list(ours))
    print(PICTURES)
    figures = []
    for name, times in ours.items():
        (drawn, work), (drawn_95, work_95) = np.percentile(times, [50, 95], axis=0)
        widget, widget_95 = np.percentile(theirs[name], [50, 95])
        slow = np.percentile(slowed[name], 95, axis=0)[0]
        figures.append((drawn_95, slow, -widget_95 / drawn_95))
        print(f"{name:<22} {drawn:9.1f} {drawn_95:5.1f} {work:10.1f} {work_95:5.1f} {slow:12.1f} ", end="")
        print(f"{widget:18.1f} {widget_95:6.1f} {widget_95 / drawn_95:7.1f}", flush=True)
    drawn, slow, ratio = np.max(figures, axis=0).tolist()
    return drawn, slow, -ratio


def measure_pages(chromium):
    """Print every page's weight and times. The heaviest in kB, the latest first picture in seconds, and when slowed."""
    print(f"\n{PAGES}")
    figures = []
    for page in pages():
        (text, alive), (slow_text, slow_alive) = (opened(chromium, page, rate) for rate in (1, SLOWED))
        figures.append((weight(page), alive / 1000, slow_alive / 1000))
        print(f"{page.stem:<22} {weight(page):8.0f} {text:15.0f} {alive:30.0f} {slow_text:14.0f} {slow_alive:7.0f}")
    print()
    return np.max(figures, axis=0).tolist()


def weight(path):
    """Of a file, compressed, in kB."""
    return len(gzip.compress(path.read_bytes())) / 1000


def slow_down(page, times):
    """Let the page's processor be so many times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def pages():
    """The built pages with pictures, in their order."""
    return [path for path in sorted(CHAPTERS.glob("*.html")) if '<figure class="posviz"' in path.read_text("utf-8")]


def moved(chromium, path, slowed=1):
    """{picture: [(ms until it was drawn, ms of work), ...]} of a page's pictures from `posviz.explorables`."""
    page = chromium.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(120_000)
    page.goto(path.as_uri())
    slow_down(page, slowed)
    times = {}
    for name in re.findall(r'data-explorable="(\w+)"', path.read_text("utf-8")):
        figure = page.locator(f"figure[data-explorable={name}]")
        figure.scroll_into_view_if_needed()
        page.wait_for_selector(f"figure[data-explorable={name}][data-ready]")
        if (ROOT / "posviz" / "explorables" / f"{name}.py").is_file():
            page.evaluate(MOVE, [name, 10])
            times[name] = page.evaluate(MOVE, [name, MOVES])
    page.close()
    return times


def moved_widgets(chromium, names):
    """{picture: [ms until it was drawn, ...]} of the same pictures as FigureWidgets in JupyterLab."""
    sources = [
        "import ipywidgets\nimport plotly.graph_objects as go",
        *(WIDGET.replace("NAME", name) for name in names),
    ]
    with tempfile.TemporaryDirectory() as folder, lab.serve("lab", Path(folder)) as address:
        lab.write(Path(folder, "widgets.ipynb"), sources)
        page = chromium.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(120_000)
        page.goto(f"{address}/widgets.ipynb")
        page.wait_for_function(f"{lab.KERNEL} === 'idle'")
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        page.wait_for_function(f"document.querySelectorAll('.js-plotly-plot .main-svg').length >= {len(names)}")
        return {name: page.evaluate(MOVE_WIDGET, [k, WIDGET_MOVES]) for k, name in enumerate(names)}


def live(chromium):
    """Seconds from running a notebook's cells on a fresh kernel until its first picture is drawn."""
    with tempfile.TemporaryDirectory() as folder, lab.serve("lab", Path(folder)) as address:
        lab.write(Path(folder, "first.ipynb"), LIVE)
        page = chromium.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(120_000)
        page.goto(f"{address}/first.ipynb")
        page.wait_for_function(f"{lab.KERNEL} === 'idle'")
        start = page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells') ?? performance.now()")
        page.wait_for_selector("figure.posviz[data-ready] .main-svg", state="attached")
        return (page.evaluate("performance.now()") - start) / 1000


def opened(chromium, path, slowed=1):
    """Milliseconds until text was painted, and until the first picture was alive."""
    page = chromium.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(120_000)
    slow_down(page, slowed)
    page.add_init_script(ALIVE)
    page.goto(path.as_uri())
    page.wait_for_function("window.aliveAfter")
    text = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    alive = page.evaluate("window.aliveAfter")
    page.close()
    return text, alive


if __name__ == "__main__":
    main()
