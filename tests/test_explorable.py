"""Sliders, traces and readouts: each mistake gets an error that names what is wrong, and where."""

import itertools
import math

import numpy as np
import pytest

from posviz import Explorable, Slider, show
from posviz.bake import bake


def picture(sliders=("m", "n"), **more):
    return Explorable("Two sliders move nothing yet", {name: Slider([1, 2, 3], 1, "k") for name in sliders}, **more)


def says(error, *words):
    """Expect this error, with all of these words in its message, in this order."""
    return pytest.raises(error, match="(?s)" + ".*".join(words))


@pytest.mark.parametrize(
    ("stops", "start", "error", "words"),
    [
        ([1, 2, 2], 1, ValueError, ["'width'", "different", r"\(1, 2, 2\)"]),
        ([1], 1, ValueError, ["'width'", "at least two", r"\(1,\)"]),
        ([], 1, ValueError, ["'width'", "at least two", r"\(\)"]),
        ([1, 2], 3, ValueError, ["'width'", "3", r"\(1, 2\)"]),
        (["a", "b"], "c", ValueError, ["'width'", "'c'", "'a'"]),
        ([1, math.nan], 1, ValueError, ["'width'", "finite", "nan"]),
        ([1, math.inf], 1, ValueError, ["'width'", "finite", "inf"]),
        ([False, True], False, TypeError, ["'width'", "real number", "False"]),
        ([1, None], 1, TypeError, ["'width'", "real number", "None"]),
        ([[1], [2]], [1], TypeError, ["'width'", "real number", r"\[1\]"]),
        (None, 1, TypeError, ["'width'", "list", "None"]),
        ("ab", "a", TypeError, ["'width'", "list", "'ab'"]),
        ({1, 2}, 1, TypeError, ["'width'", "list", r"\{1, 2\}"]),
        ([0, 1], True, ValueError, ["'width'", "True", r"\(0, 1\)"]),
    ],
)
def test_a_slider_names_its_bad_stops(stops, start, error, words):
    with says(error, *words):
        Slider(stops, start, "width")


def test_a_slider_knows_only_the_palettes_colours():
    with says(ValueError, "'width'", "'query'", "'pink'"):
        Slider([1, 2], 1, "width", colour="pink")


def test_a_slider_takes_numpys_numbers_as_pythons():
    slider = Slider(np.arange(3), np.int64(2), "width")
    assert (slider.stops, slider.start) == ((0, 1, 2), 2)
    assert all(type(stop) is int for stop in (*slider.stops, slider.start))


@pytest.mark.parametrize(
    ("stop", "unit", "text"),
    [
        (10_000, "", "10,000"),
        (-3, "", "−3"),
        (0.25, "", "0.25"),
        (1234567.0, "", "1.23457e+06"),
        (90, "°", "90°"),
        (50, "%", "50%"),
        (2, "tokens", "2 tokens"),
        ("man bites dog", "", "man bites dog"),
        ("half-split", "", "half-split"),
    ],
)
def test_a_stop_is_written_as_a_reader_writes_it(stop, unit, text):
    other = "other" if isinstance(stop, str) else 0
    assert Slider([stop, other], stop, "width", unit=unit).text(stop) == text


def test_an_explorable_needs_sliders_that_are_sliders_with_names_for_parameters():
    with says(ValueError, "nothing_moves", "at least one slider"):
        Explorable("Nothing moves", {})
    for sliders in ([Slider([1, 2], 1, "m")], None):
        with says(ValueError, "nothing_moves", "at least one slider", "got"):
            Explorable("Nothing moves", sliders)
    for name in ("two words", "_private", "1st", "", "lambda", 1):
        with says(ValueError, "parameter name", repr(name)):
            picture([name])
    with says(TypeError, "'m'", "'mine'", r"\[1, 2\]"):
        Explorable("No slider", {"m": [1, 2]}, name="mine")


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"title": None}, TypeError, ["title", "None"]),
        ({"title": " "}, ValueError, ["title", "' '"]),
        ({"title": "!!!"}, ValueError, ["name", "''"]),
        ({"name": 5}, TypeError, ["name", "5"]),
        ({"panels": {"left": 0}}, ValueError, ["'left'", "greater than 0", "0"]),
        ({"panels": {"left": math.nan}}, ValueError, ["'left'", "finite", "nan"]),
        ({"lock": {"keep": 5}}, ValueError, ["'keep'", "two of m", "5"]),
        ({"lock": {"keep": ("m", "m")}}, ValueError, ["'keep'", "two of m", "'m', 'm'"]),
    ],
)
def test_an_explorable_names_what_it_cannot_be_made_of(given, error, words):
    with says(error, *words):
        Explorable(**{"title": "A claim", "sliders": {"m": Slider([1, 2], 1, "m")}} | given)


@pytest.mark.parametrize(("value", "error"), [(math.nan, ValueError), (None, TypeError), ([1], TypeError)])
def test_a_derived_value_that_is_no_axis_is_named_with_its_stand(value, error):
    mine = picture()

    @mine.derived
    def offset(m, n):
        return value if (m, n) == (2, 3) else m - n

    with says(error, r"offset\(2, 3\)", str(value).replace("[", r"\[")):
        mine.stops("offset")


@pytest.mark.parametrize("kind", ["trace", "readout", "derived"])
def test_what_asks_for_an_unknown_slider_is_named_with_the_known_ones(kind):
    def height(m, k):
        return {}

    mine = picture()
    decorate = {"trace": mine.trace(type="scatter"), "readout": mine.readout("height"), "derived": mine.derived}[kind]
    with says(TypeError, "height", "'k'", "m, n"):
        decorate(height)


def test_a_derived_axis_has_a_name_of_its_own():
    def m(n):
        return n

    with says(ValueError, "'m'", "slider"):
        picture().derived(m)


@pytest.mark.parametrize(
    ("returned", "error", "words"),
    [
        ([1, 2], TypeError, ["dict", r"\[1, 2\]"]),
        (None, TypeError, ["dict", "None"]),
        ({"y": [1, math.nan]}, ValueError, ["finite", "nan"]),
        ({"y": [1, -math.inf]}, ValueError, ["finite", "-inf"]),
        ({"y": [1, 1e39]}, ValueError, ["float32", r"1e\+39"]),
        ({"y": [object()]}, TypeError, ["numbers or strings", "object"]),
        ({"y": [1j]}, TypeError, ["numbers or strings", "complex"]),
        ({"y": [None, 1]}, TypeError, ["numbers or strings", "object"]),
        ({"y": [[1], [1, 2]]}, ValueError, ["rectangular", r"\[\[1\], \[1, 2\]\]"]),
    ],
)
def test_a_trace_that_returns_nothing_to_show_is_named_with_the_stand(returned, error, words):
    mine = picture()

    @mine.trace(type="scatter")
    def curve(m):
        return returned if m == 2 else {"y": [1, 2]}

    with says(error, *(["'y'"] if isinstance(returned, dict) else []), r"curve\(m=2\)", *words):
        bake(mine)


@pytest.mark.parametrize("other", [{"y": [1, 2, 3]}, {"y": [[1, 2]]}, {"x": [1, 2]}, {"x": [1, 2], "y": [1, 2]}, {}])
def test_a_trace_has_the_same_shapes_and_keys_at_every_stop(other):
    mine = picture(name="mine")

    @mine.trace(type="scatter")
    def curve(m):
        return other if m == 3 else {"y": [1, 2]}

    with says(ValueError, "curve", "'mine'", "'m': 1", "'m': 3"):
        bake(mine)


@pytest.mark.parametrize("kinds", [("a", 1), (1, "a")])
def test_a_trace_holds_the_same_kind_at_every_stop(kinds):
    mine = picture(name="mine")

    @mine.trace(type="scatter")
    def curve(m):
        return {"text": [kinds[m == 3]]}

    with says(ValueError, "curve", "'mine'", "kinds", "'m': 3"):
        bake(mine)


@pytest.mark.parametrize(
    ("returned", "error", "word"),
    [(math.nan, ValueError, "nan"), (None, TypeError, "None"), ([1], TypeError, r"\[1\]"), (True, TypeError, "True")],
)
def test_a_readout_that_returns_no_number_is_named_with_the_stand(returned, error, word):
    mine = picture()
    mine.readout("height")(lambda m: 1)

    @mine.readout("width")
    def width(n):
        return returned if n == 3 else 1

    with says(error, r"width\(n=3\)", word):
        bake(mine)


def test_a_readout_has_a_colour_of_the_palette():
    with says(ValueError, "'query'", "'pink'"):
        picture().readout("height", colour="pink")


def test_plotly_knows_every_attribute_of_a_traces_style():
    with says(ValueError, "colour"):
        picture().trace(type="scatter", colour="red")


def test_a_layout_is_checked_by_plotly_too():
    with says(ValueError, "rnage"):
        picture(layout={"xaxis": {"rnage": [0, 1]}})


def test_a_figure_is_asked_only_for_sliders_it_has():
    with says(TypeError, "'mine'", "'k'", "m, n"):
        picture(name="mine").figure(k=1)


def test_a_figure_is_drawn_between_the_stops_too():
    mine = picture()

    @mine.trace(type="scatter", line={"width": 3})
    def curve(m):
        return {"y": [m, m]}

    figure = mine.figure(m=2.5)
    assert figure.data[0].y.tolist() == [2.5, 2.5]
    assert figure.data[0].line.width == 3


def test_too_many_pictures_are_refused_with_a_way_out():
    many = Explorable("Far too many", {name: Slider(range(100), 0, name) for name in "abc"}, name="many")

    @many.trace(type="scatter")
    def curve(a, b, c):
        raise AssertionError("is refused before it is drawn")

    with says(ValueError, "curve", "'many'", "a x b x c", "1,000,000", "derived axis"):
        bake(many)


@pytest.mark.parametrize("wrong", [None, "text", {"title": 1}])
def test_show_takes_an_explorable(wrong):
    with says(TypeError, "show takes an Explorable", "got"):
        show(wrong)


@pytest.mark.parametrize("widths", [[1, 1], [3, 1], [1, 2, 1]])
def test_panels_do_not_overlap_beside_or_above_each_other(widths):
    mine = picture(panels={f"panel {n}": width for n, width in enumerate(widths)})
    for layout, letter in ((mine.still, "x"), (mine.stacked, "y")):
        spans = [layout[f"{letter}axis{n or ''}"]["domain"] for n in (0, *range(2, len(widths) + 1))]
        spans.sort()
        assert all(0 <= start < stop <= 1 for start, stop in spans)
        assert all(stop < start for (_, stop), (start, _) in itertools.pairwise(spans))
        if letter == "x":
            wide = [stop - start for start, stop in spans]
            np.testing.assert_allclose(np.divide(wide, wide[0]), np.divide(widths, widths[0]), rtol=1e-4)
        else:
            assert spans[-1] == layout["yaxis"]["domain"], "the first panel stands on top"


def test_one_panel_or_none_fills_the_picture():
    assert "domain" not in picture().still.get("xaxis", {})
    assert picture(panels={"alone": 1}).still["xaxis"]["domain"] == [0, 1]


@pytest.mark.parametrize("names", [("x",), ("x", "nosuch"), ("x", "y", "z")])
def test_a_lock_names_two_sliders(names):
    sliders = {name: Slider([1, 2], 1, name) for name in "xyz"}
    with pytest.raises(ValueError, match=r"lock 'keep' must name two of x, y, z, got"):
        Explorable("A claim", sliders, lock={"keep": names})
