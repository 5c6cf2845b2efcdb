"""In a notebook an explorable is an ipywidgets widget, with a trait for each slider."""

import ipywidgets
import pytest
import traitlets
from conftest import EXPLORABLES, load

from posviz import Explorable, Slider, show
from posviz.hosts import plotly


@pytest.fixture(autouse=True)
def live(monkeypatch):
    monkeypatch.delenv("POSVIZ_HOST", raising=False)


def wave(*names):
    explorable = Explorable(
        "Waves are as long as you like", {n: Slider([1, 10, 100], 10, n) for n in names}, name="wave"
    )
    explorable.readout("first")(lambda: 1)
    return explorable


@pytest.mark.parametrize("name", EXPLORABLES)
def test_every_explorable_is_a_widget_that_opens_at_its_start(name):
    explorable = load(name)
    widget = show(explorable)
    assert isinstance(widget, ipywidgets.DOMWidget)
    synced = widget.traits(sync=True)
    for slider, starts in explorable.sliders.items():
        assert getattr(widget, slider) == starts.start
        assert slider in synced


def test_a_slider_is_set_and_heard_from_python():
    widget, heard = show(wave("base", "position")), []
    widget.observe(lambda change: heard.append((change.old, change.new)), "base")
    widget.base = 100
    widget.base = 100
    widget.base = 1
    assert heard == [(10, 100), (100, 1)]
    assert widget.position == 10


def test_a_value_becomes_the_stop_it_equals():
    widget = show(wave("base"))
    widget.base = 100.0
    assert widget.base == 100 and isinstance(widget.base, int)


def test_widgets_are_linked_and_laid_out_like_all_others():
    one, other = show(wave("base")), show(wave("base"))
    traitlets.link((one, "base"), (other, "base"))
    one.base = 100
    assert other.base == 100
    number = ipywidgets.IntSlider(min=1, max=100)
    traitlets.dlink((one, "base"), (number, "value"))
    assert number.value == 100
    assert ipywidgets.VBox([one, ipywidgets.HBox([other, number])]).children[0] is one


def test_two_widgets_of_one_explorable_stand_apart():
    one, other = (show(load(EXPLORABLES[0])) for _ in "ab")
    name, slider = next(iter(load(EXPLORABLES[0]).sliders.items()))
    setattr(one, name, next(stop for stop in slider.stops if stop != slider.start))
    assert getattr(other, name) == slider.start


@pytest.mark.parametrize("value", [2, "10", None, True, float("nan"), [10], {}])
def test_a_value_that_is_no_stop_is_refused_with_the_stops(value):
    widget = show(wave("base"))
    with pytest.raises(traitlets.TraitError, match=r"base must be one of \[1, 10, 100\], got "):
        widget.base = value
    assert widget.base == 10


@pytest.mark.parametrize("name", ["layout", "keys", "comm", "observe", "traits", "send"])
def test_a_name_that_ipywidgets_needs_is_refused(name):
    with pytest.raises(ValueError, match=f"'{name}' of 'wave' has a name that ipywidgets needs"):
        show(wave("base", name))


@pytest.mark.parametrize(("kind", "script"), [("scatter", plotly.PART), ("scatter3d", plotly.WHOLE)])
def test_plotly_is_sent_only_when_the_page_asks(monkeypatch, kind, script):
    explorable = wave("base")
    explorable.trace(type=kind)(lambda: {})
    widget, sent = show(explorable), []
    assert widget._plotly == script
    monkeypatch.setattr(widget, "send", lambda content, buffers: sent.append((content, buffers)))
    widget._handle_custom_msg("something else", [])
    assert sent == []
    widget._handle_custom_msg(script, [])
    ((content, (source,)),) = sent
    assert content == script and source.decode() == plotly.source(script)
