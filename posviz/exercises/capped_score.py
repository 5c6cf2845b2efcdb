"""The score of one query and one key with the offset of some pairs capped: a function."""

import numpy as np

from posviz.encodings import rope

_Q, _K = np.array([0.5, -1.0, 2.0, 1.5, -0.5, 1.0]), np.array([1.0, 0.5, -1.0, 1.0, 2.0, 0.5])
_SPEEDS = np.array([1.0, 0.05, 0.003])
CASES = [
    (_Q, _K, 300, _SPEEDS, np.array([False, True, True]), 127),
    (_Q, _K, 300, _SPEEDS, np.array([True, False, False]), 127),
    (_Q, _K, 5, _SPEEDS, np.array([False, True, True]), 127),
]


def right(q, k, offset, frequencies, capped, limit):
    """Up to the limit it is the usual score, so a test on short texts cannot tell the two apart."""
    return _score(q, k, np.where(capped, min(offset, limit), offset), frequencies)


def no_clipping(q, k, offset, frequencies, capped, limit):
    """That is the usual score. In the capped pairs the offset must stop at the limit."""
    return _score(q, k, offset, frequencies)


def all_capped(q, k, offset, frequencies, capped, limit):
    """It caps every pair. Only those that `capped` marks as True stop at the limit."""
    return _score(q, k, min(offset, limit), frequencies)


def others_capped(q, k, offset, frequencies, capped, limit):
    """It caps the other pairs: True in `capped` stands for a pair that stops."""
    return right(q, k, offset, frequencies, ~capped, limit)


def offset_other_way(q, k, offset, frequencies, capped, limit):
    """The offset counts the other way round. Query minus key is positive here: which of the two is turned further?"""
    return _score(k, q, np.where(capped, min(offset, limit), offset), frequencies)


def half_split(q, k, offset, frequencies, capped, limit):
    """It pairs features of the two halves. Here the layout is interleaved: pair i is made of features 2i and 2i + 1."""
    offsets = np.where(capped, min(offset, limit), offset)
    return rope.rotate(q, 1, offsets * frequencies, "half-split") @ k


def _score(q, k, offsets, frequencies):
    """The query turned ahead of the key by an offset for each pair."""
    return rope.rotate(q, 1, offsets * frequencies) @ k
