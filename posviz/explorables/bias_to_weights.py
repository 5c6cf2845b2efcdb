"""What softmax makes of a bias that grows with distance."""

import numpy as np

from posviz import palette
from posviz.attention import weights
from posviz.encodings import alibi
from posviz.explorable import Explorable, Slider
from posviz.question import Question

CONTEXT_LENGTH = 128
KEYS = np.arange(CONTEXT_LENGTH)
DISTANCES = np.arange(CONTEXT_LENGTH)
RELEVANT = 64  # the distance of the one key whose content fits

explorable = Explorable(
    name="bias_to_weights",
    title="Softmax turns a straight penalty into exponential forgetting",
    sliders={
        "slope": Slider([2.0**-k for k in range(1, 9)], 0.0625, "slope per token"),
        "strength": Slider([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16], 0, "fit of the far key", colour="key"),
    },
    panels={"bias plus content": 1, "weight after softmax": 1},
    layout={
        "xaxis": {"range": [-2, 129], "title": {"text": "offset m − n (tokens)"}, "dtick": 32},
        "yaxis": {"range": [-18, 18], "dtick": 8},
        "xaxis2": {"range": [-2, 129], "title": {"text": "offset m − n (tokens)"}, "dtick": 32},
        "yaxis2": {"range": [-0.02, 1.02], "tickvals": [0, 0.25, 0.5, 0.75, 1]},
    },
    alt=(
        "Left: the penalty falls in a straight line with distance, by a sixteenth for each token. "
        "Right: the weights of the keys fall exponentially; nearly all weight lies within the nearest fifty tokens."
    ),
    notice=(
        "Raise the fit of the key at distance 64 until it takes half of the weight. "
        "Then make the slope steeper: the same content is drowned by distance."
    ),
    predict=Question(
        f"The slope is 1/16. By how much must the key at distance {RELEVANT} fit better, to take half of the weight?",
        {
            f"by {RELEVANT // 16}, to make up the penalty": f"{RELEVANT // 16} only undoes the penalty of "
            f"{RELEVANT} × 1/16: the key would be the equal of the nearest one, among many. At 7, here, it has passed "
            "one half.",
            "by about 7": f"{RELEVANT // 16} to undo the penalty, and nearly 3 more to outweigh all the near keys "
            "together. Its bar has just passed one half.",
            "by about 16": "The far key does have all the near ones against it. But softmax takes exponentials, so "
            "that each step of 1 counts nearly threefold: at 7 its bar has already passed one half.",
        },
        right="by about 7",
        state={"strength": 7},
    ),
    say=(
        "A straight line on the left is a steep fall on the right: a far key is not forbidden, but it must fit far "
        "better than a near one."
    ),
)


def biased(slope, strength):
    """The scores of 128 keys behind a query: the same content everywhere, but for one key that fits."""
    bias = alibi.bias([CONTEXT_LENGTH - 1], KEYS, [slope])[0, 0][::-1]
    return bias + strength * (DISTANCES == RELEVANT)


def shares(slope, strength):
    """What softmax makes of these scores."""
    return weights(biased(slope, strength)[None])[0]


@explorable.trace(
    type="scatter",
    mode="lines",
    name="bias plus content",
    meta={"x": "distance", "y": "score"},
    x=DISTANCES,
    line={"color": palette.SCORE, "width": 1.6},
    hovertemplate="distance %{x}: %{y:.2f}<extra></extra>",
)
def score_line(slope, strength):
    return {"y": biased(slope, strength).round(3)}


@explorable.trace(
    type="bar",
    name="weight",
    meta={"x": "distance", "y": "weight"},
    x=DISTANCES,
    xaxis="x2",
    yaxis="y2",
    marker={"color": palette.SCORE},
    hovertemplate="distance %{x}: weight %{y:.3f}<extra></extra>",
)
def weight_bars(slope, strength):
    return {"y": shares(slope, strength).round(4)}


@explorable.readout("half of the weight lies within", " tokens", format="d")
def half_range(slope, strength):
    return int(np.searchsorted(np.cumsum(shares(slope, strength)), 0.5)) + 1


@explorable.readout("the key at distance 64 takes", " %", format=".2g", colour="key")
def relevant_share(slope, strength):
    return 100 * shares(slope, strength)[RELEVANT]
