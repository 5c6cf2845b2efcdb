"""NTK-by-parts: pairs that turn often in training stay, those that never finish a turn slow down (Peng 2024, 3.2)."""

import numpy as np

from posviz import checks
from posviz.encodings import rope

ROPE_TYPES = ()  # no config file asks for it under this name: see llama3


def frequencies(head_dim, factor, train_length, base=10000.0, beta_fast=32.0, beta_slow=1.0):
    """RoPE's frequencies, divided by 1 to `factor`; the ramp runs over each pair's turns within train_length.

    Args:
        head_dim, base: as in `rope.frequencies`.
        factor: how much the context is stretched, at least 1.
        train_length: tokens of the model's own training, before stretching.
        beta_fast: pairs that turn at least this often within train_length stay as they are. The paper's beta.
        beta_slow: pairs that turn at most this often are divided by the factor. The paper's alpha.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: a factor below 1, beta_fast not above beta_slow; and as `rope.frequencies`.
    """
    factor, train_length = checks.least("factor", factor, 1), checks.whole("train_length", train_length, 1)
    beta_slow = checks.above("beta_slow", beta_slow, 0)
    beta_fast = checks.above("beta_fast", beta_fast, beta_slow)
    untouched = rope.frequencies(head_dim, base)
    turns = train_length * untouched / (2 * np.pi)
    kept = np.clip((turns - beta_slow) / (beta_fast - beta_slow), 0, 1)
    return untouched * kept + untouched / factor * (1 - kept)
