"""Sliders for any function: live through ipywidgets, in a page with every output baked."""

import base64
import math

import ipywidgets
import matplotlib
import matplotlib.pyplot as plt
import plotly.graph_objects as go
import pytest
from pictures import RAMP
from plotly.offline import get_plotlyjs_version

from posviz import Slider, interact
from posviz.hosts import plotly

matplotlib.use("agg")
K = Slider([1, 2, 3], 2, "number of waves", symbol="k", unit="turns")
TEXT = Slider(["sine", "ramp"], "sine", "shape")


@pytest.fixture
def building(monkeypatch):
    monkeypatch.setenv("POSVIZ_HOST", "page")


@pytest.fixture
def live(monkeypatch):
    monkeypatch.delenv("POSVIZ_HOST", raising=False)


def image(k, shape):
    """A wave in matplotlib"""
    figure, axes = plt.subplots()
    axes.plot([k * (x if shape == "ramp" else math.sin(x)) for x in range(10)])
    return figure


def figure(k):
    """A wave in plotly"""
    return go.Figure(go.Scatter(y=[k, k + 1]), layout={"yaxis": {"range": [0, 4]}})


def words(k, shape):
    """A wave in words

    and more that is no title.
    """
    return f"{k} turns of <b>{shape}</b> & more"


def number(k):
    return -10_000 * k


def move(page, name, key):
    page.locator(f"input[name={name}]").press(key)
    page.evaluate("new Promise(requestAnimationFrame)")


def test_an_image_follows_its_sliders_in_a_page(building, write_page, open_page):
    html = interact(image, k=K, shape=TEXT).data
    page = open_page(write_page(html))
    assert page.get_by_role("img", name="A wave in matplotlib").count() == 1
    seen = set()
    for key_k in ("Home", "ArrowRight", "ArrowRight"):
        move(page, "k", key_k)
        for key_shape in ("Home", "End"):
            move(page, "shape", key_shape)
            seen.add(page.locator("img").get_attribute("src"))
            page.wait_for_function("document.querySelector('img').naturalWidth > 0")
    assert len(seen) == 6, "every stop has an image of its own"
    svg = base64.b64decode(seen.pop().removeprefix("data:image/svg+xml;base64,"))
    assert svg.startswith(b"<?xml") and b"<svg" in svg
    assert not plt.get_fignums(), "no figure is left open"
    assert page.heard == []


def test_a_plotly_figure_follows_its_slider_in_a_page(building, write_page, open_page):
    page = open_page(write_page(interact(figure, k=K).data))
    assert page.evaluate("document.querySelector('.posviz-plot').data[0].y") == [2, 3]
    move(page, "k", "End")
    assert page.evaluate("document.querySelector('.posviz-plot').data[0].y") == [3, 4]
    assert page.heard == []


def test_a_picture_that_needs_the_whole_of_plotly_gets_it(building, write_page, open_page):
    def turned(k):
        return go.Figure(go.Scatter3d(x=[0, k], y=[0, 1], z=[0, 1]))

    page = open_page(write_page(interact(turned, k=K).data, interact(figure, k=K).data))
    kinds = "[...document.querySelectorAll('.posviz-plot')].map((plot) => plot._fullData[0].type)"
    assert page.evaluate(kinds) == ["scatter3d", "scatter"]
    scripts = page.evaluate("[...document.querySelectorAll('script[src*=plotly]')].map((script) => script.src)")
    assert sorted(src.split("/")[-1] for src in scripts) == [plotly.PART, plotly.WHOLE]


def test_the_part_of_plotly_is_of_the_installed_version_and_draws_these_kinds(write_page, open_page):
    first = plotly.source(plotly.PART)[:200]
    assert f"plotly.js (cartesian - minified) v{get_plotlyjs_version()}\n" in first, "run: python tools/renew_plotly.py"
    page = open_page(write_page(RAMP))
    assert set(page.evaluate("Object.keys(Plotly.PlotSchema.get().traces)")) == plotly.KINDS
    assert page.evaluate("Plotly.version") == get_plotlyjs_version()


def test_words_follow_their_sliders_in_a_page(building, write_page, open_page):
    page = open_page(write_page(interact(words, k=K, shape=TEXT).data))
    assert page.locator("figcaption").inner_text() == "A wave in words"
    assert page.locator(".posviz-output").inner_text() == "2 turns of <b>sine</b> & more"
    move(page, "k", "End")
    move(page, "shape", "End")
    assert page.locator(".posviz-output").inner_text() == "3 turns of <b>ramp</b> & more"


def test_a_number_is_written_as_a_reader_writes_it(building, write_page, open_page):
    page = open_page(write_page(interact(number, k=K).data), ready=False, java_script_enabled=False)
    assert page.locator("figcaption").inner_text() == "number"
    assert page.locator(".posviz-output").inner_text() == "−20,000"


def test_every_stop_is_drawn_once(building):
    calls = []
    interact(lambda k, shape: str(calls.append((k, shape))), k=K, shape=TEXT)
    assert calls == [(k, shape) for k in K.stops for shape in TEXT.stops]


def test_too_many_outputs_are_refused_with_a_way_out(building):
    def never(a, b):
        raise AssertionError("is refused before it is called")

    fine = Slider(range(21), 0, "fine")
    with pytest.raises(ValueError, match=r"never has 441 outputs.*400.*fewer stops.*Explorable"):
        interact(never, a=fine, b=fine)


@pytest.mark.parametrize(
    ("function", "error", "words"),
    [
        (lambda k: "one" if k == 1 else figure(k), TypeError, r"same kind.*'figure', 'text'"),
        (lambda k: None, TypeError, "a figure, a string or a number, got None"),
        (lambda k: [k], TypeError, r"a figure, a string or a number, got \[1\]"),
        (lambda k: math.nan, ValueError, "finite.*nan"),
    ],
)
def test_what_cannot_be_shown_is_named(building, function, error, words):
    with pytest.raises(error, match=words):
        interact(function, k=K)


@pytest.mark.parametrize("host", ["building", "live"])
def test_parameters_and_sliders_must_match(host, request):
    request.getfixturevalue(host)
    for sliders in ({}, {"n": K}, {"k": K, "n": K}):
        with pytest.raises(TypeError, match=r"number takes .*'k'.*but the sliders are"):
            interact(number, **sliders)
    with pytest.raises(TypeError, match=r"slider 'k' must be a Slider, got \[1, 2\]"):
        interact(number, k=[1, 2])


def test_live_it_is_ipywidgets(live):
    widget = interact(words, k=K, shape=TEXT)
    assert isinstance(widget, ipywidgets.interactive)
    k, shape = (child for child in widget.children if isinstance(child, ipywidgets.SelectionSlider))
    assert k.options == (("1 turns", 1), ("2 turns", 2), ("3 turns", 3))
    assert (k.value, shape.value) == (2, "sine")
    assert k.description == "number of waves k"
    k.value = 3
    assert widget.result == "3 turns of <b>sine</b> & more"
    shape.value = "ramp"
    assert widget.result == "3 turns of <b>ramp</b> & more"


def test_live_an_image_is_shown_once(live):
    widget = interact(image, k=K, shape=TEXT)
    widget.children[0].value = 3
    assert isinstance(widget.result, matplotlib.figure.Figure)
    assert not plt.get_fignums(), "the notebook would show an open figure a second time"
