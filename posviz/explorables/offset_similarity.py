"""Compare the codes of two positions: their dot product knows how far apart they stand, and nothing else."""

import numpy as np

from posviz import palette
from posviz.encodings import sinusoidal
from posviz.explorable import Explorable, Slider
from posviz.question import Question

D_MODEL = 16
OFFSETS = np.arange(-32, 33)
FEATURES = np.arange(D_MODEL)

explorable = Explorable(
    name="offset_similarity",
    title="How alike two codes are depends on how far apart they stand, and not on where",
    sliders={
        "offset": Slider(OFFSETS, 3, "offset", symbol="k", colour="score"),
        "start": Slider([0, 3, 10, 100, 1_000], 0, "start", symbol="p", colour="position"),
        "base": Slider([10, 100, 10_000, 1_000_000], 10_000, "base", symbol="b"),
    },
    panels={"dot product PE(p) · PE(p + k)": 1.2, "difference PE(p + k) − PE(p)": 1},
    layout={
        "xaxis": {"range": [-33, 33], "dtick": 16, "title": {"text": "offset k (tokens)"}},
        "yaxis": {"range": [-3.5, 8.8], "dtick": 2},
        "xaxis2": {"range": [-0.7, D_MODEL - 0.3], "showgrid": False, "title": {"text": "feature"}, "dtick": 4},
        "yaxis2": {"range": [-2.15, 2.15], "dtick": 1},
    },
    alt=(
        "Left: the dot product against the offset, a curve with its peak of 8 at offset 0, the same to the left and to "
        "the right; a dot marks offset 3. Right: sixteen bars, the difference between the codes of positions 3 and 0."
    ),
    notice=(
        "Move the start: the bars of the fast pairs change, and the curve does not stir. "
        "It is also the same to both sides: the dot product knows how far, not which way."
    ),
    predict=Question(
        "The bars show how the codes of positions 0 and 3 differ. What will they show for 100 and 103?",
        {
            "the same bars": "Many explanations say so, since the step is the same. But an equal step is an equal "
            "turn of each pair, not an equal arrow: the bars have changed.",
            "other bars, a difference of equal length": "The bars have changed, and the last readout has not. Nor "
            "has the dot product: both know the offset alone.",
            "other bars, a difference of another length": "The bars have changed, but look at the last readout: the "
            "length of the difference is what it was. A turn of each pair takes every start equally far.",
        },
        right="other bars, a difference of equal length",
        state={"start": 100},
    ),
    say=(
        "Move both codes along: the bars change and the curve stands still, so the dot product knows how far apart "
        "they are, and not where."
    ),
)


def pair_of_codes(offset, start, base):
    """The codes of the start and of the position an offset further on."""
    return sinusoidal.encode(start, D_MODEL, base), sinusoidal.encode(start + offset, D_MODEL, base)


@explorable.trace(
    type="scatter",
    mode="lines+markers",
    name="dot product by offset",
    meta={"x": "offset", "y": "dot product"},
    x=OFFSETS,
    line={"color": palette.SCORE, "width": 1.4},
    marker={"color": palette.SCORE, "size": 4},
    hovertemplate="offset %{x}: dot product %{y:.3f}<extra></extra>",
)
def curve(start, base):
    here, there = pair_of_codes(OFFSETS, start, base)
    return {"y": there @ here}


@explorable.trace(
    type="scatter",
    mode="markers",
    hoverinfo="skip",
    marker={"color": palette.SCORE, "size": 14, "line": {"color": palette.GROUND, "width": 2.5}},
)
def dot(offset, start, base):
    here, there = pair_of_codes(offset, start, base)
    return {"x": [offset], "y": [here @ there]}


@explorable.trace(
    type="bar",
    name="difference of the codes",
    meta={"x": "feature", "y": "difference"},
    x=FEATURES,
    xaxis="x2",
    yaxis="y2",
    marker={"color": palette.POSITION},
    hovertemplate="feature %{x}: %{y:.2f}<extra></extra>",
)
def difference(offset, start, base):
    here, there = pair_of_codes(offset, start, base)
    return {"y": (there - here).round(2)}


@explorable.readout("from position", colour="position")
def walk(offset, start):
    return f"{start:,} to {start + offset:,}".replace("-", "−")


@explorable.readout("dot product", format=".6f", colour="score")
def dot_product(offset, start, base):
    here, there = pair_of_codes(offset, start, base)
    return here @ there


@explorable.readout("length of the difference", format=".6f")
def distance(offset, start, base):
    here, there = pair_of_codes(offset, start, base)
    return np.linalg.norm(there - here)
