"""The sinusoidal table, interleaved, with frequencies made by exp and log, as many programs make them."""

import numpy as np

from posviz.encodings import sinusoidal

CASES = [([0, 1, 2], 4, 10000.0), ([5, 17], 6, 100.0)]


def right(positions, d_model, base):
    """It is the same table, up to rounding. In float32 the way by exp and log can differ in the last digits."""
    return sinusoidal.encode(positions, d_model, base)


def natural_exponent(positions, d_model, base):
    """Its frequencies are powers of e. A power of b is the exponential of something times the logarithm of b."""
    return sinusoidal.encode(positions, d_model, np.e)


def growing(positions, d_model, base):
    """Its pairs get faster and faster: the exponent lacks its minus sign."""
    return sinusoidal.encode(positions, d_model, 1 / base)


def one_for_each_feature(positions, d_model, base):
    """It gives each feature a frequency of its own. A sine and the cosine beside it share one, that of their pair."""
    features = np.arange(d_model)
    angles = np.outer(positions, base ** (-features / d_model))
    return np.where(features % 2, np.cos(angles), np.sin(angles))


def sines_first(positions, d_model, base):
    """It has all sines first, then all cosines. In this exercise each sine stands next to its cosine."""
    return sinusoidal.encode(positions, d_model, base, order="concatenated")
