"""Which angles a longer context asks for when RoPE is stretched, and which of them training has shown."""

import numpy as np

from posviz.encodings import rope
from posviz.explorable import Explorable, Slider
from posviz.explorables.angle_coverage import ASKED, LAYOUT, SHOWN, largest_angle
from posviz.explorables.stretched_frequencies import HEAD_DIM, METHODS, N_PAIRS
from posviz.question import Question

TRAIN_LENGTH, BASE = 4_096, 10_000
UNTOUCHED = rope.frequencies(HEAD_DIM, BASE)
NONE = "no stretch"

explorable = Explorable(
    name="stretched_angles",
    title="With a factor that fits, most stretches hold slow pairs inside the angles shown in training",
    sliders={
        "context_length": Slider([4_096 * 2**k for k in range(6)], 16_384, "context", unit="tokens", colour="position"),
        "method": Slider([NONE, *(name for name in METHODS if "dynamic" not in name)], NONE, "method", colour="score"),
        "factor": Slider([2, 4, 8, 16, 32], 4, "factor", symbol="s", colour="score"),
    },
    layout=LAYOUT,
    alt=(
        "A bar for each of 64 pairs: how much of a full turn it shows. Trained on 4,096 tokens, the 46 fastest pairs "
        "have gone all the way round, and the grey bars of the other 18 get shorter and shorter. On top of them stand "
        "striped bars: angles that a context of 16,384 tokens asks for and that training has not shown."
    ),
    notice=(
        "Choose a method: at a context of s times 4,096 tokens, which methods leave no stripes at all? "
        "Then double the context once more. Watch the first readout too: who slows pair 0, which needs no help?"
    ),
    predict=Question(
        "A context four times as long, and s = 4. Which methods leave no stripes?",
        {
            "all of them": "All have the factor that fits. But NTK-aware, shown here, gives the whole of it to the "
            "last pair only: every other bar that had stripes still has some.",
            "all but NTK-aware": "Here it is: only the last pair has lost its stripes, for only that one is divided "
            "by 4. Slide on to the right, or back to interpolation, and the last readout falls to 0.",
            "only interpolation": "Interpolation leaves none, because it divides every pair by 4. But those that "
            "do so with the slow pairs alone leave none either. NTK-aware, shown here, does it with the last pair.",
        },
        right="all but NTK-aware",
        state={"method": "NTK-aware"},
    ),
    say=(
        "See which methods take the stripes away on the right, and which of them leave the fast pairs on the left "
        "as they were."
    ),
)


def frequencies(method, factor):
    """(n_pairs,) radians per token, as stretched."""
    return UNTOUCHED if method == NONE else METHODS[method](factor, TRAIN_LENGTH, BASE)


def new_angles(method, factor, context_length):
    """The pairs that this context asks for angles which training has not shown."""
    asked_for = largest_angle(frequencies(method, factor), context_length)
    return np.flatnonzero(asked_for > largest_angle(UNTOUCHED, TRAIN_LENGTH) * (1 + 1e-9))


@explorable.trace(**ASKED, x=np.arange(N_PAIRS))
def asked(method, factor, context_length):
    return {"y": largest_angle(frequencies(method, factor), context_length).round(1)}


@explorable.trace(**SHOWN, x=np.arange(N_PAIRS), y=largest_angle(UNTOUCHED, TRAIN_LENGTH).round(1))
def shown():
    return {}


@explorable.readout("pair 0 turns", "° a token", format=".1f")
def fastest(method, factor):
    return np.degrees(frequencies(method, factor)[0])


@explorable.readout("pairs with new angles in this context:", format="d", colour="score")
def with_new_angles(method, factor, context_length):
    return len(new_angles(method, factor, context_length))
