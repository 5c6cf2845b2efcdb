"""ALiBi's bias for a library that adds what it is given to q . k first and divides the sum by sqrt(d) then."""

import numpy as np

from posviz.encodings import alibi

CASES = [(3, 0.5, 16), (2, 0.25, 64)]


def right(n, slope, head_dim):
    """With d = 128 that is a factor of 11.3. Forget it, and every head sees 11.3 times as far as it was meant to."""
    return np.sqrt(head_dim) * _penalty(n, slope)


def as_it_is(n, slope, head_dim):
    """ALiBi's penalty counts after the division. This library will divide it as well: what has to be made up for?"""
    return _penalty(n, slope)


def divided_as_well(n, slope, head_dim):
    """It divides, and then the library divides once more. The division is to be undone, not done twice."""
    return _penalty(n, slope) / np.sqrt(head_dim)


def reward(n, slope, head_dim):
    """It rewards distance. The further a key, the lower its score should be."""
    return -right(n, slope, head_dim)


def without_root(n, slope, head_dim):
    """It multiplies by d, and the library divides by its square root only."""
    return head_dim * _penalty(n, slope)


def _penalty(n, slope):
    return alibi.bias(np.arange(n), np.arange(n), [slope])[0] + 0.0  # shown as 0, not as -0
