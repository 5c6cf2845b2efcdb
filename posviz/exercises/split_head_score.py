"""The score of a head whose first features never turn and whose others do: a function."""

import numpy as np

from posviz.encodings import rope

_Q, _K = np.array([1.0, -0.5, 2.0, 0.5, 1.0, -1.0, 0.5, 2.0]), np.array([0.5, 2.0, 1.0, -1.0, 2.0, 0.5, 1.0, 1.0])
CASES = [(_Q, _K, 7, 3, 4, 10_000.0), (_Q, _K, 9, 0, 2, 100.0)]


def right(q, k, m, n, still, base):
    """The still part adds the same at every offset: content without position beside content with it."""
    return _dot(q, k, m, n, still, rope.frequencies(len(q) - still, base)) / np.sqrt(len(q))


def divided_by_turning_part(q, k, m, n, still, base):
    """It divides by the root of the turning part's width. The sum runs over all features of the head."""
    return right(q, k, m, n, still, base) * np.sqrt(len(q) / (len(q) - still))


def turning_part_only(q, k, m, n, still, base):
    """The features that never turn are left out. They do not know positions, but they are part of the score."""
    return right(q, k, m, n, still, base) - q[:still] @ k[:still] / np.sqrt(len(q))


def front_turned(q, k, m, n, still, base):
    """It turns the front of the head, as `rope.rotate` does by itself with few frequencies. Here the back turns."""
    speeds = rope.frequencies(len(q) - still, base)
    return rope.rotate(q, m, speeds) @ rope.rotate(k, n, speeds) / np.sqrt(len(q))


def all_turn(q, k, m, n, still, base):
    """It turns the whole head. The first features stay as they are."""
    return right(q, k, m, n, 0, base)


def exponents_over_head(q, k, m, n, still, base):
    """The exponents run over the whole head. They run over the turning part, as if it were a head of its own."""
    speeds = rope.frequencies(len(q), base)[: (len(q) - still) // 2]
    return _dot(q, k, m, n, still, speeds) / np.sqrt(len(q))


def _dot(q, k, m, n, still, speeds):
    """The dot product with the last features turned."""
    return q[:still] @ k[:still] + rope.rotate(q[still:], m, speeds) @ rope.rotate(k[still:], n, speeds)
