"""Two ways to pair features, each a rotation; their mixture is none."""

import numpy as np

from posviz import palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider
from posviz.question import Question

HEAD_DIM = 8
FEATURES = np.arange(HEAD_DIM)
VECTOR = np.arange(1.0, HEAD_DIM + 1)
MIXED = "mixed up"

explorable = Explorable(
    name="layouts",
    title="Two layouts, each a rotation; mix them, and lengths change",
    sliders={
        "position": Slider(range(33), 1, "position", symbol="p", colour="position"),
        "pairing": Slider(["interleaved", "half-split", MIXED], "interleaved", "layout"),
    },
    panels={"the 8 × 8 matrix: dark −1, light +1": 1, "a vector before (outline) and after": 1.1},
    layout={
        "xaxis": {"range": [-0.5, 7.5], "showgrid": False, "title": {"text": "input feature"}, "dtick": 1},
        "yaxis": {"range": [7.5, -0.5], "showgrid": False, "title": {"text": "output feature"}, "dtick": 1},
        "xaxis2": {"range": [-0.7, 7.7], "showgrid": False, "title": {"text": "feature"}, "dtick": 1},
        "yaxis2": {"range": [-15, 15], "dtick": 5},
    },
    alt=(
        "Left: the rotation matrix at position 1 for the interleaved layout: four two by two blocks on the diagonal. "
        "Right: the vector 1 to 8 before turning, outlined, and after, as bars: feature 0 falls from 1 to −1.1."
    ),
    notice=(
        "Interleaved fills blocks on the diagonal, half-split fills stripes four apart. "
        "Choose the mixture, cosines of one layout with partners of the other, and the squared length leaves 204. "
        "Only position 0 hides it."
    ),
    predict=Question(
        "Mixed up, the layouts make this vector too long at position 1. And at position 3?",
        {
            "too long by even more": "Three steps ought to do more harm than one. But a pair whose two angles differ "
            "is bent, and a bend can shorten too: the squared length is now below 204.",
            "too long by as much": "A true turn treats all positions alike. This is none: how far a pair is bent "
            "depends on both of its angles, and here the squared length is below 204.",
            "too short": "The squared length is below 204 now. A pair whose two angles differ is bent, and a bend "
            "may stretch or shorten it.",
        },
        right="too short",
        state={"position": 3, "pairing": MIXED},
    ),
    say=(
        "Each line of the mixed code looks like one that works; the squared length is the one number that gives it "
        "away."
    ),
)


def turn(vectors, position, pairing):
    """(n, 8) vectors, turned; or what comes out when a table made for one layout meets code for the other."""
    speeds = rope.frequencies(HEAD_DIM)
    if pairing != MIXED:
        return rope.rotate(vectors, position, speeds, pairing)
    angles = np.repeat(position * speeds, 2)  # angle 0, angle 0, angle 1, angle 1: made for interleaved pairs
    half = HEAD_DIM // 2
    partners = np.concatenate([-vectors[..., half:], vectors[..., :half]], axis=-1)  # but half-split partners
    return vectors * np.cos(angles) + partners * np.sin(angles)


@explorable.trace(
    type="heatmap",
    name="the matrix (rows: output, columns: input)",
    x=FEATURES,
    y=FEATURES,
    zmin=-1,
    zmax=1,
    colorscale=palette.DIVERGING,
    showscale=False,
    xgap=1,
    ygap=1,
    hovertemplate="output %{y} takes %{z:.2f} of input %{x}<extra></extra>",
)
def matrix(position, pairing):
    return {"z": turn(np.eye(HEAD_DIM), position, pairing).T.round(3)}


@explorable.trace(
    type="bar",
    name="the vector after turning",
    meta={"x": "feature", "y": "value"},
    x=FEATURES,
    xaxis="x2",
    yaxis="y2",
    marker={"color": palette.QUERY},
    hovertemplate="feature %{x}: %{y:.2f}<extra></extra>",
)
def after(position, pairing):
    return {"y": turn(VECTOR, position, pairing).round(3)}


@explorable.trace(
    type="scatter",
    mode="lines",
    line={"shape": "hvh", "color": palette.INK, "width": 1.2, "dash": "dot"},
    x=FEATURES,
    y=VECTOR,
    xaxis="x2",
    yaxis="y2",
    hoverinfo="skip",
)
def before():
    return {}


@explorable.readout("squared length before", format=".0f")
def length_before():
    return VECTOR @ VECTOR


@explorable.readout("after", format=".2f", colour="query")
def length_after(position, pairing):
    after = turn(VECTOR, position, pairing)
    return after @ after


@explorable.readout("so this is")
def verdict(position, pairing):
    matrix = turn(np.eye(HEAD_DIM), position, pairing)
    return "a rotation" if np.allclose(matrix @ matrix.T, np.eye(HEAD_DIM)) else "no rotation"
