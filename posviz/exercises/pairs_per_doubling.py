"""How many more pairs complete a turn when the training length is doubled, as a real number: a number."""

from math import log, log10

TOLERANCE = 3e-3


def right():
    """The length itself drops out: each doubling brings as many pairs round as the one before it."""
    return 64 * log(2) / log(10_000)


def whole_width():
    """It counts features. The exponent of pair i is 2i/128, and its i runs over the 64 pairs of a head."""
    return 128 * log(2) / log(10_000)


def half_of_them():
    """Half of all pairs would be 32. The wavelengths are spaced by a constant ratio, and not by a constant step."""
    return 32.0


def two_logarithms():
    """That mixes a natural logarithm with one to base 10. Any base will do, if it is the same above and below."""
    return 64 * log(2) / log10(10_000)
