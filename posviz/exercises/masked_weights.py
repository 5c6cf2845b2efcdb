"""Softmax over the keys that a query may look at."""

import numpy as np

from posviz import attention

CASES = [
    (np.array([[0.5, -1.0, 2.0], [1.0, 0.0, -0.5]]), np.array([[True, False, True], [True, True, False]])),
    (
        np.array([[0.2, 1.5, -0.7, 0.4], [-1.0, 0.3, 0.8, 2.0], [0.1, -0.6, 1.2, 0.9]]),
        np.array([[True, False, False, True], [False, True, True, False], [True, True, True, False]]),
    ),
    (  # where -100 will not do for minus infinity
        np.array([[-85.0, 2.0, -86.0], [1.0, -85.0, 0.5]]),
        np.array([[True, False, True], [False, True, True]]),
    ),
]


def right(scores, mask):
    """Minus infinity is the one score whose exponential is 0, so a masked key takes no part in the sum either."""
    return attention.weights(scores, mask)


def zero_scores(scores, mask):
    """A score of 0 is no barrier: its exponential is 1. Which score has the exponential 0?"""
    return attention.weights(np.where(mask, scores, 0))


def masked_afterwards(scores, mask):
    """The rows no longer sum to 1: masked keys were still in the sum when it divided. Mask before the softmax."""
    return attention.weights(scores) * mask


def over_queries(scores, mask):
    """Its columns sum to 1. The weights of one query must, and a query is a row."""
    return attention.weights(scores.T, mask.T).T


def wrong_way(scores, mask):
    """It masks where the query may look. Libraries differ here: in this exercise True means that it may."""
    return attention.weights(scores, ~mask)
