"""Positions that start again at 0 wherever a new document begins."""

import numpy as np

CASES = [(np.array([7, 7, 7, 3, 3]),), (np.array([1, 1, 0, 1, 1, 1]),), (np.array([4]),)]


def right(documents):
    """Two tokens of one row may now have the same position, so the mask has to keep their documents apart."""
    starts = _starts(documents)
    return np.arange(len(documents)) - np.maximum.accumulate(np.where(starts, np.arange(len(documents)), 0))


def running_on(documents):
    """It counts through the whole row. Each document begins at 0."""
    return np.arange(len(documents))


def from_one(documents):
    """It is one too large: positions count from 0."""
    return right(documents) + 1


def continued(documents):
    """It goes on counting when a number comes again. That is a new document: look for changes, not for numbers."""
    return np.array([list(documents[:i]).count(number) for i, number in enumerate(documents)])


def _starts(documents):
    return np.concatenate([[True], documents[1:] != documents[:-1]])
