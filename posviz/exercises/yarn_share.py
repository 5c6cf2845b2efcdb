"""How far a pair is on YaRN's ramp over pair numbers, from 0, untouched, to 1, divided by the factor: a function."""

from math import log, pi

import numpy as np

from posviz.encodings import rope
from posviz.rope_scaling import yarn

CASES = [
    (28, 128, 10_000.0, 4_096),
    (5, 128, 10_000.0, 4_096),
    (60, 128, 10_000.0, 4_096),
    (30, 128, 1_000_000.0, 32_768),
    (12, 64, 150_000.0, 4_096),
]


def right(pair, head_dim, base, train_length):
    """A frequency then becomes (1 − share) × itself + share × itself / s: frequencies are blended, and not divisors."""
    return yarn.ramp(head_dim, train_length, base)[pair]


def over_turns(pair, head_dim, base, train_length):
    """That ramp runs over the turns, as in the paper. The released code's runs over the pairs' numbers."""
    turns = train_length * rope.frequencies(head_dim, base)[pair] / (2 * pi)
    return 1 - np.clip((turns - 1) / (32 - 1), 0, 1)


def share_kept(pair, head_dim, base, train_length):
    """That is the share of its speed that a pair keeps, as γ is. Here 0 stands for untouched, 1 for all of s."""
    return 1 - right(pair, head_dim, base, train_length)


def not_rounded(pair, head_dim, base, train_length):
    """The ramp begins and ends between two pairs. This one is rounded outward to whole pairs first."""
    return yarn.ramp(head_dim, train_length, base, truncate=False)[pair]


def no_clipping(pair, head_dim, base, train_length):
    """Outside the ramp it goes on below 0 and above 1. No pair is sped up, and none slowed by more than s."""
    first, last = _ends(head_dim, base, train_length)
    return (pair - first) / (last - first)


def _ends(head_dim, base, train_length):
    """The pairs where the ramp begins and ends, whole."""
    border = [head_dim / 2 * log(train_length / (2 * pi * turns)) / log(base) for turns in (32, 1)]
    return np.floor(border[0]), np.ceil(border[1])
