"""Does RoPE make near tokens score higher? It depends on the query and the key."""

import numpy as np

from posviz import palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider
from posviz.question import Question

HEAD_DIM = 128
OFFSETS = np.arange(401)
PEAK = 200
ONES = np.ones(HEAD_DIM)
_rng = np.random.default_rng(4)
GAUSSIAN, OTHER = _rng.normal(size=(2, HEAD_DIM))
KINDS = {
    "all ones": (ONES, ONES),
    "Gaussian, q = k": (GAUSSIAN, GAUSSIAN),
    "Gaussian, unrelated": (GAUSSIAN, OTHER),
    f"built for {PEAK}": (ONES, None),
}

explorable = Explorable(
    name="score_by_offset",
    title="Whether scores fall with distance depends on the query and the key",
    sliders={
        "kind": Slider(list(KINDS), "all ones", "query and key"),
        "base": Slider([100, 1_000, 10_000, 100_000, 500_000, 1_000_000], 10_000, "base", symbol="b"),
    },
    layout={
        "xaxis": {"range": [-4, 404], "title": {"text": "offset m − n (tokens)"}, "dtick": 100},
        "yaxis": {"range": [-60, 150], "title": {"text": "score q · k"}, "dtick": 50, "zeroline": True},
        "margin": {"l": 58},
    },
    alt=(
        "The score of a query and a key of 128 ones against their distance: 128 at distance 0, "
        "falling quickly and then slowly, with ripples."
    ),
    notice=(
        "The falling curve in many explanations is the one for all ones. "
        "Two unrelated vectors favour some distances by chance, and two others favour other ones; "
        "only the mean of many is 0 everywhere. "
        f"And with a key built for {PEAK}, far beats near."
    ),
    predict=Question(
        f"All ones score {HEAD_DIM} at distance 0. How high can another key, just as long, score at {PEAK}?",
        {
            "about 40, as all ones do": "That is what all ones score so far away. Another key of the same length "
            f"can point elsewhere: the curve now has its peak at {PEAK}, and it reaches {HEAD_DIM}.",
            f"about half of {HEAD_DIM}": "Distance takes nothing away. A turn keeps lengths, so a key that meets the "
            f"turned query exactly scores in full: the peak at {PEAK} reaches {HEAD_DIM}.",
            f"just as high, {HEAD_DIM}": f"The peak now stands at {PEAK} and is as high as before. The key is the "
            f"query turned ahead by {PEAK} positions; at that distance the query has caught up with it.",
        },
        right=f"just as high, {HEAD_DIM}",
        state={"kind": f"built for {PEAK}"},
    ),
    say=(
        "The falling curve belongs to one query and one key; choose others, and a far key beats a near one, so decay "
        "is not built into RoPE."
    ),
)


def scores(kind, base):
    """q . k after turning, at every distance: the key stands at 0."""
    speeds = rope.frequencies(HEAD_DIM, base)
    query, key = KINDS[kind]
    if key is None:
        key = rope.rotate(query, PEAK, speeds)
    return rope.rotate(np.tile(query, (len(OFFSETS), 1)), OFFSETS, speeds) @ key


@explorable.trace(
    type="scatter",
    mode="lines",
    name="score by distance",
    meta={"x": "distance", "y": "score"},
    x=OFFSETS,
    line={"color": palette.SCORE, "width": 1.6},
    hovertemplate="distance %{x}: score %{y:.1f}<extra></extra>",
)
def curve(kind, base):
    return {"y": scores(kind, base)}


@explorable.readout("score at distance 0:", format=".1f", colour="score")
def at_zero(kind, base):
    return scores(kind, base)[0]


@explorable.readout("mean over distances 200 to 400:", format=".1f", colour="score")
def far_mean(kind, base):
    return scores(kind, base)[200:].mean()


@explorable.readout("highest at distance", format="d")
def highest(kind, base):
    return int(scores(kind, base).argmax())
