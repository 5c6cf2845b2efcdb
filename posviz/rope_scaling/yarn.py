"""YaRN: fast pairs stay, slow pairs are divided by the factor, a ramp between; scores grow a little (Peng 2024)."""

import math

import numpy as np

from posviz import checks
from posviz.encodings import rope

ROPE_TYPES = ("yarn", "deepseek_yarn")


def frequencies(head_dim, factor, train_length, base=10000.0, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """RoPE's frequencies, divided by 1 to `factor`, as in the released code: the ramp runs over the pairs' numbers.

    Args:
        head_dim, base: as in `rope.frequencies`; a base of more than 1.
        factor: how much the context is stretched, at least 1.
        train_length: tokens of the model's own training, before stretching.
        beta_fast: pairs that turn more often than this within train_length stay as they are.
        beta_slow: pairs that turn less often than this are divided by the factor.
        truncate: begin and end the ramp at whole pairs, as all but a few models do (gpt-oss: False).
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: a factor below 1, beta_fast not above beta_slow; and as `rope.frequencies`.
    """
    factor = checks.least("factor", factor, 1)
    slowed = ramp(head_dim, train_length, base, beta_fast, beta_slow, truncate)
    untouched = rope.frequencies(head_dim, base)
    return untouched * (1 - slowed) + untouched / factor * slowed


def ramp(head_dim, train_length, base=10000.0, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """How far each pair is on its way from untouched, 0, to divided by the whole factor, 1.

    Parameters and errors are those of `frequencies`. Where even the slowest pair turns far more often than beta_fast,
    or even the fastest less often than beta_slow, the ramp of the released code runs backwards; this one does not.

    Returns:
        (head_dim / 2,) shares, pair 0 first.
    """
    head_dim, base = checks.even("head_dim", head_dim), checks.above("base", base, 1)
    train_length, beta_slow = checks.whole("train_length", train_length, 1), checks.above("beta_slow", beta_slow, 0)
    beta_fast = checks.least("beta_fast", beta_fast, beta_slow)

    def pair_that_turns(times):
        """The pair, as a real number, that turns so many times within train_length."""
        return head_dim * (math.log(train_length) - math.log(2 * math.pi) - math.log(times)) / (2 * math.log(base))

    first, last = pair_that_turns(beta_fast), pair_that_turns(beta_slow)
    if checks.flag("truncate", truncate):
        first, last = math.floor(first), math.ceil(last)
    first, last = max(first, 0), min(last, head_dim - 1)
    return np.clip((np.arange(head_dim // 2) - first) / max(last - first, 0.001), 0, 1)


def attention_factor(factor, mscale=None, mscale_all_dim=None):
    """What turned queries and keys are multiplied by: m(1), where m(k) = 0.1 k ln(factor) + 1. Scores get its square.

    Args:
        factor: how much the context is stretched, at least 1.
        mscale, mscale_all_dim: at least 0. If both are given and neither is 0, it is m(mscale) / m(mscale_all_dim):
            DeepSeek's models scale all their scores by m(mscale_all_dim)**2 elsewhere, turned or not.
    Raises:
        TypeError, ValueError: a factor below 1, a negative mscale or mscale_all_dim.
    """
    grown = 0.1 * math.log(checks.least("factor", factor, 1))
    mscale, all_dim = (
        value if value is None else checks.least(name, value, 0)
        for name, value in (("mscale", mscale), ("mscale_all_dim", mscale_all_dim))
    )
    return (grown * mscale + 1) / (grown * all_dim + 1) if mscale and all_dim else grown + 1
