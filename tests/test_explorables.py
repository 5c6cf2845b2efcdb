"""Laws for every explorable, found by looking in the folder."""

import gzip
import json
import math
import random
import re
import traceback
from html import escape
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest
from conftest import EXPLORABLES, load, unpack

from posviz import Explorable, Slider
from posviz.bake import bake
from posviz.hosts import page as static

# Puts the sliders at each of these stops in turn; says what Plotly was given and what the readouts show.
PLAY = """async ([stands, keys]) => {
  const figure = document.querySelector("figure.posviz");
  for (const lock of figure.querySelectorAll(".posviz-lock input")) lock.checked = false;
  const plainly = (value) => (typeof value === "object" ? Array.from(value, plainly) : value);
  const shown = [];
  for (const stand of stands) {
    for (const [name, stop] of Object.entries(stand)) {
      const input = figure.querySelector(`input[name=${name}]`);
      input.value = stop;
      input.dispatchEvent(new Event("input"));
    }
    await new Promise(requestAnimationFrame);
    shown.push({
      traces: figure.querySelector(".posviz-plot").data.map((trace, i) => keys[i].map((key) => plainly(trace[key]))),
      readouts: [...figure.querySelectorAll("output[data-readout]")].map((output) => output.textContent),
    });
  }
  return shown;
}"""

# Moves sliders faster than the screen shows it; waits for a frame now and then. Where they stand in the end.
WALK = """async ([moves, waits]) => {
  const figure = document.querySelector("figure.posviz");
  for (const lock of figure.querySelectorAll(".posviz-lock input")) lock.checked = false;
  for (const [k, [name, stop]] of moves.entries()) {
    const input = figure.querySelector(`input[name=${name}]`);
    input.value = stop;
    input.dispatchEvent(new Event("input"));
    if (waits[k]) await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return Object.fromEntries([...figure.querySelectorAll("input[type=range]")].map((i) => [i.name, Number(i.value)]));
}"""

# All that is drawn, as it stands or drawn anew.
MARKS = """async (anew) => {
  const plot = document.querySelector(".posviz-plot");
  if (anew) await Plotly.redraw(plot);
  const seen = (image) => ["opacity", "imageRendering"].map((name) => getComputedStyle(image)[name]);
  const style = (mark) => (mark.matches("image") ? seen(mark) : mark.getAttribute("style"));
  const what = (mark) => [...["d", "transform", "x", "y", "href"].map((name) => mark.getAttribute(name)), style(mark)];
  const marks = [...plot.querySelectorAll(".cartesianlayer :is(path, text, image, rect)")];
  return marks.map((mark) => [mark.textContent, ...what(mark)].join("|"));
}"""


def assert_drawn_as_if_anew(page):
    moved = page.evaluate(MARKS, False)
    assert moved and moved == page.evaluate(MARKS, True)


@pytest.mark.parametrize("name", EXPLORABLES)
def test_its_module_says_what_it_draws_and_has_its_name(name):
    module = __import__(f"posviz.explorables.{name}", fromlist=["explorable"])
    assert module.__doc__.strip()
    assert load(name).name == name


def test_it_makes_a_claim_and_can_be_read_without_being_seen(explorable):
    assert len(explorable.title.split()) > 3, "a title is a claim"
    assert len(explorable.alt) >= 60, "say what is to be seen at the start"
    assert explorable.notice


def test_it_is_light(explorable):
    assert len(gzip.compress(json.dumps(bake(explorable)).encode())) < 100_000


def test_its_axes_stand_still(explorable):
    for trace in explorable.traces:
        for letter in "xy":
            axis = trace.style.get(f"{letter}axis", letter).replace(letter, f"{letter}axis")
            assert "range" in explorable.layout[axis], f"{axis} of {trace.name} would jump"


def test_every_slider_moves_something(explorable):
    assert not standing_still(explorable)


def test_a_slider_that_moves_nothing_is_noticed():
    idle = Explorable("Only one of these moves anything", {n: Slider([1, 2, 3], 1, n) for n in ("busy", "idle")})
    idle.readout("product")(lambda busy, idle: busy + 0 * idle)
    assert standing_still(idle) == {"idle"}


def standing_still(explorable):
    """The sliders along which no table of any trace or readout changes."""
    spec = bake(explorable)
    tables = [(r["axes"], r["table"]) for r in spec["readouts"]]
    tables += [(t["axes"], table) for t in spec["traces"] for table in t["moving"].values()]
    moving = set()
    for axes, table in tables:
        values = unpack(table)
        moving |= {axis for k, axis in enumerate(axes) if (values != values.take([0], k)).any()}
    for derived in spec["derived"]:
        moving |= set(derived["axes"]) if derived["name"] in moving else set()
    return set(explorable.sliders) - moving


def test_it_is_a_plain_plotly_figure_too(explorable):
    figure = explorable.figure()
    assert isinstance(figure, go.Figure)
    assert len(figure.data) == len(explorable.traces)
    assert figure.layout.title.text == explorable.title


def test_its_words_and_numbers_are_in_the_page_as_text(explorable):
    html = static.html(explorable)
    seen, at = html.split("<script")[0], explorable.at()
    for readout in explorable.readouts:
        assert escape(readout.text(*(at[axis] for axis in readout.axes))) in seen
    named = [trace for trace in explorable.traces if "name" in trace.style]
    assert re.findall(r"<caption>(.*?)</caption>", seen) == [escape(trace.style["name"]) for trace in named]
    for table in re.findall(r"<table.*?</table>", seen):
        cells = re.findall(r"<td>(.*?)</td>", table)
        assert cells and any(re.search(r"\d", cell) for cell in cells)


def test_played_in_a_page_is_drawn_in_python(explorable, write_page, open_page):
    assert_plays_as_drawn(explorable, write_page, open_page)


def test_a_readers_own_picture_plays_too(write_page, open_page):
    own = Explorable(
        "Only the offset counts", {n: Slider(range(6), start, n) for n, start in (("m", 1), ("n", 3))}, name="own"
    )

    @own.derived
    def offset(m, n):
        return m - n

    @own.trace(type="scatter", name="a curve")
    def curve(offset, m):
        return {"x": [0, offset], "y": np.sin([offset, m]), "text": [f"m={m}", "π & <b>"]}

    @own.trace(type="heatmap", name="a map")
    def field(offset):
        return {"z": np.cos(offset * np.arange(6.0)).reshape(2, 3)}

    @own.trace(type="scatter", x=[0, 1], y=[0, 1])
    def still():
        return {}

    @own.readout("offset", " tokens")
    def shown(offset):
        return offset

    assert_plays_as_drawn(own, write_page, open_page)


def assert_plays_as_drawn(explorable, write_page, open_page):
    page = open_page(write_page(static.html(explorable)))
    numbers = page.locator(".posviz-numbers td")
    by_python = numbers.all_text_contents()
    page.evaluate("document.querySelector('.posviz-numbers').dispatchEvent(new Event('toggle'))")
    assert numbers.all_text_contents() == by_python

    keys = [list(trace.moving(*next(explorable.stands(trace.axes)))) for trace in explorable.traces]
    pick = random.Random(explorable.name)
    stands = [{name: pick.randrange(len(s.stops)) for name, s in explorable.sliders.items()} for _ in range(50)]
    played = page.evaluate(PLAY, [stands, keys])
    assert_drawn_as_if_anew(page)
    for name in explorable.sliders:  # alone, so that Plotly draws only a part of the picture
        page.evaluate(PLAY, [[{name: 0}, {name: len(explorable.sliders[name].stops) - 1}], keys])
        assert_drawn_as_if_anew(page)
    for stand, shown in zip(stands, played):
        assert_shows(explorable, stand, keys, shown)
    assert page.heard == []


def assert_shows(explorable, stand, keys, shown):
    """Is this what Python draws at these numbers of stops?"""
    at = explorable.at(**{name: explorable.sliders[name].stops[stop] for name, stop in stand.items()})
    for trace, names, arrays in zip(explorable.traces, keys, shown["traces"]):
        drawn = trace.moving(*(at[axis] for axis in trace.axes))
        for key, values in zip(names, arrays):
            where = f"{key} of {trace.name} at {at}"
            if drawn[key].dtype.kind == "U":
                assert values == drawn[key].tolist(), where
            else:
                np.testing.assert_array_equal(values, drawn[key].astype(np.float32), where)
    assert shown["readouts"] == [r.text(*(at[axis] for axis in r.axes)) for r in explorable.readouts]


def test_a_thousand_hasty_moves_end_where_python_does(explorable, write_page, open_page):
    page = open_page(write_page(static.html(explorable)))
    keys = [list(trace.moving(*next(explorable.stands(trace.axes)))) for trace in explorable.traces]
    pick = random.Random(explorable.name)
    names = list(explorable.sliders)
    moves = [(name, pick.randrange(len(explorable.sliders[name].stops))) for name in pick.choices(names, k=1_000)]
    waits = [pick.random() < 0.1 for _ in moves]
    stand = page.evaluate(WALK, [moves, waits])
    assert_shows(explorable, stand, keys, page.evaluate(PLAY, [[{}], keys])[0])
    assert_drawn_as_if_anew(page)
    assert page.heard == []


@pytest.mark.parametrize("value", [None, True, math.nan, math.inf, "nosuch", [1], 1j])
def test_what_no_slider_can_mean_is_refused(explorable, value):
    for name in explorable.sliders:
        with pytest.raises((TypeError, ValueError), match=rf"{name} of '{explorable.name}' must be .* got "):
            explorable.figure(**{name: value})


@pytest.mark.parametrize("value", [-1, -0.5, 0, 0.5, 1, 2.5, 7, 10**6, 1e9, 2**60])
def test_what_a_picture_cannot_draw_is_refused_by_its_own_words(explorable, value):
    for name, slider in explorable.sliders.items():
        if not isinstance(slider.start, str):
            try:
                explorable.figure(**{name: value})
            except (TypeError, ValueError, IndexError) as error:
                raised_in = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
                assert "posviz" in raised_in.parts and " got " in str(error), error


@pytest.mark.parametrize(("m", "n"), [(40, 0), (0, 40), (3.5, 1)])
def test_one_pair_can_be_drawn_where_no_stop_is(m, n):
    explorable = load("rope_pair")
    at = explorable.at(m=m, n=n)
    score, formula = (
        next(readout for readout in explorable.readouts if readout.name == name).draw for name in ("score", "formula")
    )
    values = [at[axis] for axis in ("offset", "phi", "base", "pair")]
    assert np.isclose(score(*values), formula(*values))
    assert [m - n] in [list(trace.x) for trace in explorable.figure(m=m, n=n).data]
