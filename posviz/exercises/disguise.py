"""The content that looks, at position n, exactly as x does at position m."""

import numpy as np

TABLE = np.array([[0.1, -0.2], [0.4, 0.3], [-0.5, 0.2]])
CASES = [(np.array([0.2, 0.5]), TABLE, 0, 2), (np.array([-1.0, 0.7]), TABLE, 1, 0)]


def right(x, table, m, n):
    """A model can only be safe from this if it keeps contents and positions in directions of their own."""
    return x + table[m] - table[n]


def reversed_sign(x, table, m, n):
    """The two rows have the wrong signs. Write down the sum that arises at n, and what it should be."""
    return x + table[n] - table[m]


def row_not_taken_off(x, table, m, n):
    """Row n is added as well, because the content stands there. It has to be made up for."""
    return x + table[m]


def content_left_out(x, table, m, n):
    """That is how the two places differ. The token's own content is missing from it."""
    return table[m] - table[n]
