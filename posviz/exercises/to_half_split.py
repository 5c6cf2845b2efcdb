"""Reorder the rows of a query or key matrix of several heads, from interleaved to half-split: a function."""

import numpy as np

from posviz.encodings import rope

CASES = [
    (np.arange(36.0).reshape(6, 6), 1),
    (np.arange(144.0).reshape(12, 12), 2),
    (np.arange(72.0).reshape(6, 12), 1),
]


def right(W, n_heads):
    """Query and key matrices are reordered once, when the model is converted, and nothing is done at run time."""
    return W[_rows(len(W), n_heads)]


def across_heads(W, n_heads):
    """It sorts all rows at once, so rows move from one head to another. Each head is reordered within itself."""
    return W[rope.layout_permutation(len(W))]


def way_back(W, n_heads):
    """That is the way back, from half-split to interleaved. In a head of 4 the two are the same, in larger ones not."""
    return W[np.argsort(_rows(len(W), n_heads))]


def columns(W, n_heads):
    """It reorders the columns. They belong to what comes in; the features of query and key are the rows."""
    return W[:, _rows(W.shape[1], n_heads)]


def _rows(n_rows, n_heads):
    """The order of the rows, head by head."""
    width = n_rows // n_heads
    return np.concatenate([head * width + rope.layout_permutation(width) for head in range(n_heads)])
