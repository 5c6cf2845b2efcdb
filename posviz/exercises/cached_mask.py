"""A causal mask for a few new queries and many keys, where the last query stands at the last key."""

import numpy as np

from posviz.attention import causal_mask

CASES = [(3, 3), (2, 5), (1, 4)]


def right(n_q, n_k):
    """With one new token the mask is a row of True: who writes token by token needs none."""
    return causal_mask(n_q, n_k)


def from_the_left(n_q, n_k):
    """It puts the first query at the first key. The queries are the last tokens of the text, not the first."""
    return np.arange(n_k) <= np.arange(n_q)[:, None]


def without_itself(n_q, n_k):
    """Each query misses its own key. A token looks at itself and back."""
    return causal_mask(n_q, n_k) & ~_ahead(n_q, n_k)


def wrong_way(n_q, n_k):
    """It lets a query look at itself and ahead. Swap the comparison."""
    return _ahead(n_q, n_k)


def hidden(n_q, n_k):
    """It is True where a query must not look. Some libraries want that; here True means that it may."""
    return ~causal_mask(n_q, n_k)


def _ahead(n_q, n_k):
    return np.arange(n_k) >= np.arange(n_k - n_q, n_k)[:, None]
