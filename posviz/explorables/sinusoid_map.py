"""The whole sinusoidal table as a map, and one position's row of it."""

import numpy as np

from posviz import palette
from posviz.encodings import sinusoidal
from posviz.explorable import Explorable, Slider
from posviz.question import Question

D_MODEL = 32
POSITIONS = np.arange(64)
FEATURES = np.arange(D_MODEL)

explorable = Explorable(
    name="sinusoid_map",
    title="Each position has a row of its own; above base 1, left columns change faster than right ones",
    sliders={
        "position": Slider(POSITIONS, 20, "position", symbol="p", colour="position"),
        "base": Slider([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000], 10_000, "base", symbol="b"),
    },
    panels={"all codes: dark −1, light +1": 1.15, "the code of this position": 1},
    layout={
        "xaxis": {"range": [-0.5, D_MODEL - 0.5], "showgrid": False, "title": {"text": "feature"}},
        "yaxis": {"range": [63.5, -0.5], "showgrid": False, "title": {"text": "position (tokens)"}, "dtick": 16},
        "xaxis2": {"range": [-0.5, D_MODEL - 0.5], "showgrid": False, "title": {"text": "feature"}},
        "yaxis2": {"range": [-1.08, 1.08], "tickvals": [-1, -0.5, 0, 0.5, 1]},
    },
    alt=(
        "Left: a map of 64 positions by 32 features. The left columns alternate quickly from dark to light going down, "
        "the right columns hardly change. Position 20 is outlined. "
        "Right: the 32 values of that row as bars: irregular on the left, then settled at 0 and 1 by turns."
    ),
    notice=(
        "Slide the position: the left bars jump, the right ones creep. "
        "Lower the base to 100 and the slow half wakes up; at base 1 all pairs are equally fast and equal."
    ),
    predict=Question(
        "Lower the base to 1. What becomes of the 32 columns of the map?",
        {
            "all of them become alike": "All pairs are equally fast now, but a pair is two numbers, a sine and a "
            "cosine. The bars show two heights, by turns.",
            "sines alike, and cosines alike": "Every pair now turns as fast as pair 0, see the last two readouts. The "
            "bars repeat two heights: sixteen copies of one pair.",
            "fast and slow change sides": "A base below 1 would do that, and so does a wrong sign in the exponent. "
            "At 1 no pair is slower than another: the bars repeat two heights.",
        },
        right="sines alike, and cosines alike",
        state={"base": 1},
    ),
    say=(
        "Go down the rows, at base 10,000: the left columns change with every token, the right ones over thousands, "
        "and together they give each place a mark of its own."
    ),
)


def codes(positions, base):
    """The encoding to two decimals: as fine as a colour or a bar can be read."""
    return sinusoidal.encode(positions, D_MODEL, base).round(2)


@explorable.trace(
    type="heatmap",
    name="codes (rows: position, columns: feature)",
    x=FEATURES,
    y=POSITIONS,
    zmin=-1,
    zmax=1,
    colorscale=palette.DIVERGING,
    showscale=False,
    hovertemplate="position %{y}, feature %{x}: %{z:.2f}<extra></extra>",
)
def code_map(base):
    return {"z": codes(POSITIONS, base)}


@explorable.trace(type="scatter", mode="lines", hoverinfo="skip", line={"color": palette.INK, "width": 1.2})
@explorable.trace(type="scatter", mode="lines", hoverinfo="skip", line={"color": palette.GROUND, "width": 3})
def outline(position):
    left, right, above, below = -0.5, D_MODEL - 0.5, position - 0.5, position + 0.5
    return {"x": [left, right, right, left, left], "y": [above, above, below, below, above]}


@explorable.trace(
    type="bar",
    name="the code of this position",
    meta={"x": "feature", "y": "value"},
    x=FEATURES,
    xaxis="x2",
    yaxis="y2",
    marker={"color": palette.POSITION},
    hovertemplate="feature %{x}: %{y:.2f}<extra></extra>",
)
def code_bars(position, base):
    return {"y": codes(position, base)}


@explorable.readout("the code of position", format="d", colour="position")
def shown_position(position):
    return position


@explorable.readout("begins with")
def first_values(position, base):
    return "(" + ", ".join(f"{value:.2f}" for value in codes(position, base)[:4]).replace("-", "−") + ", …)"


@explorable.readout("pair 0 turns once in", " tokens", format=".3g")
def fastest(base):
    return 2 * np.pi / sinusoidal.frequencies(D_MODEL, base)[0]


@explorable.readout("the last pair in", " tokens", format=",.0f")
def slowest(base):
    return 2 * np.pi / sinusoidal.frequencies(D_MODEL, base)[-1]
