"""How many degrees of its circle a pair shows in a longer text and never showed in training: a function."""

from math import degrees, pi, radians

CASES = [(0.02, 128, 256), (0.02, 128, 1024), (0.5, 128, 1024), (0.001, 100, 100)]


def right(frequency, train_length, length):
    """It is 0 for every pair that came round in training, and for the slowest pairs it is small: they hardly move."""
    shown, asked = (min((tokens - 1) * frequency, 2 * pi) for tokens in (train_length, length))
    return degrees(asked - shown)


def no_clipping(frequency, train_length, length):
    """It counts past the full circle. A pair that has come round has shown every angle, and has no more to show."""
    return degrees((length - train_length) * frequency)


def difference_held(frequency, train_length, length):
    """It holds the difference at a full circle. Hold what is shown at each length, and take the difference then."""
    return degrees(min((length - train_length) * frequency, 2 * pi))


def in_radians(frequency, train_length, length):
    """The arcs are right, in radians. Degrees were asked for."""
    return radians(right(frequency, train_length, length))


def one_offset_too_many(frequency, train_length, length):
    """It lets the offset reach the number of tokens. The first and the last of 128 tokens are not 128 apart."""
    return right(frequency, train_length + 1, length + 1)
