"""The row of the table for the next token of each text in a batch that was padded on the left."""

import numpy as np

CASES = [
    (np.array([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]]), 2),
    (np.array([[0, 0, 0, 1]]), 0),
]


def right(mask, first_row):
    """From here on it grows by one with each token, whatever the cache holds: its length is no position."""
    return mask.sum(axis=-1) + first_row


def padding_counted(mask, first_row):
    """It counts the padding, so the next token of a short text jumps ahead. Only real tokens have positions."""
    return np.full(len(mask), mask.shape[-1]) + first_row


def last_row_again(mask, first_row):
    """That is the row of the last token that was read. Positions count from 0: what is next after n tokens?"""
    return mask.sum(axis=-1) - 1 + first_row


def from_row_0(mask, first_row):
    """That is the position. The table keeps its first rows for other purposes: where does position 0 stand in it?"""
    return mask.sum(axis=-1)
