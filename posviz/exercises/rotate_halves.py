"""Turn a whole head at a position, in the half-split layout: a function that returns the turned vector."""

import numpy as np

from posviz.encodings import rope

CASES = [
    (np.array([1.0, 0, 0, 0]), 1, 10_000.0),
    (np.array([0.5, -1.0, 2.0, 1.5, -0.3, 0.8]), 7, 10_000.0),
    (np.array([1.0, 2, 3, 4, 5, 6, 7, 8]), 3, 500.0),
]


def right(x, position, base):
    """No loop over pairs is needed: one row of angles serves both halves."""
    return rope.rotate(x, position, rope.frequencies(len(x), base), "half-split")


def interleaved(x, position, base):
    """It pairs neighbours, 2i with 2i + 1. Half-split pairs each feature of the first half with one of the second."""
    return rope.rotate(x, position, rope.frequencies(len(x), base))


def angles_for_neighbours(x, position, base):
    """The partner comes from the other half, but the angles are laid out for neighbours: two angles in one pair."""
    angles = np.repeat(position * base ** (-np.arange(0, len(x), 2) / len(x)), 2)
    first, second = np.split(x, 2)
    return x * np.cos(angles) + np.concatenate([-second, first]) * np.sin(angles)


def clockwise(x, position, base):
    """It turns clockwise. In the first half the partner comes with a minus, in the second half with a plus."""
    return right(x, -position, base)


def exponent_halved(x, position, base):
    """Pair i has the exponent −i/d here, where −2i/d is meant: the slowest pair turns far too fast."""
    return rope.rotate(x, position, base ** (-np.arange(len(x) // 2) / len(x)), "half-split")


def natural_exponent(x, position, base):
    """The frequencies are powers of e, so the base never comes in. exp(−2i/d) still lacks the logarithm of the base."""
    return rope.rotate(x, position, np.exp(-2 * np.arange(len(x) // 2) / len(x)), "half-split")
