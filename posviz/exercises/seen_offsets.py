"""The offsets that a model sees if new tokens count from 0 again while a cache is in use: a function for the table."""

import numpy as np

CASES = [(3, 2), (5, 1), (2, 4)]


def right(n_cached, n_new):
    """Only the cached columns are wrong: among themselves the new tokens are as far apart as they should be."""
    return np.arange(n_new)[:, None] - np.concatenate([np.arange(n_cached), np.arange(n_new)])


def as_meant(n_cached, n_new):
    """Those are the offsets of a correct program. Here the new tokens are numbered from 0, as if nothing had been."""
    return n_cached + np.arange(n_new)[:, None] - np.arange(n_cached + n_new)


def key_minus_query(n_cached, n_new):
    """Those are key minus query. Query position minus key position was asked for."""
    return -right(n_cached, n_new)


def keys_go_on(n_cached, n_new):
    """The new keys go on counting here, and only the queries restart. In the faulty program both start at 0 again."""
    return np.arange(n_new)[:, None] - np.arange(n_cached + n_new)
