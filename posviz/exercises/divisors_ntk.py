"""By what NTK-aware scaling divides the frequencies of four pairs, for a factor of 8: four numbers."""

import numpy as np

from posviz.encodings import rope
from posviz.rope_scaling import ntk

TOLERANCE = 5e-3


def right():
    """Each pair is slowed by the same ratio more than the one before, like the digits of a counter of larger radix."""
    return rope.frequencies(8) / ntk.frequencies(8, 8)


def all_by_the_factor():
    """That is position interpolation, which divides all pairs alike. NTK-aware scaling leaves pair 0 as it is."""
    return np.full(4, 8.0)


def base_times_factor():
    """That is what base x 8 gives, and the last pair falls short. The larger base has the factor to a power above 1."""
    return 8 ** (np.arange(4) / 4)


def evenly():
    """The ends are right, and between them the divisors grow by equal steps. They grow by equal ratios."""
    return np.linspace(1, 8, 4)


def multipliers():
    """Those are the new frequencies over the old ones. What the old ones are divided by is the other way up."""
    return 1 / right()
