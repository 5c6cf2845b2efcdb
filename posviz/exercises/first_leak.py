"""One token was changed: the first position before it whose output changed too, or -1 if none did."""

import numpy as np

BEFORE = np.array([[0.5, -0.5], [0.25, 1], [-1, 0.5], [0.5, 0.25], [2, -0.25]])
CASES = [
    (BEFORE, BEFORE + np.array([[1e-12, 0], [0, 0], [0.3, 0.1], [0.1, -0.2], [0.2, 0.1]]), 2),
    (BEFORE, BEFORE + np.array([[0, 0], [-0.5, 0], [0, 0.2], [0.4, 0.4], [0.1, 0.3]]), 3),
    (BEFORE, BEFORE + np.array([[0.2, -0.2], [0.3, 0], [0.1, 0.6], [0.2, 0], [0.3, 0.1]]), 2),
]


def right(before, after, changed):
    """It needs no look inside the model, so it finds a leak in a mask, a norm or a convolution alike."""
    return _first(np.abs(after - before)[:changed].max(axis=-1) > 1e-6)


def itself_too(before, after, changed):
    """It reports the changed token itself. That one may change, and so may all after it."""
    return _first(np.abs(after - before)[: changed + 1].max(axis=-1) > 1e-6)


def only_growth(before, after, changed):
    """It misses features that became smaller. A difference has a sign, and here only its size counts."""
    return _first((after - before)[:changed].max(axis=-1) > 1e-6)


def last_one(before, after, changed):
    """It gives the last leak before the change. The first one is asked for."""
    leaks = np.flatnonzero(np.abs(after - before)[:changed].max(axis=-1) > 1e-6)
    return int(leaks[-1]) if len(leaks) else -1


def exactly(before, after, changed):
    """It calls a rounding error a leak: equal sums may differ in their last digit. Allow for 1e-6."""
    return _first((after != before)[:changed].any(axis=-1))


def _first(leaks):
    return int(np.argmax(leaks)) if leaks.any() else -1
