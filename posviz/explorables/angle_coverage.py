"""Which angles each pair has shown within the training length, and which a longer context asks for."""

import numpy as np

from posviz import checks, palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider, filled
from posviz.question import Question

WIDEST = 128
LENGTHS = [128 * 2**k for k in range(11)]
LAYOUT = {
    "xaxis": {"range": [-1, 64], "title": {"text": "pair i, from fast to slow"}, "dtick": 8},
    "yaxis": {"range": [0, 372], "title": {"text": "angles shown, from 0° up"}, "dtick": 90, "ticksuffix": "°"},
    "barmode": "overlay",
    "bargap": 0.25,
    "margin": {"l": 64},
}
_BAR = {"type": "bar", "meta": {"x": "pair", "y": "up to (degrees)"}}
ASKED = _BAR | {
    "name": "angles asked for",
    "marker": {"color": palette.GROUND, "line": {"width": 0}}
    | {"pattern": {"shape": "/", "fgcolor": palette.SCORE, "size": 5, "solidity": 0.4}},
    "hovertemplate": "pair %{x}: this context asks for angles up to %{y:.0f}°<extra></extra>",
}
SHOWN = _BAR | {
    "name": "angles shown in training",
    "marker": {"color": palette.POSITION},
    "hovertemplate": "pair %{x}: training has shown angles up to %{y:.0f}°<extra></extra>",
}

explorable = Explorable(
    name="angle_coverage",
    title="Beyond the training length, slow pairs show angles they have never shown",
    sliders={
        "context_length": Slider(LENGTHS, 16_384, "context", unit="tokens", colour="score"),
        "train_length": Slider(LENGTHS[::2], 2_048, "training length", symbol="L", unit="tokens", colour="position"),
        "base": Slider([100, 1_000, 10_000, 150_000, 500_000, 1_000_000, 10_000_000], 10_000, "base", symbol="b"),
        "head_dim": Slider([32, 64, WIDEST], WIDEST, "head width", symbol="d"),
    },
    layout=LAYOUT,
    alt=(
        "A bar for each of 64 pairs: how much of a full turn it shows. Trained on 2,048 tokens, the 41 fastest pairs "
        "have gone all the way round; from there the grey bars get shorter and shorter. On top of them stand striped "
        "bars, the angles that a context of 16,384 tokens asks for and that no training step has shown."
    ),
    notice=(
        "Grey is what training has shown; stripes are new. Pull the context down to the training length and the "
        "stripes vanish. Raise the base and watch two things: how many bars have stripes, and how long they are."
    ),
    predict=Question(
        "The context grows from 16,384 to 131,072 tokens. How many more pairs will show new angles?",
        {
            "none of the others": "The stripes are longer, now all the way round, but no further bar has any. Which "
            "pairs are too slow for a turn is settled by the training length, not by the context.",
            "some of the others": "A text so long must reach further pairs, one would think. But the others had gone "
            "all the way round in training: only the old stripes have grown, and the last readout stands still.",
            "all of the others": "Every pair does turn further than ever. But an angle comes back after a full turn, "
            "and the other bars were full in training: they have no stripes.",
        },
        right="none of the others",
        state={"context_length": 131_072},
    ),
    say=(
        "Grey is what training has shown and stripes are new: every pair too slow for one turn in training meets "
        "angles it has no experience with."
    ),
)


def largest_angle(frequencies, length):
    """How far each pair turns within so many tokens, in degrees; a full turn shows every angle there is."""
    return np.minimum(np.degrees(checks.above("a length", length, 0) * frequencies), 360)


def bars(base, head_dim, length):
    """How far each pair turns within so many tokens."""
    angles = largest_angle(rope.frequencies(head_dim, base), length)
    return {"x": filled(np.arange(len(angles)), WIDEST // 2), "y": filled(angles, WIDEST // 2).round(1)}


@explorable.trace(**ASKED)
def asked(base, head_dim, context_length):
    return bars(base, head_dim, context_length)


@explorable.trace(**SHOWN)
def shown(base, head_dim, train_length):
    return bars(base, head_dim, train_length)


@explorable.readout("pairs that never finish a turn in training:")
def unfinished(base, head_dim, train_length):
    return f"{(largest_angle(rope.frequencies(head_dim, base), train_length) < 360).sum()} of {head_dim // 2}"


@explorable.readout("pairs with new angles in this context:", format="d", colour="score")
def with_new_angles(base, head_dim, train_length, context_length):
    speeds = rope.frequencies(head_dim, base)
    seen, wanted = (largest_angle(speeds, length) for length in (train_length, context_length))
    return int((wanted > seen).sum())
