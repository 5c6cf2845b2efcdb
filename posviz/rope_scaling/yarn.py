"""YaRN: fast pairs stay, slow pairs are divided by the factor, a ramp between; scores grow a little (Peng 2024)."""

import math

import numpy as np

from posviz import checks
from posviz.encodings import rope


def frequencies(head_dim, factor, train_length, base=10000.0, beta_fast=32.0, beta_slow=1.0):
    """RoPE's frequencies, divided by 1 to `factor`, as in the released code: the ramp runs over the pairs' numbers.

    Args:
        head_dim, base: as in `rope.frequencies`; a base of more than 1.
        factor: how much the context is stretched, at least 1.
        train_length: tokens of the model's own training, before stretching.
        beta_fast: pairs that turn more often than this within train_length stay as they are.
        beta_slow: pairs that turn less often than this are divided by the factor.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: a factor below 1, beta_fast not above beta_slow; and as `rope.frequencies`.
    """
    factor, base = checks.least("factor", factor, 1), checks.above("base", base, 1)
    train_length, beta_slow = checks.whole("train_length", train_length, 1), checks.above("beta_slow", beta_slow, 0)
    beta_fast = checks.above("beta_fast", beta_fast, beta_slow)
    untouched = rope.frequencies(head_dim, base)

    def pair_that_turns(times):
        """The pair, as a real number, that turns so many times within train_length."""
        return head_dim * (math.log(train_length) - math.log(2 * math.pi) - math.log(times)) / (2 * math.log(base))

    first = max(math.floor(pair_that_turns(beta_fast)), 0)
    last = min(math.ceil(pair_that_turns(beta_slow)), head_dim - 1)
    ramp = np.clip((np.arange(head_dim // 2) - first) / max(last - first, 0.001), 0, 1)
    return untouched * (1 - ramp) + untouched / factor * ramp


def attention_factor(factor):
    """What the turned queries and keys are multiplied by: 0.1 ln(factor) + 1. Scores get its square.

    Args:
        factor: how much the context is stretched, at least 1.
    Raises:
        TypeError, ValueError: a factor below 1.
    """
    return 0.1 * math.log(checks.least("factor", factor, 1)) + 1
