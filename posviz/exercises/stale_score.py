"""The score that a program with dynamic NTK and a cache of turned keys computes, token by token: a function."""

import numpy as np

from posviz.encodings import rope
from posviz.rope_scaling import dynamic_ntk

_Q, _K = np.array([1.0, 0.5, -1.0, 2.0, 1.0, 1.0, 0.5, -0.5]), np.array([0.5, 1.0, 1.0, 1.0, -1.0, 2.0, 1.0, 1.0])
CASES = [(_Q, _K, 40, 30, 2, 16), (_Q, _K, 20, 3, 2, 16), (_Q, _K, 40, 16, 2, 16)]


def right(q, k, m, n, factor, train_length):
    """While the text is no longer than in training nothing is stale, so a short test does not find this."""
    return _turned(q, m, m + 1, factor, train_length) @ _turned(k, n, n + 1, factor, train_length)


def keys_turned_anew(q, k, m, n, factor, train_length):
    """That is the score as it should be, both sides turned by today's frequencies. The key lies in the cache."""
    return _turned(q, m, m + 1, factor, train_length) @ _turned(k, n, m + 1, factor, train_length)


def query_by_old_frequencies(q, k, m, n, factor, train_length):
    """The query too is turned by the frequencies of the key's time. It is new, and turned by today's."""
    return _turned(q, m, n + 1, factor, train_length) @ _turned(k, n, n + 1, factor, train_length)


def one_token_short(q, k, m, n, factor, train_length):
    """The lengths are short by one. When the token at position n is read, the text has how many tokens?"""
    return _turned(q, m, m, factor, train_length) @ _turned(k, n, n, factor, train_length)


def _turned(x, position, length, factor, train_length):
    """Turned by the frequencies of a text of this length."""
    return rope.rotate(x, position, dynamic_ntk.frequencies(len(x), factor, train_length, max(length, 1)))
