"""LongRoPE: each pair has its own divisor, found by search; one list for short texts, one for long (Ding 2024)."""

import math

import numpy as np

from posviz import checks
from posviz.encodings import rope

ROPE_TYPES = ("longrope", "su")


def frequencies(head_dim, train_length, short_factors, long_factors, sequence_length=None, base=10000.0):
    """RoPE's frequencies, each divided by its own number.

    Args:
        head_dim, base: as in `rope.frequencies`.
        train_length: tokens up to which the short list holds; one token more, and all pairs go by the long list.
        short_factors, long_factors: (head_dim / 2,) divisors, greater than 0.
        sequence_length: tokens of this sequence; None means no more than train_length.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: lists that do not fit or hold other than positive numbers; and as `rope.frequencies`.
    """
    checks.whole("train_length", train_length, 1)
    if sequence_length is not None:
        checks.whole("sequence_length", sequence_length, 1)
    untouched = rope.frequencies(head_dim, base)
    lists = {"short_factors": short_factors, "long_factors": long_factors}
    for name, divisors in lists.items():
        lists[name] = divisors = checks.numbers(name, divisors)
        if divisors.shape != untouched.shape:
            raise ValueError(f"{name} must be one for each of {len(untouched)} pairs, got shape {divisors.shape}")
        if divisors.min() < np.finfo(float).tiny:  # zero, negative, or too small to divide by
            raise ValueError(f"{name} must be greater than 0, got {divisors.min()} among them")
    return untouched / lists["long_factors" if (sequence_length or 0) > train_length else "short_factors"]


def attention_factor(factor, train_length, short_mscale=None, long_mscale=None, sequence_length=None):
    """What turned queries and keys are multiplied by, for short and long texts alike: sqrt(1 + ln factor / ln L).

    Args:
        factor: the longest context over train_length, at least 1.
        train_length: L, tokens, at least 2.
        short_mscale, long_mscale: what stands in for the formula, up to train_length and beyond it (Phi-3.5-MoE).
        sequence_length: as in `frequencies`.
    Raises:
        TypeError, ValueError: a factor below 1, a train_length below 2, an mscale that is not above 0.
    """
    factor, train_length = checks.least("factor", factor, 1), checks.whole("train_length", train_length, 2)
    length = 0 if sequence_length is None else checks.whole("sequence_length", sequence_length, 1)
    for name, mscale in (("short_mscale", short_mscale), ("long_mscale", long_mscale)):
        if mscale is not None:
            checks.above(name, mscale, 0)
    named = long_mscale if length > train_length else short_mscale
    if named is not None:
        return named
    return math.sqrt(1 + math.log(factor) / math.log(train_length))
