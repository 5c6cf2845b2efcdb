"""The matrix of biases, one row for each query, from a list of one number for each offset, query - key."""

import numpy as np

CASES = [(np.array([-0.5, 0.2, 1.0, 0.7, -0.3]),), (np.array([0.1, 0.9, -0.4]),)]


def right(table):
    """All its diagonals are constant. That is what a matrix of biases looks like if it knows offsets only."""
    return table[_offsets(table) + len(table) // 2]


def other_way(table):
    """It reads the list by key - query, so the matrix is mirrored. Rows are queries: m grows downwards."""
    return right(table).T


def wrapped(table):
    """It reads entry m - n, and a negative index counts from the end. Which entry belongs to offset 0?"""
    return table[_offsets(table)]


def by_distance(table):
    """It reads the same number for both directions. An offset has a sign, and the list knows both."""
    return table[np.abs(_offsets(table)) + len(table) // 2]


def _offsets(table):
    places = np.arange(len(table) // 2 + 1)
    return places[:, None] - places
