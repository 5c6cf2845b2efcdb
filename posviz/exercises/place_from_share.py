"""The position of a query, computed from the weight that it gives to the first token of its sequence."""

from math import exp

CASES = [(0.25, 0.0), (0.5, 2.0), (0.1, -1.0)]


def right(share, gap):
    """The share falls like one over the position, so far places lie close together and near ones far apart."""
    return exp(gap) * (1 / share - 1)


def gap_forgotten(share, gap):
    """It treats all keys alike. Softmax takes the exponential of each score: what does the gap become there?"""
    return 1 / share - 1


def gap_turned_round(share, gap):
    """A larger gap makes the share larger at the same position. Here it makes it smaller."""
    return exp(-gap) * (1 / share - 1)


def counted_from_one(share, gap):
    """It is one too large: positions count from 0, so the query at position m sees m + 1 keys, the first among them."""
    return right(share, gap) + 1


def first_counted_twice(share, gap):
    """It is one too small. Of the m + 1 keys that the query sees, one is the first token: how many others are there?"""
    return right(share, gap) - 1
