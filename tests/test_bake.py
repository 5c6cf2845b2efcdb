"""What is baked is what was drawn: no slider's stop is lost, none is drawn twice, and the page stays a page."""

import json
from html.parser import HTMLParser

import numpy as np
import pytest
from conftest import unpack
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from posviz import Explorable, Slider
from posviz.bake import bake, pack
from posviz.hosts import page as static

SHAPES = arrays.array_shapes(max_dims=4, max_side=5)
FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)


def roundtrip(values, lead):
    """Through JSON, as on its way to a page."""
    return unpack(json.loads(json.dumps(pack(values, lead), allow_nan=False)))


@given(arrays.arrays(np.float64, SHAPES, elements=FLOATS))
def test_numbers_come_back_as_they_went_in(values):
    back = roundtrip(values, values.shape[:1])
    assert back.shape == values.shape
    np.testing.assert_array_equal(back, values)


@given(arrays.arrays(np.float64, SHAPES, elements=st.floats(-1e30, 1e30)))
def test_numbers_come_back_in_float32(values):
    np.testing.assert_array_equal(roundtrip(values, values.shape[:1]), values.astype(np.float32))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1, max_size=30))
def test_strings_come_back_as_they_went_in(words):
    assert roundtrip(words, [len(words)]).tolist() == words


@pytest.mark.parametrize("different", [1, 2, 256, 257, 65_536, 65_537])
@pytest.mark.parametrize("repeated", [1, 5])
@pytest.mark.parametrize("kind", [float, str])
def test_any_number_of_different_values_comes_back(different, repeated, kind):
    values = np.tile(np.arange(different), repeated).astype(kind)
    np.testing.assert_array_equal(roundtrip(values, values.shape), values)


def test_a_table_may_have_more_axes_than_its_stands():
    values = np.arange(24.0).reshape(6, 4)
    np.testing.assert_array_equal(roundtrip(values, (2, 3)), values.reshape(2, 3, 4))
    assert roundtrip([7.0], ()).shape == ()  # one stand of no sliders, and a single number in it


def test_few_different_values_are_sent_once():
    table = pack(np.tile([0.25, 0.5], 5000), [10_000])
    assert len(json.dumps(table)) < 15_000  # a byte each, where four were needed


def two_sliders(**more):
    return Explorable("Only the offset counts", {"m": Slider(range(5), 1, "m"), "n": Slider([0, 2, 7], 2, "n")}, **more)


def test_a_trace_that_names_no_slider_is_drawn_once():
    picture, calls = two_sliders(), []

    @picture.trace(type="scatter")
    def frame():
        calls.append(1)
        return {"y": [1, 2]}

    (trace,) = bake(picture)["traces"]
    assert (len(calls), trace["axes"], trace["moving"]["y"]["shape"]) == (1, (), [2])


def test_a_trace_is_drawn_once_for_each_stand_of_the_sliders_it_names():
    picture, calls = two_sliders(), []

    @picture.trace(type="scatter")
    def curve(n):
        calls.append(n)
        return {"y": [n]}

    (trace,) = bake(picture)["traces"]
    assert (calls, trace["axes"], trace["moving"]["y"]["shape"]) == ([0, 2, 7], ("n",), [3, 1])


def test_a_derived_axis_stands_in_for_the_sliders_it_comes_from():
    picture, calls = two_sliders(), []

    @picture.derived
    def offset(m, n):
        return m - n

    @picture.trace(type="scatter")
    def curve(offset):
        calls.append(offset)
        return {"y": [offset, offset**2]}

    @picture.readout("offset")
    def shown(offset, n):
        return f"{offset} from {n}"

    spec = json.loads(json.dumps(bake(picture)))
    offsets = sorted({m - n for m in range(5) for n in (0, 2, 7)})
    assert calls == offsets, "each offset once, however many stands share it"
    (derived,), (trace,), (readout,) = spec["derived"], spec["traces"], spec["readouts"]
    assert (derived["name"], derived["axes"]) == ("offset", ["m", "n"])
    assert (trace["axes"], trace["moving"]["y"]["shape"]) == (["offset"], [len(offsets), 2])
    assert (readout["axes"], readout["table"]["shape"]) == (["offset", "n"], [len(offsets), 3])
    to_offset, heights, texts = (unpack(t) for t in (derived["table"], trace["moving"]["y"], readout["table"]))
    for m in range(5):
        for number, n in enumerate((0, 2, 7)):
            stop = int(to_offset[m, number])
            assert heights[stop].tolist() == picture.figure(m=m, n=n).data[0].y.tolist()
            assert texts[stop, number] == f"{m - n} from {n}"


def test_what_is_baked_is_plain_json(explorable):
    baked = bake(explorable)
    assert json.loads(json.dumps(baked, allow_nan=False)).keys() == baked.keys()
    assert len(baked["sliders"]) == len(explorable.sliders)


def test_a_column_that_only_places_things_is_left_out_of_the_numbers():
    picture = two_sliders()

    @picture.trace(type="scatter", name="words", x=[36.9], meta={"x": "", "y": "row"})
    def words(m):
        return {"y": [m], "text": ["word"]}

    html = static.html(picture)
    assert 'data-keys="y text"' in html and "36.9" not in html.split("<script")[0]
    assert '<th scope="col">row</th><th scope="col">text</th>' in html


HOSTILE = "</script><b>&\"'<!--"


class Elements(HTMLParser):
    """The elements of a page, and what its script elements hold."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.scripts, self.texts, self.attributes = [], [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [value for _, value in attributes]

    def handle_data(self, data):
        (self.scripts if self.tags[-1] == "script" else self.texts).append(data)


def test_no_text_of_an_author_becomes_markup():
    picture = Explorable(
        HOSTILE,
        {"word": Slider([HOSTILE, "other"], HOSTILE, HOSTILE, symbol=HOSTILE, unit=HOSTILE)},
        name=HOSTILE,
        alt=HOSTILE,
        notice=HOSTILE,
        panels={HOSTILE: 1},
    )
    picture.readout(HOSTILE, HOSTILE)(lambda word: word)

    @picture.trace(type="scatter", x=[1], name=HOSTILE, meta={"text": HOSTILE})
    def words(word):
        return {"text": [word]}

    page = Elements(static.html(picture))
    assert page.tags.count("b") == 1 and "<b>Notice.</b>" in static.html(picture)
    assert page.tags.count("script") == 1 and page.tags[-1] == "script"
    assert json.loads("".join(page.scripts))["title"] == HOSTILE
    shown = [text for text in page.texts if HOSTILE in text]
    assert len(shown) >= 8, "title, readout and its label, slider, its symbol and its value, a table's name and cell"
    assert HOSTILE in page.attributes
