"""A causal mask for several documents in one row, each with a number of its own."""

import numpy as np

CASES = [(np.array([7, 7, 7, 3, 3]),), (np.array([2, 0, 0, 1]),)]


def right(documents):
    """It is a row of triangles along the diagonal: each document as if it were alone."""
    return _same(documents) & _back(documents)


def across_documents(documents):
    """It is causal and nothing more: a token of the second document can still read the first."""
    return _back(documents)


def both_ways(documents):
    """It keeps the documents apart, but within one a query may look ahead."""
    return _same(documents)


def wrong_way(documents):
    """It looks ahead in place of back. Rows are queries, columns are keys."""
    return right(documents).T


def hidden(documents):
    """It is True where a query must not look. Here True means that it may."""
    return ~right(documents)


def _same(documents):
    return documents == documents[:, None]


def _back(documents):
    places = np.arange(len(documents))
    return places <= places[:, None]
