"""Every choice that the tiny models depend on, in one place."""

import dataclasses
import math
from pathlib import Path

import numpy as np

from posviz.encodings import rope
from posviz.rope_scaling import linear, ntk, yarn

HERE = Path(__file__).parent
RUNS = HERE / "runs"  # checkpoints, and all seeds' weights; may be deleted at any time
SEEDS = (0, 1, 2)

# The text: characters of Python's own help texts. The last tenth is held out.
HELD_OUT = 0.1
TIMES = (2, 8)  # that a random word stands in each window of the training, so that copying can be learned

# The model.
N_LAYERS, D_MODEL, N_HEADS, HIDDEN = 3, 128, 4, 256
HEAD_DIM = D_MODEL // N_HEADS
LONGEST = 1024  # rows of the learned table; training reaches only the first 128
T5_BUCKETS = 32

CLIP, WEIGHT_DECAY, SAVE_EVERY = 1.0, 0.1, 60  # gradient norm; pull towards zero; steps between checkpoints


@dataclasses.dataclass(frozen=True)
class Plan:
    """AdamW, the learning rate up in a line and down in half a cosine."""

    length: int  # tokens
    batch: int  # windows
    steps: int
    warm_up: int  # steps
    highest: float
    lowest: float

    def rate(self, step):
        if step < self.warm_up:
            return self.highest * (step + 1) / self.warm_up
        gone = (step - self.warm_up) / (self.steps - self.warm_up)
        return self.lowest + (self.highest - self.lowest) * (1 + math.cos(math.pi * gone)) / 2


TRAINING = Plan(length=128, batch=32, steps=800, warm_up=40, highest=3e-3, lowest=1e-4)

# The fine-tuning: a tenth of the steps and of the tokens, at four times the length.
FINE_TUNING = Plan(length=512, batch=8, steps=80, warm_up=10, highest=1e-3, lowest=1e-4)
FACTORS = (2, 4, 8)  # the second is the one of the fine-tuning


@dataclasses.dataclass(frozen=True)
class Job:
    """One model to train: where order comes in, how its pairs turn, and from where its training starts."""

    encoding: str  # a room of posviz.encodings
    frequencies: np.ndarray | None = None  # radians per position
    attention_factor: float = 1.0
    start: str | None = None  # the model whose weights are the start; None: random ones
    plan: Plan = TRAINING


def stretched(factor):
    """RoPE's ways to a longer context: name -> frequencies and attention factor."""
    yarned = yarn.attention_factor(factor)
    return {
        "plain": (rope.frequencies(HEAD_DIM), 1.0),
        "linear": (linear.frequencies(HEAD_DIM, factor), 1.0),
        "ntk": (ntk.frequencies(HEAD_DIM, factor), 1.0),
        "yarn": (yarn.frequencies(HEAD_DIM, factor, TRAINING.length), yarned),
        "yarn-adjusted": (yarn.frequencies(HEAD_DIM, factor, TRAINING.length, beta_fast=4.0), yarned),
        "base": (rope.frequencies(HEAD_DIM, 500_000.0), 1.0),  # whatever the factor
    }


JOBS = {
    "none": Job("none"),
    "sinusoidal": Job("sinusoidal"),
    "learned": Job("learned"),
    "t5": Job("t5"),
    "alibi": Job("alibi"),
    "rope": Job("rope", rope.frequencies(HEAD_DIM)),
    "p-rope": Job("rope", rope.proportional_frequencies(HEAD_DIM, 0.25)),
}
JOBS |= {f"rope-{name}": Job("rope", *turn, "rope", FINE_TUNING) for name, turn in stretched(FACTORS[1]).items()}
